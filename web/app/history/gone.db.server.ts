import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { startsIn } from '#registrations/entries.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'

export type GoneEntry = Awaited<ReturnType<typeof goneEntries>>[number]

/** A year's places that were given up, the last one first, with what came of their money. */
export const goneEntries = (db: Db, accountId: string, year: number) =>
  db
    .select({
      id: registrations.id,
      firstName: people.firstName,
      lastName: people.lastName,
      accountId: registrations.accountId,
      personId: registrations.personId,
      paidBy: registrations.paidBy,
      event: { id: events.id, name: events.name, kind: events.kind },
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      removedAt: sql<Date>`${registrations.removedAt}`.mapWith(registrations.removedAt),
      refund: { state: refunds.state, amountCents: refunds.amountCents, endedAt: refunds.endedAt },
      transactionId: charges.transactionId,
      means: charges.means,
      meansLabel: charges.meansLabel,
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .leftJoin(refunds, and(eq(refunds.registrationId, registrations.id), ne(refunds.state, 'failed')))
    .leftJoin(charges, eq(charges.id, registrations.chargeId))
    .where(
      and(
        eq(registrations.accountId, accountId),
        isNotNull(registrations.removedAt),
        isNull(registrations.heldUntil),
        startsIn(year),
      ),
    )
    .orderBy(desc(registrations.removedAt), desc(registrations.id))

type YearSum = { year: number; cents: number }
const year = sql<number>`extract(year from ${sessions.startsOn})::int`

/** What the programme owes the family for places that were given up, by year, the latest first. */
export const owedByYear = (db: Db, accountId: string): Promise<YearSum[]> =>
  db
    .select({ year, cents: sql<number>`sum(${refunds.amountCents})::int` })
    .from(refunds)
    .innerJoin(registrations, eq(registrations.id, refunds.registrationId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .where(and(eq(refunds.accountId, accountId), eq(refunds.state, 'owed')))
    .groupBy(year)
    .orderBy(desc(year))
