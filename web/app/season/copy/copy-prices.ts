import { readMeets } from '#meetings/hours.ts'
import { planMeetings } from '#meetings/plan-meetings.ts'
import { listOf } from '#platform/format/list-of.ts'
import { inDollars, price, priceRange, readPrice } from '#platform/format/money.ts'
import { eventIn, withEvent } from '#season/drafts/draft-edits.ts'
import type {
  SeasonStructure,
  StructureEvent,
  StructureSession,
} from '#season/file/season-structure.server.ts'
import type { FormProblems, FormValues } from '#season/forms/session-form.ts'

/** What a person decides of an event whose copied sessions have fewer meetings than their weekdays. */
export type PriceQuestion = {
  key: string
  /** "Green Ball Clinic, session 2: 3 of 4 meetings: price stays $180?" */
  words: string
  priceCents: number
  /** What is left for the same price of a meeting; an event has one price, so only where all its copies lose the same part. */
  suggestion: { cents: number; words: string } | undefined
}

/** By the keys of their events. */
export type NewPrices = Record<string, number>

export function priceQuestion(event: StructureEvent, copies: StructureSession[]): PriceQuestion | undefined {
  const counts = copies.map(countsOf)
  const fewer = counts.filter(({ all, left }) => left < all)
  const [first] = fewer
  const priceCents = readPrice(String(event.price))
  if (!first || !priceCents) return undefined
  const isSamePart = counts.every(({ all, left }) => all > 0 && left * first.all === first.left * all)
  // Whole dollars.
  const cents = 100 * Math.round((priceCents * first.left) / first.all / 100)
  return {
    key: event.key,
    words: `${event.name}, ${fewerWords(fewer)}: price stays ${price(priceCents)}?`,
    priceCents,
    suggestion:
      isSamePart && cents > 0
        ? {
            cents,
            words: `${first.all} meetings cost ${price(priceCents)}, so ${first.left} cost ${price(cents)}.`,
          }
        : undefined,
  }
}

type Counts = { number: number; all: number; left: number }

/** Without its weekdays nobody knows how many meetings a session has. */
function countsOf({ number, starts, ends, meets: words, skips = [] }: StructureSession): Counts {
  const meets = typeof words === 'string' ? readMeets(words) : undefined
  if (!meets || 'wrong' in meets) return { number, all: 0, left: 0 }
  const planned = (without: string[]) =>
    planMeetings({ startsOn: starts, endsOn: ends, meets, extra: [], skips: without }).length
  return { number, all: planned([]), left: planned(skips) }
}

/** "session 2: 3 of 4 meetings", "sessions 1 and 2: 3 of 4 meetings, session 3: 2 of 4 meetings" */
function fewerWords(fewer: Counts[]): string {
  const numbers = new Map<string, number[]>()
  for (const { number, all, left } of fewer) {
    const words = `${left} of ${all} meetings`
    numbers.set(words, [...(numbers.get(words) ?? []), number])
  }
  return [...numbers]
    .map(([words, of]) => `${of.length > 1 ? 'sessions' : 'session'} ${listOf(of.map(String))}: ${words}`)
    .join(', ')
}

/** The names of a question's fields. */
export const priceFields = ({ key }: Pick<PriceQuestion, 'key'>) => ({
  answer: `price:${key}`,
  newPrice: `new-price:${key}`,
})

/** What a form answers to the questions. */
export function readPrices(
  questions: PriceQuestion[],
  values: FormValues,
): { prices: NewPrices; problems: FormProblems } {
  const [prices, problems]: [NewPrices, FormProblems] = [{}, {}]
  for (const { key } of questions) {
    const fields = priceFields({ key })
    const answer = values[fields.answer]
    if (answer === 'keep') continue
    const cents = readPrice(values[fields.newPrice])
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
