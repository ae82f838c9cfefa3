import { lt, sql } from 'drizzle-orm'
import { sweepMails } from '#mail/outbox.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { every } from '#platform/every.server.ts'
import { sweepTries } from '#platform/rate-limit.server.ts'
import { signIns, tokens } from '../people.tables.ts'

const hourSeconds = 3600

/** Removes links, sessions, counts and sent mails that are over, at the start and every hour. The answer stops it. */
export const startSweeping = (world: World) =>
  every(hourSeconds, () => sweep(world.db), world.log, 'the sweep failed')

export async function sweep(db: Db): Promise<void> {
  await db.delete(tokens).where(lt(tokens.expiresAt, sql`now()`))
  await db.delete(signIns).where(lt(signIns.expiresAt, sql`now()`))
  await sweepTries(db)
  await sweepMails(db)
}
