import { asc, inArray } from 'drizzle-orm'
import ical, {
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { href } from 'react-router'
import { placeLines, splitLines } from '#events/events.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { meetingSpan } from '#meetings/spans.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays } from '#platform/format/dates.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import type { RegistrationEntry } from '#registrations/entries.db.server.ts'

type From = { siteUrl: string; programme: Pick<Programme, 'name' | 'email'> }
type Method = 'PUBLISH' | 'CANCEL'
export type CalendarMeeting = Awaited<ReturnType<typeof calendarMeetings>>[number]

/** Cancelled meetings included. */
export function calendarMeetings(db: Db, sessionIds: number[]) {
  const { id, sessionId, day, court, state, why, sequence, madeAt } = meetings
  return db
    .select({ id, sessionId, day, court, state, why, sequence, madeAt, ...meetingSpan })
    .from(meetings)
    .where(inArray(sessionId, sessionIds))
    .orderBy(asc(day), asc(meetings.starts), asc(id))
}

/**
 * iCalendar (RFC 5545): one event per meeting, cancelled ones included. A session with hours as free text is one
 * all-day event over its days.
 */
export function toCalendar(
  entries: RegistrationEntry[],
  known: CalendarMeeting[],
  { siteUrl, programme }: From,
  method?: Method,
): string {
  const calendar = ical({ prodId: { company: 'Courtside', product: 'Registrations', language: 'EN' } })
  if (method) calendar.method(ICalCalendarMethod[method])
  for (const entry of entries) {
    const sessionMeetings = known.filter(({ sessionId }) => sessionId === entry.session.id)
    const all = [
      ...wholeDays(entry, sessionMeetings, method),
      ...sessionMeetings.map((meeting) => oneMeeting(entry, meeting)),
    ]
    // Meetings of a closed session that took place stay.
    const events = method === 'CANCEL' ? all.filter(({ status }) => status) : all
    for (const { id, description = [], ...event } of events)
      calendar.createEvent({
        ...event,
        id: `${id}@${new URL(siteUrl).hostname}`,
        ...(method && { organizer: { name: programme.name, email: programme.email } }),
        summary: `${entry.firstName}: ${entry.event.name}`,
        description: [
          ...description,
          `Session ${entry.session.number}: ${entry.session.description}`,
          ...splitLines(entry.event.location),
          `${programme.name}, ${programme.email}`,
        ].join('\n'),
        url: siteUrl + href('/pages/:kind/:id', { kind: entry.event.kind, id: String(entry.event.id) }),
      })
  }
  return `${calendar.toString()}\r\n`
}

/** Calendars take the event with the higher `sequence`. */
type CalendarEvent = Pick<
  ICalEventData,
  'start' | 'end' | 'allDay' | 'location' | 'status' | 'transparency'
> & {
  id: string
  sequence: number
  description?: string[]
}

/**
 * The session as an all-day event. Cancelled once the session has meetings, if the registration is older than they are:
 * a calendar may have it from an earlier file.
 */
function wholeDays(
  { id, createdAt, session, event }: RegistrationEntry,
  sessionMeetings: CalendarMeeting[],
  method?: Method,
): CalendarEvent[] {
  const isOlder = sessionMeetings.every(({ madeAt }) => createdAt < madeAt)
  if (!isOlder && method !== 'CANCEL') return []
  return [
    {
      id: `registration-${id}`,
      sequence: session.revision + (sessionMeetings.length > 0 ? 1 : 0),
      ...((sessionMeetings.length > 0 || method === 'CANCEL') && { status: ICalEventStatus.CANCELLED }),
      allDay: true,
      start: session.startsOn,
      // DTEND is exclusive.
      end: addDays(session.endsOn, 1),
      location: placeLines(splitLines(event.location)).join(', '),
      transparency: ICalEventTransparency.TRANSPARENT,
    },
  ]
}

function oneMeeting({ id, session, event }: RegistrationEntry, meeting: CalendarMeeting): CalendarEvent {
  const { startsAt, endsAt, court, state, why } = meeting
  return {
    id: `meeting-${meeting.id}-${id}`,
    sequence: session.revision + meeting.sequence,
    ...(state === 'cancelled' && { status: ICalEventStatus.CANCELLED }),
    start: startsAt,
    end: endsAt,
    location: [...placeLines(splitLines(event.location)), ...(court ? [court] : [])].join(', '),
    description: state === 'cancelled' && why ? [why] : [],
  }
}
