import { desc, isNotNull, sql } from 'drizzle-orm'
import { comparisons } from '#payments/books.tables.ts'
import { type Db, readRows } from '#platform/database/db.ts'
import { markOf } from '#platform/jobs/marks.db.server.ts'
import { retention } from '#platform/retention.ts'

/** Less tells nothing. */
const leastMinutes = 24 * 60

/** What was measured of the site, and nothing else: what nobody measured is undefined. */
export async function reliabilityOf(db: Db) {
  const trial = await markOf(db, 'trial')
  const restore = await markOf(db, 'restore')
  const compared = await lastCompared(db)
  return { uptime: await uptimeOf(db), triedAt: trial?.at, restoredAt: restore?.at, compared }
}

/** The share of minutes with a heartbeat, of those that are over. */
async function uptimeOf(db: Db) {
  const [row] = await readRows<{ beats: number; minutes: number; since: string | null }>(
    db,
    sql`select count(*)::int as beats, min(minute)::text as since,
        coalesce(extract(epoch from date_trunc('minute', now()) - min(minute)) / 60, 0)::int as minutes
        from heartbeats
        where minute > now() - make_interval(days => ${retention.heartbeatDays}) and minute < date_trunc('minute', now())`,
  )
  if (!row?.since || row.minutes < leastMinutes) return undefined
  return { share: row.beats / row.minutes, since: new Date(row.since) }
}

export async function lastCompared(db: Db) {
  const [last] = await db
    .select({ at: comparisons.endedAt, differences: comparisons.differences })
    .from(comparisons)
    .where(isNotNull(comparisons.endedAt))
    .orderBy(desc(comparisons.endedAt))
    .limit(1)
  return last?.at ? { at: last.at, agreed: last.differences === 0 } : undefined
}
