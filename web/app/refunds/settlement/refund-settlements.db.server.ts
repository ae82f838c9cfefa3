import { and, eq, gte, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { Span } from '#payments/gateway/gateway-list.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refundColumns } from '#refunds/refunds.db.server.ts'
import { type Refund, refunds } from '#registrations/registrations.tables.ts'

/** Refunds that are due to be asked about, leased to this asker for an hour. As many as one search answers on one page. */
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

/** They were asked about: those that are still under way are asked about again tomorrow. */
export const askRefundsTomorrow = (db: Db, transactionIds: string[]) =>
  db
    .update(refunds)
    .set({ askSettlementAt: sql`now() + interval '1 day'` })
    .where(and(inArray(refunds.transactionId, transactionIds), sql`${refunds.askSettlementAt} is not null`))

/** The refunds that this transaction made: more than one where a whole charge was voided, or given back by hand. */
export const refundsMadeBy = (db: Db, transactionId: string) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.transactionId, transactionId), eq(refunds.state, 'done')))

/** What our books say that the gateway gave back in a span of time; one transaction may be for several places. */
export const givenBackIn = (db: Db, { from, until }: Span) =>
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

/** Nothing more is to be asked of it. */
export const noteRefundSettled = (db: Db, id: string) =>
  db.update(refunds).set({ askSettlementAt: null }).where(eq(refunds.id, id))

/** The payer's bank did not take it; undefined when somebody else wrote it. */
export async function noteCameBack(tx: Db, id: string, reason: string): Promise<Refund | undefined> {
  const [refund] = await tx
    .update(refunds)
    .set({ state: 'failed', reason, askSettlementAt: null })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'done')))
    .returning(refundColumns)
  return refund
}
