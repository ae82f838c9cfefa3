import { and, eq, gte, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { Span } from '#payments/gateway/gateway-list.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refundColumns } from '#refunds/refunds.db.server.ts'
import { type Refund, refunds } from '#registrations/registrations.tables.ts'

/** Leases refunds that are due for an hour; as many as one page of the search holds. */
export async function leaseUnsettledRefunds(db: Db): Promise<string[]> {
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(lte(refunds.askSettlementAt, sql`now()`))
    .orderBy(refunds.askSettlementAt)
    .limit(50)
    .for('update', { skipLocked: true })
  const leased = await db
    .update(refunds)
    .set({ askSettlementAt: sql`now() + interval '1 hour'` })
    .where(sql`${refunds.id} = any(array(${due}))`)
    .returning({ transactionId: refunds.transactionId })
  return leased.flatMap(({ transactionId }) => transactionId ?? [])
}

/** Those still under way are due again tomorrow. */
export const askRefundsTomorrow = (db: Db, transactionIds: string[]) =>
  db
    .update(refunds)
    .set({ askSettlementAt: sql`now() + interval '1 day'` })
    .where(and(inArray(refunds.transactionId, transactionIds), sql`${refunds.askSettlementAt} is not null`))

/** Several where a whole charge was voided, or refunded in the panel. */
export const refundsMadeBy = (db: Db, transactionId: string) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.transactionId, transactionId), eq(refunds.state, 'done')))

/** Refunds in our books, by transaction; one may be for several places. */
export const listRefundedIn = (db: Db, { from, until }: Span) =>
  db
    .select({
      chargeId: refunds.chargeId,
      transactionId: sql<string>`${refunds.transactionId}`,
      amountCents: sql<number>`sum(${refunds.amountCents})::int`,
    })
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'done'),
        isNotNull(refunds.transactionId),
        gte(refunds.endedAt, from),
        lt(refunds.endedAt, until),
      ),
    )
    .groupBy(refunds.chargeId, refunds.transactionId)

export const noteRefundSettled = (db: Db, id: string) =>
  db.update(refunds).set({ askSettlementAt: null }).where(eq(refunds.id, id))

/** The payer's bank did not take it; undefined if already noted. */
export async function noteCameBack(tx: Db, id: string, reason: string): Promise<Refund | undefined> {
  const [refund] = await tx
    .update(refunds)
    .set({ state: 'failed', reason, askSettlementAt: null })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'done')))
    .returning(refundColumns)
  return refund
}
