import { addDays, type Day, longWeekday, monthDay, shortWeekday, yearOf } from '#platform/dates.ts'
import { price } from '#platform/money.ts'
import type { Event, Kind, Session } from './events.tables.ts'
import { isFull, placesLeft } from './events.ts'

/** A session that can be booked, with its event: what the list of the season is made of. */
export type Offer = Pick<Session, 'startsOn' | 'endsOn' | 'places' | 'taken'> & {
  event: Pick<Event, 'id' | 'kind' | 'name' | 'summary' | 'priceCents' | 'priceDescription'>
}

export type SeasonRow = ReturnType<typeof rowOf>

/** The list of one kind: its events in the order of their next session, and how many places are left in them. */
export function seasonOf(kind: Kind, offers: Offer[]) {
  const own = offers.filter(({ event }) => event.kind === kind)
  const ids = [...new Set(own.map(({ event }) => event.id))]
  const seasons = ids.map((id) => thisSeason(own.filter(({ event }) => event.id === id)))
  return { kind, rows: seasons.map(rowOf), left: leftIn(seasons.flat()) }
}

/** Next year's sessions are announced on the event's page, but are no part of this season. */
const thisSeason = (offers: Offer[]) =>
  offers.filter(({ startsOn }) => startsOn < addDays(offers[0]?.startsOn ?? startsOn, halfAYear))
const halfAYear = 183

/** "Summer 2027", by the earliest session that can be booked; undefined when there is none. */
export function seasonName(offers: Offer[]): string | undefined {
  const next = offers[0]?.startsOn
  if (!next) return undefined
  const month = Number(next.slice(5, 7))
  return `${['Winter', 'Spring', 'Summer', 'Fall'][Math.floor(month / 3) % 4]} ${yearOf(next)}`
}

/** An event's row tells of its next session with a place, or of the next one where all are full. */
function rowOf(offers: Offer[]) {
  const [first] = offers
  const next = offers.find((offer) => !isFull(offer)) ?? first
  if (!first || !next) throw new Error('a row of the season needs a session')
  const { id, kind, name, summary, priceCents, priceDescription } = next.event
  const others = offers.slice(offers.indexOf(next) + 1)
  return {
    id,
    kind,
    name,
    summary,
    price: price(priceCents),
    per: priceDescription.split(',')[0],
    weekdays: weekdaysOf(next.startsOn, next.endsOn),
    day: monthDay(next.startsOn),
    until: untilOf(next, others),
    places: next.places,
    taken: next.taken,
  }
}

function untilOf(next: Offer, others: Offer[]): string {
  if (others.length > 1) return `and ${others.length} more`
  const [other] = others
  if (other) return `and ${monthDay(other.startsOn)}`
  return next.startsOn === next.endsOn ? 'one day' : `to ${monthDay(next.endsOn)}`
}

/** Undefined when a session without a number of places is among them. */
function leftIn(offers: Offer[]): number | undefined {
  const left = offers.map(placesLeft)
  return left.every((places) => places !== undefined)
    ? left.reduce((sum, places) => sum + places, 0)
    : undefined
}

/** "Saturday" (one day), "Saturdays" (weekly), "Sat and Sun", "Mon–Thu" */
export function weekdaysOf(from: Day, to: Day): string {
  if (from === to) return longWeekday(from)
  const [first, last] = [shortWeekday(from), shortWeekday(to)]
  if (first === last) return `${longWeekday(from)}s`
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return days === 1 ? `${first} and ${last}` : `${first}–${last}`
}
