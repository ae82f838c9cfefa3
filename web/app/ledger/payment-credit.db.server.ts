import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database.server.ts'

/**
 * What of recorded payments is their families' credit, or was paid out of it: what came without a place or was moved
 * from one, and was neither used nor taken back.
 */
export async function creditOfPayments(db: Db, recordedIds: number[]): Promise<Map<number, number>> {
  if (recordedIds.length === 0) return new Map()
  const { rows } = (await db.execute(sql`
    select recorded_id as id, -sum(cents)::int as cents from postings
    where recorded_id = any(${sql.param(recordedIds)}::int[]) and registration_id is null
      and kind in ('paid', 'taken back', 'moved')
    group by recorded_id having sum(cents) < 0`)) as unknown as { rows: { id: number; cents: number }[] }
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}
