import { asc, inArray } from 'drizzle-orm'
import ical, {
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { href } from 'react-router'
import { linesOf, placeOf } from '#events/events.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { meetingSpan } from '#meetings/spans.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays } from '#platform/format/dates.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import type { RegistrationEntry } from '#registrations/entries.db.server.ts'

type From = { siteUrl: string; programme: Pick<Programme, 'name' | 'email'> }
type Method = 'PUBLISH' | 'CANCEL'
export type CalendarMeeting = Awaited<ReturnType<typeof calendarMeetings>>[number]

/** The meetings of these sessions, the cancelled ones among them. */
export function calendarMeetings(db: Db, sessionIds: number[]) {
  const { id, sessionId, day, court, state, why, sequence, madeAt } = meetings
  return db
    .select({ id, sessionId, day, court, state, why, sequence, madeAt, ...meetingSpan })
    .from(meetings)
    .where(inArray(sessionId, sessionIds))
    .orderBy(asc(day), asc(meetings.starts), asc(id))
}

/**
 * Registrations as a calendar file (RFC 5545): an entry a meeting, with its hours, the cancelled ones as such. A session
 * whose hours are known in words only is whole days from its first to its last.
 */
export function calendarOf(
  entries: RegistrationEntry[],
  known: CalendarMeeting[],
  { siteUrl, programme }: From,
  method?: Method,
): string {
  const calendar = ical({ prodId: { company: 'Courtside', product: 'Registrations', language: 'EN' } })
  if (method) calendar.method(ICalCalendarMethod[method])
  for (const entry of entries) {
    const own = known.filter(({ sessionId }) => sessionId === entry.session.id)
    const all = [...wholeDays(entry, own, method), ...own.map((meeting) => oneMeeting(entry, meeting))]
    // Of a closed session what took place already stays.
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
          ...linesOf(entry.event.location),
          `${programme.name}, ${programme.email}`,
        ].join('\n'),
        url: siteUrl + href('/pages/:kind/:id', { kind: entry.event.kind, id: String(entry.event.id) }),
      })
  }
  return `${calendar.toString()}\r\n`
}

/** A calendar that has the entry takes the one with the higher `sequence`. */
type CalendarEvent = Pick<
  ICalEventData,
  'start' | 'end' | 'allDay' | 'location' | 'status' | 'transparency'
> & {
  id: string
  sequence: number
  description?: string[]
}

/**
 * The span of a session. Once it has meetings the span is cancelled, for a place that is older than they are: a calendar
 * may have it from a file of that time.
 */
function wholeDays(
  { id, createdAt, session, event }: RegistrationEntry,
  own: CalendarMeeting[],
  method?: Method,
): CalendarEvent[] {
  const isOlder = own.every(({ madeAt }) => createdAt < madeAt)
  if (!isOlder && method !== 'CANCEL') return []
  return [
    {
      id: `registration-${id}`,
      sequence: session.revision + (own.length > 0 ? 1 : 0),
      ...((own.length > 0 || method === 'CANCEL') && { status: ICalEventStatus.CANCELLED }),
      allDay: true,
      start: session.startsOn,
      // The day after the last, as the standard counts.
      end: addDays(session.endsOn, 1),
      location: placeOf(linesOf(event.location)).join(', '),
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
    location: [...placeOf(linesOf(event.location)), ...(court ? [court] : [])].join(', '),
    description: state === 'cancelled' && why ? [why] : [],
  }
}
