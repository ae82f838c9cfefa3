import { eq, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/database.server.ts'
import { type Dispute, disputes } from './books.tables.ts'
import type { DisputeAnswer } from './gateway-answers.ts'
import { isUuid } from './gateway-answers.ts'
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

/** Keeps how a dispute stands; undefined where that is no news. What has ended does not begin again. */
export async function keepDispute(
  tx: Db,
  row: Pick<Dispute, 'id' | 'chargeId' | 'amountCents' | 'status' | 'reason' | 'replyBy'>,
): Promise<Dispute | undefined> {
  const { status, amountCents, reason, replyBy } = row
  const isOpen = sql`${disputes.status} in ('open', 'disputed', 'under_review')`
  const isNews = sql`${disputes.status} <> excluded.status
    and (${isOpen} or excluded.status not in ('open', 'disputed', 'under_review'))`
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
