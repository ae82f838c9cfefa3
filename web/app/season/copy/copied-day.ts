import { addDays, type Day, weekdayOf, yearOf } from '#platform/format/dates.ts'

/** The Monday of the first week of a year, as ISO 8601 counts: the week of January 4. */
const firstMonday = (year: number): Day => addDays(`${year}-01-04`, 1 - weekdayOf(`${year}-01-04`))

/** The year that the week of a day belongs to, and the number of that week in it. */
function weekOf(day: Day): { year: number; week: number } {
  const year = yearOf(addDays(day, 4 - weekdayOf(day)))
  return { year, week: Math.floor(daysBetween(firstMonday(year), day) / 7) + 1 }
}

export const daysBetween = (from: Day, to: Day) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

const weeksIn = (year: number) => daysBetween(firstMonday(year), firstMonday(year + 1)) / 7

/** The same weekday of the same ISO week in another year (of week 53, the last); never a day of a third year. */
export function copiedDay(day: Day, year: number): Day {
  const { year: weekYear, week } = weekOf(day)
  const target = year + weekYear - yearOf(day)
  const copied = addDays(firstMonday(target), 7 * (Math.min(week, weeksIn(target)) - 1) + weekdayOf(day) - 1)
  if (yearOf(copied) < year) return addDays(copied, 7)
  return yearOf(copied) > year ? addDays(copied, -7) : copied
}
