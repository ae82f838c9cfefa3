import { and, eq, isNull, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { programme } from '#platform/programme.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { meetingNotes } from './attendance.tables.ts'
import { isMeetingCoachedBy } from './coaches.db.server.ts'
import { meetingGuests, meetings } from './meetings.tables.ts'
import { meetingSpan, sessionSpanOf } from './spans.db.server.ts'

const notes = sql<{ accountId: string; name: string; note: string }[]>`coalesce((
  select json_agg(json_build_object('accountId', ${accounts.id}, 'note', ${meetingNotes.note},
    'name', ${accounts.firstName} || ' ' || ${accounts.lastName}) order by ${meetingNotes.writtenAt})
  from ${meetingNotes} join ${accounts} on ${accounts.id} = ${meetingNotes.accountId}
  where ${meetingNotes.meetingId} = ${meetings.id}), '[]')`

/** A meeting with what its sheet says of it, and whether this account coaches it. */
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
      session: { id: sessions.id, number: sessions.number, ...sessionSpanOf },
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
export type MeetingFacts = NonNullable<Awaited<ReturnType<typeof meetingFor>>>

/** Who may be marked: everybody who has or had a place, and guests; with the registration that counts, if there is one. */
export async function peopleOfMeeting(db: Db, meetingId: string) {
  const registered = await db
    .select({ personId: registrations.personId, registrationId: registrations.id })
    .from(meetings)
    .innerJoin(registrations, eq(registrations.sessionId, meetings.sessionId))
    .where(and(eq(meetings.id, meetingId), isNull(registrations.heldUntil)))
    .orderBy(sql`${registrations.removedAt} is null`, registrations.id)
  const guests = await db
    .select({ personId: meetingGuests.personId })
    .from(meetingGuests)
    .where(eq(meetingGuests.meetingId, meetingId))
  return new Map<string, number | null>([
    ...guests.map(({ personId }) => [personId, null] as const),
    ...registered.map(({ personId, registrationId }) => [personId, registrationId] as const),
  ])
}
