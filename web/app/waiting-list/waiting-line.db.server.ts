import { and, asc, eq, exists, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { openingColumns } from '#events/events.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { isGrantedFor } from '#registrations/fit/age-exceptions.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'
import type { Room } from '#waiting-list/offers/next-offer.ts'

const midnight = (day: SQL) => sql`((${day})::timestamp at time zone ${programme.timeZone})`
const firstMeeting = sql`(select min((meetings.day + meetings.starts) at time zone ${programme.timeZone}) from meetings
  where meetings.session_id = ${sessions.id} and meetings.state = 'planned')`

/** When a session begins, as moments (`Beginning`), read beside the programme. */
const beginningColumns = {
  firstAt: sql<Date>`coalesce(${firstMeeting}, ${midnight(sql`${sessions.startsOn}`)})`.mapWith(toDate),
  overAt: sql<Date>`${midnight(sql`${sessions.startsOn} + 1`)}`.mapWith(toDate),
}

function toDate(value: unknown): Date {
  return value instanceof Date ? value : new Date(String(value))
}

export const lineColumns = {
  id: sessions.id,
  eventId: sessions.eventId,
  eventKey: events.key,
  kind: events.kind,
  eventName: events.name,
  priceCents: events.priceCents,
  number: sessions.number,
  startsOn: sessions.startsOn,
  endsOn: sessions.endsOn,
  description: sessions.description,
  places: sessions.places,
  taken: sessions.taken,
  kept: sessions.kept,
  keptSince: sessions.keptSince,
  waiting: sessions.waiting,
  agesFrom: sessions.agesFrom,
  agesTo: sessions.agesTo,
  agesOn: sessions.agesOn,
  isActive: sql<boolean>`${sessions.isActive} and ${events.isActive}`,
  ...openingColumns,
  ...beginningColumns,
  now: sql<Date>`now()`.mapWith(toDate),
  timeZone: programme.timeZone,
}

export async function findLineSession(db: Db, sessionId: number) {
  const [session] = await db
    .select(lineColumns)
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .crossJoin(programme)
    .where(eq(sessions.id, sessionId))
  return session
}
export type LineSession = NonNullable<Awaited<ReturnType<typeof findLineSession>>>

/** In line: neither offered a place nor ended. */
export const isInLine = and(isNull(waitingEntries.endedAt), isNull(waitingEntries.offeredAt))

const size = sql<number>`(select count(*) from waiting_players
  where waiting_players.entry_id = waiting_entries.id and waiting_players.ended_at is null)::int`

const entryColumns = {
  id: waitingEntries.id,
  turn: waitingEntries.turn,
  accountId: waitingEntries.accountId,
  familyId: accounts.familyId,
  email: accounts.email,
  calledAt: waitingEntries.calledAt,
  size: size.as('size'),
}

export const entriesInLine = (db: Db, sessionId: number, filter?: SQL) =>
  db
    .select(entryColumns)
    .from(waitingEntries)
    .innerJoin(accounts, eq(accounts.id, waitingEntries.accountId))
    .where(and(eq(waitingEntries.sessionId, sessionId), isInLine, filter))
    .orderBy(asc(waitingEntries.turn))
export type EntryInLine = Awaited<ReturnType<typeof entriesInLine>>[number]

/** The first entry, and the first that fits into the free places. */
export async function readHead(db: Db, sessionId: number, { places, taken }: Room) {
  const [head] = await entriesInLine(db, sessionId).limit(1)
  const free = places === null ? 0 : places - taken
  if (!head || head.size <= free || free <= 0) return { head, fitting: undefined }
  const [fitting] = await entriesInLine(db, sessionId, lte(size, free)).limit(1)
  return { head, fitting }
}

/** Sessions with places to offer, or whose list is over. */
export const sessionsToTend = (db: Db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .crossJoin(programme)
    .where(
      and(
        sql`${sessions.waiting} > 0`,
        or(
          isNull(sessions.places),
          sql`${sessions.taken} < ${sessions.places}`,
          sql`not (${sessions.isActive} and ${events.isActive})`,
          sql`${beginningColumns.overAt} <= now()`,
        ),
      ),
    )
    .orderBy(asc(sessions.id))

export const hasNoHold = sql`not exists (select from registrations
  where registrations.offer_of = waiting_entries.id and registrations.held_until is not null)`

/** Offers whose holds are all paid or run out, and those of sessions that were taken away. */
export const endedOffers = (db: Db) =>
  db
    .select({
      id: waitingEntries.id,
      accountId: waitingEntries.accountId,
      sessionId: waitingEntries.sessionId,
    })
    .from(waitingEntries)
    .innerJoin(sessions, eq(sessions.id, waitingEntries.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(
      and(
        isNull(waitingEntries.endedAt),
        isNotNull(waitingEntries.offeredUntil),
        or(hasNoHold, sql`not (${sessions.isActive} and ${events.isActive})`),
      ),
    )
    .orderBy(asc(waitingEntries.offeredUntil))
    .limit(200)

/** Children still in the entry, with what may keep them from a place. */
export const listChildren = (db: Db, entryId: number) =>
  db
    .select({
      personId: people.id,
      firstName: people.firstName,
      birthday: people.birthday,
      isActive: people.isActive,
      hasPlace: sql<boolean>`${exists(
        db
          .select({ one: sql`1` })
          .from(registrations)
          .where(
            and(
              eq(registrations.personId, people.id),
              eq(registrations.sessionId, waitingPlayers.sessionId),
              isNull(registrations.removedAt),
            ),
          ),
      )}`,
      isExcepted: isGrantedFor(waitingPlayers.sessionId),
    })
    .from(waitingPlayers)
    .innerJoin(people, eq(people.id, waitingPlayers.personId))
    .where(and(eq(waitingPlayers.entryId, entryId), isNull(waitingPlayers.endedAt)))
    .orderBy(asc(people.firstName), asc(people.id))
export type WaitingChild = Awaited<ReturnType<typeof listChildren>>[number]
