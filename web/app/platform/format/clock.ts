import { addDays, type Day, fullDay, localOf, type Time } from './dates.ts'

const dayMs = 86_400_000

/** The moments at which the wall clock shows this: one; none or two on the days on which clocks are changed. */
export function momentsOf(day: Day, time: Time, timeZone: string): Date[] {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const shift = (at: number) => {
    const shown = localOf(new Date(at), timeZone)
    return Date.parse(`${shown.day}T${shown.time}:00Z`) - at
  }
  const moments = new Set([asUtc - shift(asUtc - dayMs), asUtc - shift(asUtc + dayMs)])
  return [...moments]
    .sort((left, right) => left - right)
    .map((at) => new Date(at))
    .filter((moment) => {
      const shown = localOf(moment, timeZone)
      return shown.day === day && shown.time === time
    })
}

/** "9:00 am" of '09:00'. */
export function timeWords(time: Time): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** "Tuesday, March 3, 9:00 am", as in a mail, which is read on any day. */
export function momentWords(moment: Date, timeZone: string): string {
  const { day, time } = localOf(moment, timeZone)
  return `${fullDay(day)}, ${timeWords(time)}`
}

/** "4:05 pm" of today, "tomorrow, 9:00 am", "Tuesday, March 3, 9:00 am", for a page that is read now. */
export function momentFromNow(moment: Date, timeZone: string, now = new Date()): string {
  const today = localOf(now, timeZone).day
  const { day, time } = localOf(moment, timeZone)
  if (day === today) return timeWords(time)
  return day === addDays(today, 1) ? `tomorrow, ${timeWords(time)}` : momentWords(moment, timeZone)
}

/** The time of day that somebody wrote: "9:00 am", "9 am", "noon", "14:30"; undefined for what is none. */
export function timeOf(words: string): Time | undefined {
  const text = words.trim().toLowerCase()
  if (text === 'noon') return '12:00'
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?::(\d\d))?\s*(am|pm|a\.m\.|p\.m\.)?$/.exec(text) ?? []
  if (hours === undefined || Number(minutes) > 59) return undefined
  const hour = Number(hours)
  if (half && (hour < 1 || hour > 12)) return undefined
  const ofDay = half ? (hour % 12) + (half.startsWith('p') ? 12 : 0) : hour
  return ofDay > 23 ? undefined : `${String(ofDay).padStart(2, '0')}:${minutes}`
}
