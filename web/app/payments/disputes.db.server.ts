import { asc, eq, or, sql } from 'drizzle-orm'
import { type DisputeAnswer, isUuid } from '#payments/gateway/gateway-answers.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Charge, charges } from './payments.tables.ts'
import { type Dispute, disputes } from './reconciliation.tables.ts'

export async function findChargeOfDispute(
  db: Db,
  { id, orderId }: DisputeAnswer['transaction'],
): Promise<Charge | undefined> {
  const isOurs = orderId && isUuid(orderId) ? eq(charges.id, orderId) : undefined
  const isIt = or(eq(charges.transactionId, id), isOurs)
  const [charge] = await db.select().from(charges).where(isIt)
  return charge
}

const openStatuses = sql.raw(`('open', 'disputed', 'under_review')`)
const isOpen = sql`${disputes.status} in ${openStatuses}`

export const openDisputes = (db: Db) => db.select({ id: disputes.id }).from(disputes).where(isOpen)

/** A lost dispute counts before an open one; null without any. */
export const disputeStanding = sql<'open' | 'lost' | 'won' | null>`(select case
    when bool_or(disputes.status not in ${openStatuses} and disputes.status <> 'won') then 'lost'
    when bool_or(disputes.status in ${openStatuses}) then 'open'
    when count(*) > 0 then 'won' end
  from disputes where disputes.charge_id = charges.id)`

/** The earliest deadline of an open dispute; null without one. */
export const replyBy = sql<string | null>`(select min(disputes.reply_by) from disputes
  where disputes.charge_id = charges.id and disputes.status = 'open')`

export const unansweredDisputes = (db: Db) =>
  db
    .select({
      id: disputes.id,
      amountCents: disputes.amountCents,
      replyBy: disputes.replyBy,
      familyId: charges.familyId,
    })
    .from(disputes)
    .innerJoin(charges, eq(charges.id, disputes.chargeId))
    .where(eq(disputes.status, 'open'))
    .orderBy(sql`${disputes.replyBy} nulls last`, asc(disputes.id))
    .limit(100)

/** While a dispute is open, and after it is lost, no money of the charge goes back by itself. */
export async function standingDispute(db: Db, chargeId: string): Promise<'open' | 'lost' | undefined> {
  const [row] = await db.select({ standing: disputeStanding }).from(charges).where(eq(charges.id, chargeId))
  return row?.standing === 'open' || row?.standing === 'lost' ? row.standing : undefined
}

/** Undefined if nothing changed. A dispute that has ended does not reopen. */
export async function storeDispute(
  tx: Db,
  row: Pick<Dispute, 'id' | 'chargeId' | 'amountCents' | 'status' | 'reason' | 'replyBy'>,
): Promise<Dispute | undefined> {
  const { status, amountCents, reason, replyBy } = row
  const isNews = sql`${disputes.status} <> excluded.status
    and (${isOpen} or excluded.status not in ${openStatuses})`
  const [stored] = await tx
    .insert(disputes)
    .values(row)
    .onConflictDoUpdate({
      target: disputes.id,
      set: { status, amountCents, reason, replyBy, changedAt: sql`now()` },
      setWhere: isNews,
    })
    .returning()
  return stored
}
