import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { absences, attendance } from '#meetings/attendance/attendance.tables.ts'
import { meetings, sessionCoaches } from '#meetings/meetings.tables.ts'
import { meetingSpan, sessionSpan } from '#meetings/spans.db.server.ts'
import { hasSigned } from '#people/accounts/sign-up/releases.db.server.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { grantedSessions } from '#registrations/fit/age-exceptions.db.server.ts'
import { standingColumns } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { contactsColumn, parents } from './sheet.db.server.ts'

/** With the data for its roster, and whether this account coaches it. */
export async function sessionFor(db: Db, sessionId: number, accountId: string) {
  const [session] = await db
    .select({
      id: sessions.id,
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      description: sessions.description,
      places: sessions.places,
      agesFrom: sessions.agesFrom,
      agesTo: sessions.agesTo,
      agesOn: sessions.agesOn,
      eventKey: events.key,
      event: events.name,
      span: sessionSpan,
      isOwn: sql<boolean>`exists (select from ${sessionCoaches} where ${sessionCoaches.sessionId} = ${sessions.id}
        and ${sessionCoaches.accountId} = ${accountId})`,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(eq(sessions.id, sessionId))
  return session
}

export const listPlannedMeetings = (db: Db, sessionId: number) =>
  db
    .select({ id: meetings.id, day: meetings.day, ...meetingSpan })
    .from(meetings)
    .where(and(eq(meetings.sessionId, sessionId), eq(meetings.state, 'planned')))
    .orderBy(asc(meetings.day), asc(meetings.starts))

export const listPlaces = (db: Db, sessionId: number) =>
  db
    .select({
      personId: people.id,
      firstName: people.firstName,
      lastName: people.lastName,
      birthday: people.birthday,
      skillLevel: people.skillLevel,
      phone: people.phone,
      parent: { firstName: parents.firstName, lastName: parents.lastName, phone: parents.phone },
      contacts: contactsColumn,
      familyNumber: accounts.number,
      priceCents: registrations.priceCents,
      hasSigned,
      grantedSessions,
      ...standingColumns,
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .leftJoin(parents, and(eq(parents.accountId, people.accountId), eq(parents.role, 'parent')))
    .where(
      and(
        eq(registrations.sessionId, sessionId),
        isNull(registrations.removedAt),
        isNull(registrations.heldUntil),
      ),
    )
    .orderBy(asc(people.firstName), asc(people.lastName), asc(people.id))

export const listMarks = (db: Db, meetingIds: string[]) =>
  db
    .select({
      meetingId: attendance.meetingId,
      personId: attendance.personId,
      mark: attendance.mark,
      collectedBy: attendance.collectedBy,
      at: attendance.at,
      phone: attendance.phone,
      seq: attendance.seq,
    })
    .from(attendance)
    .where(inArray(attendance.meetingId, meetingIds))

export const listAbsences = (db: Db, meetingIds: string[]) =>
  db
    .select({
      meetingId: absences.meetingId,
      personId: absences.personId,
      reportedAt: absences.reportedAt,
    })
    .from(absences)
    .where(and(inArray(absences.meetingId, meetingIds), isNull(absences.takenBackAt)))
