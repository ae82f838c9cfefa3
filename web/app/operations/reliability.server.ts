import { desc, isNotNull, sql } from 'drizzle-orm'
import { comparisons } from '#payments/reconciliation.tables.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { findStamp } from '#platform/jobs/stamps.db.server.ts'
import { retention } from '#platform/retention.ts'

/** Below a day the share is not meaningful. */
const leastMinutes = 24 * 60

/** Undefined where nothing was measured. */
export async function readReliability(db: Db) {
  const trial = await findStamp(db, 'trial')
  const restore = await findStamp(db, 'restore')
  const compared = await lastCompared(db)
  return { uptime: await findUptime(db), triedAt: trial?.at, restoredAt: restore?.at, compared }
}

/** The share of past minutes with a heartbeat. */
async function findUptime(db: Db) {
  const [row] = await queryRows<{ beats: number; minutes: number; since: string | null }>(
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
