/** A day of the calendar, 'YYYY-MM-DD', without time or zone. */
export type Day = string

/** Making a format takes longer than all else that a request does by itself. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Today on the wall calendar of `timeZone`. */
export function todayIn(timeZone: string, now = new Date()): Day {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(now)
}

const utc = (day: Day) => new Date(`${day}T00:00:00Z`)
const named = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (day: Day) => format.format(utc(day))
}

/** "Jun 21" */
export const monthDay = named({ month: 'short', day: 'numeric' })
/** "Jun 21, 2027" */
export const longDay = named({ month: 'short', day: 'numeric', year: 'numeric' })

export const yearOf = (day: Day) => Number(day.slice(0, 4))

/** "Jun 21 – 24", "Jun 28 – Jul 1", "Jul 10" */
export function dayRange(from: Day, to: Day): string {
  if (from === to) return monthDay(from)
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${monthDay(from)} – ${Number(to.slice(8))}`
    : `${monthDay(from)} – ${monthDay(to)}`
}

/** The day so many days later (or earlier, when negative). */
export function addDays(day: Day, days: number): Day {
  const moved = utc(day)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}
