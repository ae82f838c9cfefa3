import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'

/** Of an offer, only the children for whom it is still open. */
const isOpen = or(
  isNull(waitingEntries.offeredAt),
  sql`exists (select from registrations where registrations.offer_of = ${waitingEntries.id}
    and registrations.person_id = ${waitingPlayers.personId}
    and registrations.held_until is not null and registrations.charge_id is null)`,
)

/** Entries in line or with an offer, sorted by the family's email. */
export const familiesWaiting = (db: Db, sessionIds: number[]) =>
  db
    .select({
      id: waitingEntries.id,
      offeredUntil: waitingEntries.offeredUntil,
      firstNames: sql<string[]>`array_agg(${people.firstName} order by ${people.firstName}, ${people.id})`,
      session: {
        id: sessions.id,
        number: sessions.number,
        startsOn: sessions.startsOn,
        endsOn: sessions.endsOn,
        description: sessions.description,
      },
      event: { name: events.name, location: events.location },
      family: {
        accountId: accounts.id,
        familyId: accounts.familyId,
        email: accounts.email,
        name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      },
    })
    .from(waitingEntries)
    .innerJoin(
      waitingPlayers,
      and(eq(waitingPlayers.entryId, waitingEntries.id), isNull(waitingPlayers.endedAt)),
    )
    .innerJoin(people, eq(people.id, waitingPlayers.personId))
    .innerJoin(accounts, eq(accounts.id, waitingEntries.accountId))
    .innerJoin(sessions, eq(sessions.id, waitingEntries.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(inArray(waitingEntries.sessionId, sessionIds), isNull(waitingEntries.endedAt), isOpen))
    .groupBy(waitingEntries.id, sessions.id, events.id, accounts.id)
    .orderBy(asc(accounts.email), asc(accounts.id), asc(waitingEntries.id))
export type WaitingFamily = Awaited<ReturnType<typeof familiesWaiting>>[number]
