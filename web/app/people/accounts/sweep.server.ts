import { lt, sql } from 'drizzle-orm'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { sweepTries } from '#platform/rate-limit.server.ts'
import { signIns, tokens } from '../people.tables.ts'

const hourMs = 3_600_000

/** Removes links, sessions and counts that are over, at the start and every hour. The answer stops it. */
export function startSweeping(world: World): () => Promise<void> {
  let sweeping = Promise.resolve()
  const begin = () => {
    sweeping = sweep(world.db).catch((problem) => world.log.error({ err: problem }, 'the sweep failed'))
  }
  const timer = setInterval(begin, hourMs)
  timer.unref()
  begin()
  return () => {
    clearInterval(timer)
    return sweeping
  }
}

export async function sweep(db: Db): Promise<void> {
  await db.delete(tokens).where(lt(tokens.expiresAt, sql`now()`))
  await db.delete(signIns).where(lt(signIns.expiresAt, sql`now()`))
  await sweepTries(db)
}
