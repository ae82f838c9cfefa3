import { and, desc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { attendance, meetingNotes } from '#meetings/attendance/attendance.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { isMeetingCoachedBy } from './coaches.db.server.ts'
import { meetingGuests, meetings } from './meetings.tables.ts'
import { meetingSpan, sessionSpan } from './spans.db.server.ts'

const notes = sql<{ accountId: string; name: string; note: string }[]>`coalesce((
  select json_agg(json_build_object('accountId', ${accounts.id}, 'note', ${meetingNotes.note},
    'name', ${accounts.firstName} || ' ' || ${accounts.lastName}) order by ${meetingNotes.writtenAt})
  from ${meetingNotes} join ${accounts} on ${accounts.id} = ${meetingNotes.accountId}
  where ${meetingNotes.meetingId} = ${meetings.id}), '[]')`

/** With the data for its sheet, and whether this account coaches it. */
export async function meetingFor(db: Db, meetingId: string, accountId: string) {
  const [meeting] = await db
    .select({
      id: meetings.id,
      day: meetings.day,
      starts: meetings.starts,
      ends: meetings.ends,
      court: sql<string | null>`coalesce(${meetings.court}, ${sessions.court})`,
      state: meetings.state,
      why: meetings.why,
      ...meetingSpan,
      session: { id: sessions.id, number: sessions.number, levels: sessions.levels, ...sessionSpan },
      event: { name: events.name, location: events.location },
      isOwn: isMeetingCoachedBy(accountId),
      planned: sql<string[]>`(select json_agg(id order by day, starts) from meetings as others
        where others.session_id = ${meetings.sessionId} and (others.state = 'planned' or others.id = ${meetings.id}))`,
      notes,
      timeZone: sql<string>`(select ${programme.timeZone} from ${programme})`,
    })
    .from(meetings)
    .innerJoin(sessions, eq(sessions.id, meetings.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(eq(meetings.id, meetingId))
  return meeting
}
export type SheetMeeting = NonNullable<Awaited<ReturnType<typeof meetingFor>>>

type SentMark = { id: string; personId: string }

/**
 * Those who may be marked: with a place now or before, or guests; with their current registration, and the number of
 * their other marks.
 */
export async function peopleToMark(db: Db, { id, session }: SheetMeeting, marks: SentMark[]) {
  const place = and(eq(registrations.sessionId, session.id), isNull(registrations.heldUntil))
  const places = db.select({ id: registrations.personId }).from(registrations).where(place)
  const guest = eq(meetingGuests.meetingId, id)
  const guests = db.select({ id: meetingGuests.personId }).from(meetingGuests).where(guest)
  const registration = db
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.personId, people.id), place))
    .orderBy(desc(sql`${registrations.removedAt} is null`), desc(registrations.id))
    .limit(1)
  const ids = marks.map((mark) => mark.id)
  const other = and(
    eq(attendance.personId, people.id),
    eq(attendance.meetingId, id),
    notInArray(attendance.id, ids),
  )
  const sent = marks.map(({ personId }) => personId)
  const rows = await db
    .select({
      id: people.id,
      registrationId: sql<number | null>`${registration}`,
      marks: db.$count(attendance, other),
    })
    .from(people)
    .where(and(inArray(people.id, sent), or(inArray(people.id, places), inArray(people.id, guests))))
  return new Map(rows.map((row) => [row.id, row]))
}
