import { addDays, type Day, longWeekday, monthDay, shortWeekday, yearOf } from '#platform/dates.ts'
import { price } from '#platform/money.ts'
import { type Event, type Kind, kinds, type Session } from './events.tables.ts'
import { isFull, placesLeft, pluralOf } from './events.ts'

/** A session that can be booked, with its event: what the list of the season is made of. */
export type Offer = Pick<Session, 'startsOn' | 'endsOn' | 'places' | 'taken'> & {
  event: Pick<Event, 'id' | 'kind' | 'name' | 'summary' | 'priceCents' | 'priceDescription'>
}

export type SeasonRow = ReturnType<typeof rowOf>

/** A season of more events than `whole` shows the first `start` of each kind, and the rest on pages of one kind. */
export const seasonPages = { whole: 60, start: 10, page: 50 }

/** `?kind=clinics&page=2`: one page of one kind; without a kind it is the season. */
export type SeasonPart = { kind: Kind | undefined; page: number }

export function seasonPart(search: URLSearchParams): SeasonPart {
  const kind = kinds.find((one) => pluralOf[one] === search.get('kind'))
  const page = Number(/^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? 1)
  return { kind, page }
}

/** The lists of the season, of each the rows that this part shows, in the order of their next session. */
export function seasonLists(offers: Offer[], { kind, page }: SeasonPart) {
  const eventsOf = new Map<number, Offer[]>()
  for (const offer of offers) {
    const own = eventsOf.get(offer.event.id)
    if (own) own.push(offer)
    else eventsOf.set(offer.event.id, [offer])
  }
  const isPaged = eventsOf.size > seasonPages.whole
  return kinds.map((one) => {
    const events = [...eventsOf.values()].filter(([first]) => first?.event.kind === one).map(thisSeason)
    const pages = isPaged ? Math.ceil(events.length / seasonPages.page) : 1
    const at = kind === one ? Math.min(page, pages) : 1
    const most = kind ? seasonPages.page : seasonPages.start
    const shown = isPaged ? events.slice((at - 1) * most, at * most) : events
    const rows = kind && kind !== one ? [] : shown.map(rowOf)
    return { kind: one, rows, left: leftIn(events.flat()), count: events.length, page: at, pages }
  })
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
