import { addDays, type Day, isoWeekday, toYear } from '#platform/format/dates.ts'

/** The Monday of the first week of a year, as ISO 8601 counts: the week of January 4. */
const firstMonday = (year: number): Day => addDays(`${year}-01-04`, 1 - isoWeekday(`${year}-01-04`))

/** ISO 8601 week and its year. */
function isoWeek(day: Day): { year: number; week: number } {
  const year = toYear(addDays(day, 4 - isoWeekday(day)))
  return { year, week: Math.floor(daysBetween(firstMonday(year), day) / 7) + 1 }
}

export const daysBetween = (from: Day, to: Day) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

const weeksIn = (year: number) => daysBetween(firstMonday(year), firstMonday(year + 1)) / 7

/** Keeps weekday and ISO week in another year (week 53 becomes the last), without leaving that year. */
export function copiedDay(day: Day, year: number): Day {
  const { year: weekYear, week } = isoWeek(day)
  const target = year + weekYear - toYear(day)
  const copied = addDays(firstMonday(target), 7 * (Math.min(week, weeksIn(target)) - 1) + isoWeekday(day) - 1)
  if (toYear(copied) < year) return addDays(copied, 7)
  return toYear(copied) > year ? addDays(copied, -7) : copied
}
