import { plurals } from '#events/events.ts'
import { addDays, type Day, toYear } from '#platform/format/dates.ts'
import { byDays } from '#season/drafts/draft-edits.ts'
import type {
  SeasonStructure,
  StructureEvent,
  StructureSession,
} from '#season/file/season-structure.server.ts'
import { copiedDay, daysBetween } from './copied-day.ts'
import { type PriceQuestion, priceQuestion } from './copy-prices.ts'

export type CopyWishes = {
  from: number
  to: number
  /** Shift in weeks against the same ISO week. */
  weeks?: number
  /** Days of the new year without meetings. */
  skips?: Day[]
  /** Keys of the events to copy; default: all. */
  keys?: string[]
}
export type CopiedYear = {
  structure: SeasonStructure
  copies: { event: StructureEvent; session: StructureSession; origin: StructureSession }[]
  questions: PriceQuestion[]
  /** Texts that name a day, a month or a year. */
  texts: { what: string; name: string; text: string }[]
}

/**
 * Copies the sessions of one year into another: same weekdays, numbered from 1, without closed sessions and without
 * that year's skips.
 */
export function copyYear(structure: SeasonStructure, wishes: CopyWishes): CopiedYear {
  const answer: CopiedYear = { structure: { ...structure }, copies: [], questions: [], texts: [] }
  for (const plural of Object.values(plurals)) {
    const events = structure[plural]
    if (events) answer.structure[plural] = events.map((event) => copyEvent(event, wishes, answer))
  }
  return answer
}

function copyEvent(event: StructureEvent, wishes: CopyWishes, answer: CopiedYear): StructureEvent {
  const { from, to, keys } = wishes
  if (event.active === false || (keys && !keys.includes(event.key))) return event
  const inYear = (year: number) => event.sessions.filter(({ starts }) => toYear(starts) === year)
  const open = inYear(from)
    .filter(({ active }) => active !== false)
    .sort(byDays)
  if (open.length === 0) return event
  const last = Math.max(0, ...inYear(to).map(({ number }) => number))
  const pairs = open.map((origin, index) => ({
    session: copySession(origin, last + index + 1, wishes),
    origin,
  }))
  const copies = pairs.map(({ session }) => session)
  const copied = { ...event, sessions: [...event.sessions, ...copies] }
  answer.copies.push(...pairs.map((pair) => ({ event: copied, ...pair })))
  const question = priceQuestion(event, copies)
  if (question) answer.questions.push(question)
  answer.texts.push(...listDatedTexts(event, copies))
  return copied
}

function copySession(session: StructureSession, number: number, { to, weeks = 0, skips = [] }: CopyWishes) {
  const { demo: _demo, closed: _closed, extra = [], opens, 'ages on': agesOn, ...rest } = session
  const starts = addDays(copiedDay(session.starts, to), 7 * weeks)
  const shift = daysBetween(session.starts, starts)
  const ends = addDays(session.ends, shift)
  const later = (text: string) => text.replace(/^\d{4}-\d\d-\d\d/, (day) => addDays(day, shift))
  const copy: StructureSession = {
    ...rest,
    number,
    starts,
    ends,
    skips: skips.filter((day) => starts <= day && day <= ends).sort(),
    extra: extra.map(later).filter((line) => !skips.includes(line.slice(0, 10))),
    opens: typeof opens === 'string' ? later(opens) : [],
    ...(agesOn && { 'ages on': typeof agesOn === 'string' ? dayWithin(to, later(agesOn)) : [] }),
    closed: [],
  }
  return copy
}

/** ISO weeks cross the year's ends: clamps the day to its year. */
function dayWithin(year: number, day: Day): Day {
  if (toYear(day) < year) return `${year}-01-01`
  return toYear(day) > year ? `${year}-12-31` : day
}

const months =
  'jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?'
const namesADay = new RegExp(String.raw`\b(20\d\d|${months}|\d{1,2}(st|nd|rd|th)|\d{1,2}/\d{1,2})\b`, 'i')

function listDatedTexts(event: StructureEvent, copies: StructureSession[]): CopiedYear['texts'] {
  const { name, summary, description, location, format = [], missions = [] } = event
  const eventTexts = [
    ...Object.entries({ name, summary, description, 'price note': event['price note'] }),
    ...location.map((line) => ['location', line] as const),
    ...format.map((line) => ['format', line] as const),
    ...missions.map((line) => ['missions', line] as const),
  ].map(([field, text]) => ({ what: name, name: field, text }))
  const sessionTexts = copies.map(({ number, note }) => ({
    what: `${name}, session ${number}`,
    name: 'note',
    text: note,
  }))
  return [...eventTexts, ...sessionTexts].filter(({ text }) => namesADay.test(text))
}
