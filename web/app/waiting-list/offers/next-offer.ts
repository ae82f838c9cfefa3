import { momentsAt } from '#platform/format/clock.ts'
import { addDays, toLocal } from '#platform/format/dates.ts'

/** A session's first meeting (its first day where it has no hours), and the end of that day. */
export type Beginning = { firstAt: Date; overAt: Date }

const hourMs = 3_600_000
/** From here on offers are shorter, and no place waits for a larger party. */
const shortNoticeHours = 72
/** From here on there are no offers: first come, first served for those in line. */
const firstPressHours = 24
const offerHours = 24
const shortNoticeOfferHours = 6
/** How long free places wait for a larger party at the head of the line. */
const partyHours = 12

export type Phase = 'offers' | 'first press' | 'over'

export function phaseAt(now: Date, { firstAt, overAt }: Beginning): Phase {
  if (now >= overAt) return 'over'
  return hoursUntil(firstAt, now) <= firstPressHours ? 'first press' : 'offers'
}

/** Never at night, and never after the session's first day. */
export function offerEnd(now: Date, { firstAt, overAt }: Beginning, timeZone: string): Date {
  const hours = hoursUntil(firstAt, now) <= shortNoticeHours ? shortNoticeOfferHours : offerHours
  const end = new Date(now.getTime() + hours * hourMs)
  const { day, time } = toLocal(end, timeZone)
  const isAtNight = time >= '21:00' || time < '09:00'
  const [morning = end] = momentsAt(time >= '21:00' ? addDays(day, 1) : day, '09:00', timeZone)
  const first = isAtNight ? morning : end
  return first < overAt ? first : overAt
}

const hoursUntil = (moment: Date, now: Date) => (moment.getTime() - now.getTime()) / hourMs

/** A full session with a waiting list. `places` null: it is never full any more. */
export type Room = { places: number | null; taken: number; kept: number; keptSince: Date | null }
type Turn = { id: number; size: number }

export type NextOffer<Entry> = { do: 'offer'; entry: Entry } | { do: 'open to all' } | undefined

/**
 * Offers free places to the head of the line. If its party needs more, they wait for `partyHours`; then they go to
 * `fitting`, the first entry that fits, or are open to all. The party keeps its turn.
 */
export function nextOffer<Entry extends Turn>(
  { places, taken, kept, keptSince }: Room,
  { head, fitting }: { head: Entry | undefined; fitting: Entry | undefined },
  now: Date,
  { firstAt }: Pick<Beginning, 'firstAt'>,
): NextOffer<Entry> {
  const free = places === null ? Number.POSITIVE_INFINITY : places - taken
  if (!head) return undefined
  if (head.size <= free) return { do: 'offer', entry: head }
  if (kept === 0 || !keptSince) return undefined
  const hasWaited = hoursUntil(now, keptSince) >= partyHours || hoursUntil(firstAt, now) <= shortNoticeHours
  if (!hasWaited) return undefined
  return fitting && fitting.size <= free ? { do: 'offer', entry: fitting } : { do: 'open to all' }
}
