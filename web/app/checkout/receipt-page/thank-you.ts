import { placeLines, splitLines, withoutGroup } from '#events/events.ts'
import { formatWeekdays } from '#events/season.ts'
import { toFirstName } from '#events/staff/staff.server.ts'
import { type Day, fullDay, longDay, monthDay, toYear } from '#platform/format/dates.ts'
import { dollars, dollarsOrFree } from '#platform/format/money.ts'
import { sumOwed } from '#registrations/dues.ts'
import type { RegistrationEntry } from '#registrations/entries.db.server.ts'

export type Ticket = ReturnType<typeof toTicket>

/** A place as on a boarding pass: when, what, for whom, where, and the amount due. */
export function toTicket(entry: RegistrationEntry) {
  const { id, personId, firstName, lastName, session, event, priceCents } = entry
  const { startsOn, endsOn } = session
  return {
    id,
    personId,
    sessionId: session.id,
    firstName,
    player: `${firstName} ${lastName}`,
    event: event.name,
    weekdays: formatWeekdays(startsOn, endsOn),
    day: monthDay(startsOn),
    until: startsOn === endsOn ? String(toYear(startsOn)) : `to ${longDay(endsOn)}`,
    session: `Session ${session.number}, ${withoutGroup(session.description)}`,
    place: placeLines(splitLines(event.location)).join(', '),
    coach: event.coach && `Coach ${toFirstName(event.coach)}`,
    amount: dollarsOrFree(priceCents),
    due: { paid: '', 'being paid': 'the bank is confirming', unpaid: `due ${longDay(session.startsOn)}` }[
      entry.standing
    ],
  }
}

/** "$180.00 by Jun 21, 2027", for each day on which something is due. */
export function duesByDay(unpaid: RegistrationEntry[]): string[] {
  const days = [...new Set(unpaid.map(({ session }) => session.startsOn))].sort()
  return days.map(
    (day) =>
      `${dollars(sumOwed(unpaid.filter(({ session }) => session.startsOn === day)))} by ${longDay(day)}`,
  )
}

/** "Pip and Juno have their places. See you on Monday, June 21, 2027."; names only the players who begin first. */
export function seeYou(entries: RegistrationEntry[], today: Day): string {
  const names = [...new Set(entries.map(({ firstName }) => firstName))]
  const places =
    names.length > 1
      ? 'have their places'
      : entries.length > 1
        ? `has ${entries.length} places`
        : 'has a place'
  const [first] = entries.map(({ session }) => session.startsOn).sort()
  if (!first || first < today) return `${listed(names)} ${places}.`
  const early = names.filter((name) =>
    entries.some(({ firstName, session }) => firstName === name && session.startsOn === first),
  )
  const see =
    early.length === names.length
      ? 'See you'
      : `${listed(early)} ${early.length === 1 ? 'comes' : 'come'} first,`
  return `${listed(names)} ${places}. ${see} on ${fullDay(first)}, ${toYear(first)}.`
}

/** "Bring water and a hat."; a sentence for each event where they differ. */
export function bringSentences(events: { name: string; bring: string[] }[]): string[] {
  const things = new Map(events.map(({ name, bring }) => [name, listed(bring)]))
  const differ = new Set(things.values()).size > 1
  return [...things].flatMap(([name, list], index) => {
    if (!list || (!differ && index > 0)) return []
    return differ ? `${name}: bring ${list}.` : `Bring ${list}.`
  })
}

const listed = (names: string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
