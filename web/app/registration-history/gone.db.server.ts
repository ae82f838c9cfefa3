import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { paymentIn } from '#ledger/postings.db.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { startsIn, withPayment } from '#registrations/entries.db.server.ts'
import { withNames } from '#registrations/named-places.db.server.ts'
import {
  isBounced,
  isOwedBack,
  openCents,
  owedBackCents,
  underWayCents,
} from '#registrations/registrations.db.server.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'

export type GoneEntry = Awaited<ReturnType<typeof goneEntries>>[number]

/** The last refund, return or repayment of a place. */
const lastMoved = sql<Moved | null>`(select json_build_object('kind', postings.kind, 'at', postings.at,
    'cents', abs(postings.cents), 'isByHand', refunds.charge_id is null)
  from postings left join refunds on refunds.id = postings.refund_id
  where postings.registration_id = ${registrations.id} and postings.kind in ('refunded', 'came back', 'paid')
    and exists (select from postings as back where back.registration_id = postings.registration_id
      and back.kind = 'refunded' and back.id <= postings.id)
  order by postings.id desc limit 1)`
type Moved = { kind: 'refunded' | 'came back' | 'paid'; at: string; cents: number; isByHand: boolean }

/** The last one first. */
export function goneEntries(db: Db, accountId: string, year: number) {
  const payment = paymentIn(db, registrations.id)
  const places = db
    .select({
      id: registrations.id,
      firstName: people.firstName,
      lastName: people.lastName,
      accountId: registrations.accountId,
      personId: registrations.personId,
      priceCents: registrations.priceCents,
      isBounced: sql<boolean>`${isBounced}`,
      isOwedBack: sql<boolean>`${isOwedBack}`,
      openCents,
      isBeingPaid: sql<boolean>`${registrations.chargeId} is not null`,
      underWayCents,
      lastMoved,
      event: { id: events.id, name: events.name, kind: events.kind },
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      removedAt: sql<Date>`${registrations.removedAt}`.mapWith(registrations.removedAt),
      transactionId: charges.transactionId,
      means: charges.means,
      recordedHow: offlinePayments.how,
      meansLabel: charges.meansLabel,
    })
    .from(registrations)
    .$dynamic()
  return withNames(withPayment(places, payment))
    .where(
      and(
        eq(registrations.accountId, accountId),
        isNotNull(registrations.removedAt),
        isNull(registrations.heldUntil),
        startsIn(year),
      ),
    )
    .orderBy(desc(registrations.removedAt), desc(registrations.id))
}

type YearSum = { year: number; cents: number }
const year = sql<number>`extract(year from ${sessions.startsOn})::int`

/** By year, the latest first. */
export const owedByYear = (db: Db, accountId: string): Promise<YearSum[]> =>
  db
    .select({ year, cents: sql<number>`sum(${owedBackCents})::int` })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .where(and(eq(registrations.accountId, accountId), isOwedBack))
    .groupBy(year)
    .orderBy(desc(year))
