import { sql } from 'drizzle-orm'
import { mailsToSend } from '#mail/outbox.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { queryRows } from '#platform/database/db.ts'

/** Gauges for `/metrics`. */
export type State = Record<
  | 'charges_unknown'
  | 'charges_pending'
  | 'refunds_queued'
  | 'outbox_mails'
  | 'outbox_oldest_seconds'
  | 'holds'
  | 'alarms'
  | 'backup_age_seconds',
  number
> &
  Partial<Record<'pool_open' | 'pool_idle' | 'pool_waiting', number>>

/** Each count uses a partial index. */
export async function readState({ db, pooled }: World): Promise<State> {
  const [row] = await queryRows<State>(
    db,
    sql`select
      (select count(*)::int from charges where state = 'unknown') as charges_unknown,
      (select count(*)::int from charges where state = 'pending') as charges_pending,
      (select count(*)::int from refunds where state = 'queued') as refunds_queued,
      (select count(*)::int from mails where ${mailsToSend}) as outbox_mails,
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from mails where ${mailsToSend}) as outbox_oldest_seconds,
      (select count(*)::int from registrations where held_until is not null) as holds,
      (select count(*)::int from alarms) as alarms,
      (select extract(epoch from now() - at)::float8 from marks where name = 'backup') as backup_age_seconds`,
  )
  if (!row) throw new Error('the state was not read')
  const pool = pooled?.()
  return {
    ...row,
    ...(pool && { pool_open: pool.open, pool_idle: pool.idle, pool_waiting: pool.waiting }),
  }
}
