import { parseMeets } from '#meetings/hours.ts'
import { planMeetings } from '#meetings/plan-meetings.ts'
import { formatList } from '#platform/format/format-list.ts'
import { inDollars, parsePrice, price, priceRange } from '#platform/format/money.ts'
import { eventIn, withEvent } from '#season/drafts/draft-edits.ts'
import type {
  SeasonStructure,
  StructureEvent,
  StructureSession,
} from '#season/file/season-structure.server.ts'
import type { FormProblems, FormValues } from '#season/forms/session-form.ts'

/** Asked of an event whose copied sessions have fewer meetings than their weekdays. */
export type PriceQuestion = {
  key: string
  /** "Green Ball Clinic, session 2: 3 of 4 meetings: price stays $180?" */
  text: string
  priceCents: number
  /** The price pro rata; an event has one price, so only where all its copies lose the same share. */
  suggestion: { cents: number; text: string } | undefined
}

/** By the keys of their events. */
export type NewPrices = Record<string, number>

export function priceQuestion(event: StructureEvent, copies: StructureSession[]): PriceQuestion | undefined {
  const counts = copies.map(countMeetings)
  const fewer = counts.filter(({ all, remaining }) => remaining < all)
  const [first] = fewer
  const priceCents = parsePrice(String(event.price))
  if (!first || !priceCents) return undefined
  const isSameShare = counts.every(
    ({ all, remaining }) => all > 0 && remaining * first.all === first.remaining * all,
  )
  // Whole dollars.
  const cents = 100 * Math.round((priceCents * first.remaining) / first.all / 100)
  return {
    key: event.key,
    text: `${event.name}, ${describeFewer(fewer)}: price stays ${price(priceCents)}?`,
    priceCents,
    suggestion:
      isSameShare && cents > 0
        ? {
            cents,
            text: `${first.all} meetings cost ${price(priceCents)}, so ${first.remaining} cost ${price(cents)}.`,
          }
        : undefined,
  }
}

type Counts = { number: number; all: number; remaining: number }

/** 0 of 0 where the hours are free text: the number of meetings is unknown. */
function countMeetings({ number, starts, ends, meets: hours, skips = [] }: StructureSession): Counts {
  const meets = typeof hours === 'string' ? parseMeets(hours) : undefined
  if (!meets || 'wrong' in meets) return { number, all: 0, remaining: 0 }
  const planned = (without: string[]) =>
    planMeetings({ startsOn: starts, endsOn: ends, meets, extra: [], skips: without }).length
  return { number, all: planned([]), remaining: planned(skips) }
}

/** "session 2: 3 of 4 meetings", "sessions 1 and 2: 3 of 4 meetings, session 3: 2 of 4 meetings" */
function describeFewer(fewer: Counts[]): string {
  const numbers = new Map<string, number[]>()
  for (const { number, all, remaining } of fewer) {
    const share = `${remaining} of ${all} meetings`
    numbers.set(share, [...(numbers.get(share) ?? []), number])
  }
  return [...numbers]
    .map(
      ([share, sessionNumbers]) =>
        `${sessionNumbers.length > 1 ? 'sessions' : 'session'} ${formatList(sessionNumbers.map(String))}: ${share}`,
    )
    .join(', ')
}

export const priceFields = ({ key }: Pick<PriceQuestion, 'key'>) => ({
  answer: `price:${key}`,
  newPrice: `new-price:${key}`,
})

export function readPrices(
  questions: PriceQuestion[],
  values: FormValues,
): { prices: NewPrices; problems: FormProblems } {
  const [prices, problems]: [NewPrices, FormProblems] = [{}, {}]
  for (const { key } of questions) {
    const fields = priceFields({ key })
    const answer = values[fields.answer]
    if (answer === 'keep') continue
    const cents = parsePrice(values[fields.newPrice])
    if (answer !== 'change') problems[fields.answer] = 'Choose a price.'
    else if (cents !== undefined) prices[key] = cents
    else problems[fields.newPrice] = `Write ${priceRange}, such as 135.`
  }
  return { prices, problems }
}

export function withPrices(structure: SeasonStructure, prices: NewPrices): SeasonStructure {
  let priced = structure
  for (const [key, cents] of Object.entries(prices)) {
    const found = eventIn(priced, key)
    if (found) priced = withEvent(priced, { ...found, event: { ...found.event, price: inDollars(cents) } })
  }
  return priced
}
