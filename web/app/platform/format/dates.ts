/** 'YYYY-MM-DD', without time or zone */
export type Day = string

/** 'HH:MM' on a wall clock */
export type Time = string

/** Memoised: a format is slow to make, and has 25 KB outside of V8's heap, which are collected late. */
const formats = new Map<string, Intl.DateTimeFormat>()

const digits: Intl.DateTimeFormatOptions = {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
}

/** Calendar and wall clock of `timeZone`. By parts, since a locale's pattern may change. */
export function toLocal(moment: Date, timeZone: string): { day: Day; time: Time } {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...digits, timeZone })
  formats.set(timeZone, format)
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  }
}

export const todayIn = (timeZone: string, now = new Date()): Day => toLocal(now, timeZone).day

const utc = (day: Day) => new Date(`${day}T00:00:00Z`)
const named = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (day: Day) => {
    format ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
    return format.format(utc(day))
  }
}

export const monthDay = named({ month: 'short', day: 'numeric' })
/** "Jun 21, 2027" */
export const longDay = named({ month: 'short', day: 'numeric', year: 'numeric' })

export const longMonthDay = named({ month: 'long', day: 'numeric' })
/** "June 21, 2027" */
export const longMonthDayYear = named({ month: 'long', day: 'numeric', year: 'numeric' })

export const shortWeekday = named({ weekday: 'short' })
export const longWeekday = named({ weekday: 'long' })

/** "Wednesday, June 9" */
export const fullDay = named({ weekday: 'long', month: 'long', day: 'numeric' })

/** "Mon, Jun 21, 2027" */
export const dayWithWeekday = named({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })

const momentFormats = new Map<string, Intl.DateTimeFormat>()

/** "Jun 21, 2027, 4:05 PM" on the wall clock of `timeZone`. */
export function dayAndTime(moment: Date, timeZone: string): string {
  const options = { timeZone, dateStyle: 'medium', timeStyle: 'short' } as const
  const format = momentFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', options)
  momentFormats.set(timeZone, format)
  return format.format(moment).replace('\u202f', ' ')
}

export const toYear = (day: Day) => Number(day.slice(0, 4))

/** "Jun 21" of this year, "Jun 21, 2027" of another. */
export function nearDay(day: Day, thisYear = new Date().getFullYear()): string {
  return toYear(day) === thisYear ? monthDay(day) : longDay(day)
}

/** "Jun 21 – 24", "Jun 28 – Jul 1", "Jul 10"; with the year where that is not this one: "Jun 21 – 24, 2027". */
export function dayRange(from: Day, to: Day, thisYear?: number): string {
  const end = nearDay(to, thisYear)
  if (from === to) return end
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${monthDay(from)} – ${isOneMonth ? end.replace(/^\S+ /, '') : end}`
}

/** For paper, which is read in other years: "Jun 21 – 24, 2027", "Dec 30, 2027 – Jan 2, 2028". */
export const longRange = (from: Day, to: Day): string =>
  toYear(from) === toYear(to) ? dayRange(from, to, 0) : `${longDay(from)} – ${longDay(to)}`

export function addDays(day: Day, days: number): Day {
  const moved = utc(day)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** ISO weekday: Monday 1 to Sunday 7. */
export const isoWeekday = (day: Day) => utc(day).getUTCDay() || 7

export const isDay = (text: string) => {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
