import { and, asc, eq, inArray } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'

/**
 * What is open between the programme and these families outside the card gateway: `owed` goes to the family,
 * `reclaimed` comes back from it, because the check bounced after its money had been returned.
 */
export const openBetween = (db: Db, accountIds: string[]) => refundsIn(db, accountIds, ['owed', 'reclaimed'])

/** What goes back to a family or went, and what came in again for it. */
export const givenBackTo = (db: Db, accountId: string) =>
  refundsIn(db, [accountId], ['pending', 'queued', 'unknown', 'done', 'returned', 'repaid'])

type State = (typeof refunds.$inferSelect)['state']

const refundsIn = (db: Db, accountIds: string[], states: State[]) =>
  db
    .select({
      id: refunds.id,
      accountId: refunds.accountId,
      state: refunds.state,
      amountCents: refunds.amountCents,
      endedAt: refunds.endedAt,
      firstName: people.firstName,
      event: events.name,
      number: sessions.number,
    })
    .from(refunds)
    .innerJoin(registrations, eq(registrations.id, refunds.registrationId))
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(inArray(refunds.accountId, accountIds), inArray(refunds.state, states)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
