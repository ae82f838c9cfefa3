import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { href } from 'react-router'
import { linesOf, placeOf } from '#events/events.ts'
import { addDays } from '#platform/dates.ts'
import type { Programme } from '#platform/programme.tables.ts'
import type { RegistrationEntry } from './entries.db.server.ts'

type From = { siteUrl: string; programme: Pick<Programme, 'name' | 'email'> }

/**
 * Registrations as a calendar file (RFC 5545). A session is whole days from its first to its last: the hours are
 * known in words only, which stand in the description. It leaves the rest of the day free.
 */
export function calendarOf(
  entries: RegistrationEntry[],
  { siteUrl, programme }: From,
  method?: 'PUBLISH' | 'CANCEL',
): string {
  const calendar = ical({ prodId: { company: 'Courtside', product: 'Registrations', language: 'EN' } })
  if (method) calendar.method(ICalCalendarMethod[method])
  for (const { id, firstName, event, session } of entries)
    calendar.createEvent({
      id: `registration-${id}@${new URL(siteUrl).hostname}`,
      // A calendar that has the entry takes the one with the higher number.
      sequence: session.revision,
      ...(method && { organizer: { name: programme.name, email: programme.email } }),
      ...(method === 'CANCEL' && { status: ICalEventStatus.CANCELLED }),
      allDay: true,
      start: session.startsOn,
      // The day after the last, as the standard counts.
      end: addDays(session.endsOn, 1),
      summary: `${firstName}: ${event.name}`,
      location: placeOf(linesOf(event.location)).join(', '),
      description: [
        `Session ${session.number}: ${session.description}`,
        ...linesOf(event.location),
        `${programme.name}, ${programme.email}`,
      ].join('\n'),
      url: siteUrl + href('/pages/:kind/:id', { kind: event.kind, id: String(event.id) }),
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  return `${calendar.toString()}\r\n`
}
