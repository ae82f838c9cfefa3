import { and, asc, eq, exists, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import type { SheetMeeting } from '#meetings/meeting.db.server.ts'
import { meetingGuests } from '#meetings/meetings.tables.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import { searchQuery } from '#people/search.ts'
import type { Db } from '#platform/database/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { actorMayAll } from '#team/member.server.ts'

const most = 20

/** Any player of the club, or only those of other sessions of the event in that year. */
export type Reach = 'club' | 'event'

const isGuest = isNotNull(meetingGuests.personId)

const hasPlaceIn = (db: Db, session: SQL | undefined) =>
  exists(
    db
      .select({ id: registrations.id })
      .from(registrations)
      .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
      .where(
        and(
          eq(registrations.personId, people.id),
          isNull(registrations.removedAt),
          isNull(registrations.heldUntil),
          session,
        ),
      ),
  )

const hasPlaceHere = (db: Db, { session }: SheetMeeting) => hasPlaceIn(db, eq(sessions.id, session.id))

const hasPlaceBeside = (db: Db, { day, session }: SheetMeeting) =>
  hasPlaceIn(
    db,
    and(
      ne(sessions.id, session.id),
      sql`${sessions.eventId} = (select event_id from sessions as own where own.id = ${session.id})`,
      sql`extract(year from ${sessions.startsOn}) = extract(year from ${day}::date)`,
    ),
  )

function playersWhere(db: Db, meeting: SheetMeeting, filter: SQL | undefined) {
  return db
    .select({
      id: people.id,
      firstName: people.firstName,
      lastName: people.lastName,
      birthday: people.birthday,
      skillLevel: people.skillLevel,
      accountId: accounts.id,
      familyId: families.id,
      family: families.number,
      holder: { firstName: accounts.firstName, lastName: accounts.lastName },
      hasPlace: sql<boolean>`${hasPlaceHere(db, meeting)}`,
      isGuest: sql<boolean>`${isGuest}`,
      isAddedByDesk: actorMayAll(meetingGuests.addedBy, 'marks'),
    })
    .from(people)
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .innerJoin(families, eq(families.id, accounts.familyId))
    .leftJoin(
      meetingGuests,
      and(
        eq(meetingGuests.meetingId, meeting.id),
        eq(meetingGuests.personId, people.id),
        isNull(meetingGuests.takenOffAt),
      ),
    )
    .where(and(ne(people.role, 'parent'), filter))
    .orderBy(asc(people.firstName), asc(people.lastName), asc(people.id))
    .limit(most + 1)
}

/** Prefix search by name; digits are ignored, so that phone numbers find nobody. */
export async function searchPlayers(db: Db, meeting: SheetMeeting, reach: Reach, text: string) {
  const query = searchQuery(text.replace(/[\d@]/g, ' '))
  if (!query) return { players: [], hasMore: false }
  const isWithin = reach === 'club' ? undefined : hasPlaceBeside(db, meeting)
  const rows = await playersWhere(db, meeting, and(sql`${people.search} @@ ${query}::tsquery`, isWithin))
  return { players: rows.slice(0, most), hasMore: rows.length > most }
}

/** A player within reach or already on the sheet. */
export async function findPlayerWithin(db: Db, meeting: SheetMeeting, reach: Reach, personId: string) {
  const isWithin =
    reach === 'club' ? undefined : or(hasPlaceHere(db, meeting), hasPlaceBeside(db, meeting), isGuest)
  const [player] = await playersWhere(db, meeting, and(eq(people.id, personId), isWithin))
  return player
}
