import { linesOf, placeOf, withoutGroup } from '#events/events.ts'
import { weekdaysOf } from '#events/season.ts'
import { firstNameOf } from '#events/staff/staff.server.ts'
import { type Day, fullDay, longDay, monthDay, yearOf } from '#platform/format/dates.ts'
import { dollars, dollarsOrFree } from '#platform/format/money.ts'
import { owedFor } from '#registrations/dues.ts'
import type { RegistrationEntry } from '#registrations/entries.db.server.ts'

export type Ticket = ReturnType<typeof ticketOf>

/** A place as a boarding pass shows it: when, what, for whom, where, and what is due. */
export function ticketOf(entry: RegistrationEntry) {
  const { id, personId, firstName, lastName, session, event, priceCents } = entry
  const { startsOn, endsOn } = session
  return {
    id,
    personId,
    sessionId: session.id,
    firstName,
    player: `${firstName} ${lastName}`,
    event: event.name,
    weekdays: weekdaysOf(startsOn, endsOn),
    day: monthDay(startsOn),
    until: startsOn === endsOn ? String(yearOf(startsOn)) : `to ${longDay(endsOn)}`,
    session: `Session ${session.number}, ${withoutGroup(session.description)}`,
    place: placeOf(linesOf(event.location)).join(', '),
    coach: event.coach && `Coach ${firstNameOf(event.coach)}`,
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
      `${dollars(owedFor(unpaid.filter(({ session }) => session.startsOn === day)))} by ${longDay(day)}`,
  )
}

/** "Pip and Juno have their places. See you on Monday, June 21, 2027."; who begins later is not told that day. */
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
  return `${listed(names)} ${places}. ${see} on ${fullDay(first)}, ${yearOf(first)}.`
}

/** "Bring water and a hat."; where events differ in it, a sentence for each. */
export function bringWords(events: { name: string; bring: string[] }[]): string[] {
  const things = new Map(events.map(({ name, bring }) => [name, listed(bring)]))
  const differ = new Set(things.values()).size > 1
  return [...things].flatMap(([name, words], index) => {
    if (!words || (!differ && index > 0)) return []
    return differ ? `${name}: bring ${words}.` : `Bring ${words}.`
  })
}

const listed = (names: string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
