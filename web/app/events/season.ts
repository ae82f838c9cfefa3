import { addDays, type Day, longWeekday, monthDay, shortWeekday, toYear } from '#platform/format/dates.ts'
import { price } from '#platform/format/money.ts'
import type { Event, Session } from './events.tables.ts'
import { isFull, placesLeft, plurals, takenOrKept } from './events.ts'
import { type Kind, kinds } from './kinds.ts'

export type Offer = Pick<
  Session,
  'startsOn' | 'endsOn' | 'description' | 'places' | 'taken' | 'kept' | 'agesFrom' | 'agesTo' | 'agesOn'
> & {
  event: Pick<Event, 'id' | 'kind' | 'name' | 'summary' | 'priceCents' | 'priceDescription'>
}

export type SeasonRow = ReturnType<typeof toRow>

/** Above `whole` events, the season shows `start` of each kind, and the others on pages of one kind. */
export const seasonPages = { whole: 60, start: 10, page: 50 }

/** `?kind=clinics&page=2`; without a kind the whole season. */
export type SeasonView = { kind: Kind | undefined; page: number }

export function parseSeasonView(search: URLSearchParams): SeasonView {
  const kind = kinds.find((one) => plurals[one] === search.get('kind'))
  const page = Number(/^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? 1)
  return { kind, page }
}

export function seasonLists(offers: Offer[], { kind, page }: SeasonView) {
  const all = offersByEvent(offers)
  const isPaged = all.length > seasonPages.whole
  return kinds.map((one) => {
    const events = all.filter(([first]) => first?.event.kind === one)
    const pages = isPaged ? Math.ceil(events.length / seasonPages.page) : 1
    const at = kind === one ? Math.min(page, pages) : 1
    const most = kind ? seasonPages.page : seasonPages.start
    const shown = isPaged ? events.slice((at - 1) * most, at * most) : events
    const rows = kind && kind !== one ? [] : shown.map(toRow)
    return {
      kind: one,
      rows,
      remaining: countRemaining(events.flat()),
      count: events.length,
      page: at,
      pages,
    }
  })
}

/** Next year's sessions are left to the event's page. */
export function offersByEvent(offers: Offer[]): Offer[][] {
  const events = new Map<number, Offer[]>()
  for (const offer of offers) {
    const others = events.get(offer.event.id) ?? []
    if (isNear(others[0] ?? offer, offer)) events.set(offer.event.id, [...others, offer])
  }
  return [...events.values()]
}

const isNear = (first: Offer, { startsOn }: Offer) => startsOn < addDays(first.startsOn, halfAYear)
const halfAYear = 183

/** "Summer 2027", "Fall to Winter 2026–27": the span that the lists show; undefined without sessions. */
export function seasonName(offers: Offer[]): string | undefined {
  const [first] = offers
  if (!first) return undefined
  const shown = offersByEvent(offers)
    .map(findNext)
    .filter((offer) => isNear(first, offer))
  const days = shown.map(({ startsOn }) => startsOn).sort()
  const from = timeOfYear(days[0] ?? first.startsOn)
  const to = timeOfYear(days.at(-1) ?? first.startsOn)
  return from.name === to.name ? `${to.name} ${to.year}` : `${from.name} to ${to.name} ${to.year}`
}

/** A winter spans two years. */
function timeOfYear(day: Day) {
  const [month, year] = [Number(day.slice(5, 7)), toYear(day)]
  const name = ['Winter', 'Spring', 'Summer', 'Fall'][Math.floor(month / 3) % 4]
  const december = month === 12 ? year : year - 1
  return { name, year: name === 'Winter' ? `${december}–${(december + 1) % 100}` : year }
}

/** The next session with a free place, else the next. */
function findNext(offers: Offer[]): Offer {
  const next = offers.find((offer) => !isFull(offer)) ?? offers[0]
  if (!next) throw new Error('a row of the season needs a session')
  return next
}

/** Separates who, when and where. */
const summaryDot = ' · '

function toRow(offers: Offer[]) {
  const next = findNext(offers)
  const { id, kind, name, summary, priceCents, priceDescription } = next.event
  const [who, ...whenAndWhere] = summary.split(summaryDot)
  const others = offers.slice(offers.indexOf(next) + 1)
  return {
    id,
    kind,
    name,
    who,
    whenAndWhere: whenAndWhere.join(summaryDot),
    price: price(priceCents),
    per: priceDescription.split(',')[0],
    weekdays: formatWeekdays(next.startsOn, next.endsOn),
    day: monthDay(next.startsOn),
    until: formatUntil(next, others),
    places: next.places,
    taken: takenOrKept(next),
  }
}

function formatUntil(next: Offer, others: Offer[]): string {
  if (others.length > 1) return `and ${others.length} more`
  const [other] = others
  if (other) return `and ${monthDay(other.startsOn)}`
  return next.startsOn === next.endsOn ? 'one day' : `to ${monthDay(next.endsOn)}`
}

/** Undefined if a session without a limit is among them. */
function countRemaining(offers: Offer[]): number | undefined {
  const counts = offers.map(placesLeft)
  return counts.every((places) => places !== undefined)
    ? counts.reduce((sum, places) => sum + places, 0)
    : undefined
}

/** "From $40", "Free and from $40", "Free" */
export function formatPrices(offers: Offer[]): string {
  const all = offers.map(({ event }) => event.priceCents)
  const paid = all.filter((cents) => cents > 0)
  if (paid.length === 0) return price(0)
  return `${paid.length < all.length ? 'Free and from' : 'From'} ${price(Math.min(...paid))}`
}

/** "Saturday" (one day), "Saturdays" (weekly), "Sat and Sun", "Mon–Thu" */
export function formatWeekdays(from: Day, to: Day): string {
  if (from === to) return longWeekday(from)
  const [first, last] = [shortWeekday(from), shortWeekday(to)]
  if (first === last) return `${longWeekday(from)}s`
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return days === 1 ? `${first} and ${last}` : `${first}–${last}`
}
