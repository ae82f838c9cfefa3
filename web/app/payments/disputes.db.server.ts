import { asc, eq, or, sql } from 'drizzle-orm'
import { type DisputeAnswer, isUuid } from '#payments/gateway/gateway-answers.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Dispute, disputes } from './books.tables.ts'
import { type Charge, charges } from './payments.tables.ts'

/** The charge that a sale of the gateway belongs to: by our order id where it has one, which a sale that came late has. */
export async function chargeOfSale(
  db: Db,
  { id, orderId }: DisputeAnswer['transaction'],
): Promise<Charge | undefined> {
  const isOurs = orderId && isUuid(orderId) ? eq(charges.id, orderId) : undefined
  const isIt = or(eq(charges.transactionId, id), isOurs)
  const [charge] = await db.select().from(charges).where(isIt)
  return charge
}

const openWords = sql.raw(`('open', 'disputed', 'under_review')`)
const isOpen = sql`${disputes.status} in ${openWords}`

/** Disputes that the bank has not decided yet. */
export const openDisputes = (db: Db) => db.select({ id: disputes.id }).from(disputes).where(isOpen)

/** How the disputes of a charge stand together: one that is lost counts before one that is open; null without any. */
export const disputeStanding = sql<'open' | 'lost' | 'won' | null>`(select case
    when bool_or(disputes.status not in ${openWords} and disputes.status <> 'won') then 'lost'
    when bool_or(disputes.status in ${openWords}) then 'open'
    when count(*) > 0 then 'won' end
  from disputes where disputes.charge_id = charges.id)`

/** The first day until which a dispute of a charge is to be replied to; null where nothing of it waits for us. */
export const replyBy = sql<string | null>`(select min(disputes.reply_by) from disputes
  where disputes.charge_id = charges.id and disputes.status = 'open')`

/** Disputes that nobody has replied to and the bank has not decided, by the day until which they wait. */
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

/** While the bank is asked, and where it took the payment back, no money of it goes back by itself. */
export async function standingDispute(db: Db, chargeId: string): Promise<'open' | 'lost' | undefined> {
  const [row] = await db.select({ standing: disputeStanding }).from(charges).where(eq(charges.id, chargeId))
  return row?.standing === 'open' || row?.standing === 'lost' ? row.standing : undefined
}

/** Keeps how a dispute stands; undefined where that is no news. What has ended does not begin again. */
export async function keepDispute(
  tx: Db,
  row: Pick<Dispute, 'id' | 'chargeId' | 'amountCents' | 'status' | 'reason' | 'replyBy'>,
): Promise<Dispute | undefined> {
  const { status, amountCents, reason, replyBy } = row
  const isNews = sql`${disputes.status} <> excluded.status
    and (${isOpen} or excluded.status not in ${openWords})`
  const [kept] = await tx
    .insert(disputes)
    .values(row)
    .onConflictDoUpdate({
      target: disputes.id,
      set: { status, amountCents, reason, replyBy, changedAt: sql`now()` },
      setWhere: isNews,
    })
    .returning()
  return kept
}
