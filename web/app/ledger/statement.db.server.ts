import { sql } from 'drizzle-orm'
import type { ChangeReason } from '#platform/changes.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { inFamily } from './credit.db.server.ts'
import type { PostingKind } from './postings.tables.ts'

/** `balanceCents`: after it; above 0 the family owes. */
export type StatementRow = {
  id: number
  at: Date
  kind: PostingKind
  cents: number
  balanceCents: number
  registrationId: number | null
  chargeId: string | null
  recordedId: number | null
  refundId: string | null
  reason: ChangeReason | null
}
export type Statement = {
  forwardCents: number
  rows: StatementRow[]
  balanceCents: number
  creditCents: number
}

export async function readStatement(
  db: Db,
  { familyId, year, timeZone }: { familyId: string; year: number; timeZone: string },
): Promise<Statement> {
  const postingYear = sql`extract(year from at at time zone ${timeZone})`
  const [sum = { forwardCents: 0, balanceCents: 0, creditCents: 0 }] = await queryRows<
    Omit<Statement, 'rows'>
  >(
    db,
    sql`select coalesce(sum(cents) filter (where ${postingYear} < ${year}), 0)::int as "forwardCents",
      coalesce(sum(cents), 0)::int as "balanceCents",
      coalesce(-sum(cents) filter (where registration_id is null), 0)::int as "creditCents"
    from postings where ${inFamily(familyId)} and ${postingYear} <= ${year}`,
  )
  const rows = await queryRows<Omit<StatementRow, 'at'> & { atMs: number }>(
    db,
    sql`select id, extract(epoch from at)::float8 * 1000 as "atMs", kind, cents, registration_id as "registrationId",
      charge_id as "chargeId", recorded_id as "recordedId", refund_id as "refundId", reason,
      (${sum.forwardCents}::int + sum(cents) over (order by id))::int as "balanceCents"
    from postings where ${inFamily(familyId)} and ${postingYear} = ${year} order by id`,
  )
  return { ...sum, rows: rows.map(({ atMs, ...row }) => ({ ...row, at: new Date(atMs) })) }
}
