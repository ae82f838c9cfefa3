import { addDays, type Day, isDay, isoWeekday } from '#platform/format/dates.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const counted =
  /^(?:(sunday|monday|tuesday|wednesday|thursday|friday|saturday)\s*)?(?:([+-])\s*(\d{1,4})\s*(day|week)s?)?$/i

export const waysToWriteADay = '2027-06-21, +10 days, Monday or Monday +2 weeks'

/**
 * Parses "2027-06-21"; "+10 days" or "-3 weeks" from `base`; "Monday", the first on or after `base`; "Monday +2 weeks",
 * the first on or after the day so counted. Undefined otherwise.
 */
export function parseDay(input: string, base: Day): Day | undefined {
  const text = input.trim()
  if (dayShape.test(text)) return isDay(text) ? text : undefined
  const match = counted.exec(text)
  if (!text || !match) return undefined
  const [, weekday, sign, count, unit] = match
  const days = Number(count ?? 0) * (unit?.toLowerCase() === 'week' ? 7 : 1)
  return onOrAfter(addDays(base, sign === '-' ? -days : days), weekday?.toLowerCase())
}

/** "this year", "next year" or "last year" relative to `base`, or four digits. */
export function yearFrom(input: string | number, base: Day): number | undefined {
  const change = ['last year', 'this year', 'next year'].indexOf(String(input).trim())
  if (change >= 0) return Number(base.slice(0, 4)) + change - 1
  return /^20\d\d$/.test(String(input)) ? Number(input) : undefined
}

function onOrAfter(day: Day, weekday: string | undefined): Day {
  if (!weekday) return day
  const offset = (weekdays.indexOf(weekday) + 1 - isoWeekday(day) + 7) % 7
  return addDays(day, offset)
}

const dayShape = /^\d{4}-\d\d-\d\d$/
