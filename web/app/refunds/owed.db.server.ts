import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { feesSinceGivenUp } from '#ledger/postings.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { nameColumns, withNames } from '#registrations/named-places.db.server.ts'
import { isBounced, isOwedBack, openCents } from '#registrations/registrations.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'

/** What is open between the programme and these families for places that were given up, outside the card gateway. */
export const openBetween = (db: Db, accountIds: string[]) =>
  openPlaces(db, inArray(registrations.accountId, accountIds))

/**
 * `owed` goes to the family; `bounced` comes back from it, because the check bounced after its money had been returned, or
 * as a fee that the desk charged since (`feeCents`). `id` is the place's.
 */
export function openPlaces(db: Db, which: SQL | undefined) {
  const places = db
    .select({
      id: registrations.id,
      ...nameColumns,
      state: sql<'owed' | 'bounced'>`case when ${isBounced} then 'bounced' else 'owed' end`,
      amountCents: openCents,
      feeCents: feesSinceGivenUp(registrations.id),
    })
    .from(registrations)
    .$dynamic()
  return withNames(places)
    .where(and(which, or(isOwedBack, isBounced)))
    .orderBy(asc(registrations.removedAt), asc(registrations.id))
}

/** It came in again for what a bounced check had left owed. */
const isRepaid = sql`exists (select from postings where refund_id = ${refunds.id} and kind = 'paid')`

/** What goes back to a family or went, and what came in again for it. What a bounced check left owed is not among it. */
export function givenBackTo(db: Db, accountId: string) {
  const refunded = db
    .select({
      ...nameColumns,
      id: refunds.id,
      state: sql<Back>`case when ${refunds.chargeId} is not null then ${refunds.state}
        when ${isRepaid} then 'repaid' else 'returned' end`,
      amountCents: refunds.amountCents,
      endedAt:
        sql<Date | null>`coalesce((select max(at) from postings where refund_id = ${refunds.id} and kind = 'paid'),
        ${refunds.endedAt})`.mapWith(refunds.endedAt),
    })
    .from(refunds)
    .innerJoin(registrations, eq(registrations.id, refunds.registrationId))
    .$dynamic()
  return withNames(refunded)
    .where(
      and(
        eq(refunds.accountId, accountId),
        sql`${refunds.state} <> 'failed'`,
        sql`not (${refunds.chargeId} is null and ${isBounced})`,
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

/** Credit that was paid out to a family by hand, and arrived. */
export const paidOutTo = (db: Db, accountId: string) =>
  db
    .select({ id: refunds.id, amountCents: refunds.amountCents, on: refunds.givenOn })
    .from(refunds)
    .where(and(eq(refunds.accountId, accountId), isNull(refunds.registrationId), eq(refunds.state, 'done')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))

type Back = 'pending' | 'unknown' | 'queued' | 'done' | 'returned' | 'repaid'
