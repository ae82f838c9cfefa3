import { lt, sql } from 'drizzle-orm'
import type { World } from '#platform/contexts.server.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { heartbeats } from '#platform/jobs/site-state.tables.ts'
import { retention } from '#platform/retention.ts'

const lastBeats = new WeakMap<World, number>()
const endings = new WeakSet<World>()
const mostSilentMs = 180_000

/** True for the first process of a minute. */
export async function beat(world: World): Promise<boolean> {
  const written = await world.db
    .insert(heartbeats)
    .values({ minute: sql`date_trunc('minute', clock_timestamp())` })
    .onConflictDoNothing()
    .returning({ minute: heartbeats.minute })
  lastBeats.set(world, Date.now())
  return written.length > 0
}

export const sweepHeartbeats = (db: Db) =>
  db
    .delete(heartbeats)
    .where(lt(heartbeats.minute, sql`now() - make_interval(days => ${retention.heartbeatDays})`))

/** From now on the readiness probe fails. */
export const beginEnding = (world: World) => endings.add(world)

/** For the readiness probe; undefined when ready. */
export async function unreadiness(world: World): Promise<string | undefined> {
  if (endings.has(world)) return 'the site is shutting down'
  const silentMs = Date.now() - (lastBeats.get(world) ?? 0)
  if (silentMs > mostSilentMs) return 'the jobs of the site do not run, or cannot write'
  try {
    const [server] = await queryRows<{ isReadOnly: boolean }>(
      world.db,
      sql`select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    )
    return server?.isReadOnly ? 'the database takes no writes' : undefined
  } catch (problem) {
    world.log.warn({ err: problem }, 'the site is not ready')
    return 'the database does not answer'
  }
}
