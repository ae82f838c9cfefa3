import { momentsOf } from '#platform/format/clock.ts'
import { addDays, localOf } from '#platform/format/dates.ts'

/** When a session begins: its first meeting, or its first day where it has no hours; and when that day is over. */
export type Beginning = { firstAt: Date; overAt: Date }

const hourMs = 3_600_000
/** From so long before the first meeting an offer ends sooner, and no place waits for a party that needs more. */
const hastyHours = 72
/** From so long before it there are no offers: whoever in line presses first has the place. */
const lastHours = 24
const offerHours = 24
const hastyOfferHours = 6
/** So long a place waits for a party at the head of the line that needs more. */
const partyHours = 12

export type Phase = 'offers' | 'first press' | 'over'

export function phaseOf(now: Date, { firstAt, overAt }: Beginning): Phase {
  if (now >= overAt) return 'over'
  return hoursUntil(firstAt, now) <= lastHours ? 'first press' : 'offers'
}

/** When an offer that is made now ends: never at night, and never after the session's first day. */
export function offerEnd(now: Date, { firstAt, overAt }: Beginning, timeZone: string): Date {
  const hours = hoursUntil(firstAt, now) <= hastyHours ? hastyOfferHours : offerHours
  const end = new Date(now.getTime() + hours * hourMs)
  const { day, time } = localOf(end, timeZone)
  const isAtNight = time >= '21:00' || time < '09:00'
  const [morning = end] = momentsOf(time >= '21:00' ? addDays(day, 1) : day, '09:00', timeZone)
  const first = isAtNight ? morning : end
  return first < overAt ? first : overAt
}

const hoursUntil = (moment: Date, now: Date) => (moment.getTime() - now.getTime()) / hourMs

/** A full session whose places go to those who wait. `places` null: it is never full any more. */
export type Room = { places: number | null; taken: number; kept: number; keptSince: Date | null }
type Turn = { id: number; size: number }

export type NextOffer<Entry> = { do: 'offer'; entry: Entry } | { do: 'open to all' } | undefined

/**
 * Who is offered what is free: the head of the line. A party that needs more is waited for, then what is kept goes to the
 * first entry for which it is enough, and what none can use is for everybody; the party keeps its turn. `fitting` is the
 * first entry that is no larger than what is free.
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
  const hasWaited = hoursUntil(now, keptSince) >= partyHours || hoursUntil(firstAt, now) <= hastyHours
  if (!hasWaited) return undefined
  return fitting && fitting.size <= free ? { do: 'offer', entry: fitting } : { do: 'open to all' }
}
