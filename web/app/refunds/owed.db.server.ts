import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { feesSinceGivenUp } from '#ledger/postings.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { nameColumns, withNames } from '#registrations/named-places.db.server.ts'
import { isBounced, isOwedBack, openCents } from '#registrations/registrations.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'

/** Open amounts of given-up places, outside the card gateway. */
export const listOpenAmounts = (db: Db, accountIds: string[]) =>
  openPlaces(db, inArray(registrations.accountId, accountIds))

/**
 * `owed` to the family; `bounced`: due from it, since its check bounced after a refund or the desk charged a fee since
 * (`feeCents`). `id` is the place's.
 */
export function openPlaces(db: Db, filter: SQL | undefined) {
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
    .where(and(filter, or(isOwedBack, isBounced)))
    .orderBy(asc(registrations.removedAt), asc(registrations.id))
}

/** The refund of a bounced check was paid back. */
const isRepaid = sql`exists (select from postings where refund_id = ${refunds.id} and kind = 'paid')`

/** Refunds to a family, and their repayments, without those owed after a bounced check. */
export function listRefundsTo(db: Db, accountId: string) {
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

export const paidOutTo = (db: Db, accountId: string) =>
  db
    .select({ id: refunds.id, amountCents: refunds.amountCents, on: refunds.givenOn })
    .from(refunds)
    .where(and(eq(refunds.accountId, accountId), isNull(refunds.registrationId), eq(refunds.state, 'done')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))

type Back = 'pending' | 'unknown' | 'queued' | 'done' | 'returned' | 'repaid'
