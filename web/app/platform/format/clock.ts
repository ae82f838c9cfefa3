import { addDays, type Day, fullDay, type Time, toLocal } from './dates.ts'

const dayMs = 86_400_000

/** The instants at which the wall clock shows this: one, but none or two on the days of a clock change. */
export function momentsAt(day: Day, time: Time, timeZone: string): Date[] {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const shift = (at: number) => {
    const shown = toLocal(new Date(at), timeZone)
    return Date.parse(`${shown.day}T${shown.time}:00Z`) - at
  }
  const moments = new Set([asUtc - shift(asUtc - dayMs), asUtc - shift(asUtc + dayMs)])
  return [...moments]
    .sort((left, right) => left - right)
    .map((at) => new Date(at))
    .filter((moment) => {
      const shown = toLocal(moment, timeZone)
      return shown.day === day && shown.time === time
    })
}

/** "9:00 am" of '09:00'. */
export function formatTime(time: Time): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** "Tuesday, March 3, 9:00 am", for mails */
export function formatMoment(moment: Date, timeZone: string): string {
  const { day, time } = toLocal(moment, timeZone)
  return `${fullDay(day)}, ${formatTime(time)}`
}

/** "4:05 pm" for today, "tomorrow, 9:00 am", "Tuesday, March 3, 9:00 am" */
export function momentFromNow(moment: Date, timeZone: string, now = new Date()): string {
  const today = toLocal(now, timeZone).day
  const { day, time } = toLocal(moment, timeZone)
  if (day === today) return formatTime(time)
  return day === addDays(today, 1) ? `tomorrow, ${formatTime(time)}` : formatMoment(moment, timeZone)
}

export function parseTime(input: string): Time | undefined {
  const text = input.trim().toLowerCase()
  if (text === 'noon') return '12:00'
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?::(\d\d))?\s*(am|pm|a\.m\.|p\.m\.)?$/.exec(text) ?? []
  if (hours === undefined || Number(minutes) > 59) return undefined
  const hour = Number(hours)
  if (half && (hour < 1 || hour > 12)) return undefined
  const hourOfDay = half ? (hour % 12) + (half.startsWith('p') ? 12 : 0) : hour
  return hourOfDay > 23 ? undefined : `${String(hourOfDay).padStart(2, '0')}:${minutes}`
}
