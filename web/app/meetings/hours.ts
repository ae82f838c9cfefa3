import type { Meets } from '#events/meeting-days.ts'
import { formatTime, parseTime } from '#platform/format/clock.ts'
import type { Time } from '#platform/format/dates.ts'

export type Hours = { starts: Time; ends: Time }
type Read<What> = What | { wrong: string }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const example = 'weekdays and hours such as Mon to Thu, 9:00 to 11:30 am'
const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** "Mon to Thu, 9:00 to 11:30 am" → weekdays and hours, or what is wrong. */
export function parseMeets(text: string): Read<Meets> {
  const [, first = '', rest = ''] = /^([^\d]*?),?\s*(?:from\s+)?(\d.*|noon.*)$/i.exec(text.trim()) ?? []
  const days = parseDays(first)
  if (!days) return { wrong: `write ${example}` }
  const hours = parseHours(rest)
  return 'wrong' in hours ? hours : { days, ...hours }
}

/** "9:00 to 11:30 am", "9:00 am to 3:00 pm", "14:00 to 15:30". A single am or pm applies to both. */
export function parseHours(text: string): Read<Hours> {
  const [from = '', to = '', ...more] = text.trim().split(/\s*(?:\bto\b|\buntil\b|-|–)\s*/i)
  if (!from || !to || more.length > 0) return { wrong: 'write hours such as 9:00 to 11:30 am' }
  const half = /[ap]\.?m\.?$/i.exec(to)?.[0]
  const ends = parseTime(to)
  const starts = halfWritten(from) || !half ? parseTime(from) : earlier(from, half, ends)
  const strange = starts === undefined ? from : ends === undefined ? to : undefined
  if (starts === undefined || ends === undefined)
    return { wrong: `“${strange}” is no time of day; write one such as 9:00 am or 14:30` }
  if (ends <= starts) return { wrong: 'it ends before it starts; write the earlier hour first' }
  return { starts, ends }
}

/** "Mon to Thu, 9:00 to 11:30 am" */
export const formatMeets = ({ days, ...hours }: Meets) => `${formatDayList(days)}, ${formatHours(hours)}`

/** "9:00 to 11:30 am", "9:00 am to 3:00 pm" */
export function formatHours({ starts, ends }: Hours): string {
  const [from, to] = [formatTime(starts), formatTime(ends)]
  return `${from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from} to ${to}`
}

/** Parses a free-text description up to its brackets; a proposal that a person confirms. */
export function proposedMeets(description: string): Meets | undefined {
  const read = parseMeets(description.replace(/\(.*$/s, ''))
  return 'wrong' in read ? undefined : read
}

const halfWritten = (text: string) => /[ap]\.?m\.?$|noon$/i.test(text)

/** "9:00 to 11:30 am" and "9:00 to 3:00 pm" both begin in the morning. */
function earlier(from: string, half: string, ends: Time | undefined): Time | undefined {
  const same = parseTime(`${from} ${half}`)
  const isBefore = same !== undefined && ends !== undefined && same < ends
  return isBefore || !/^p/i.test(half) ? same : parseTime(`${from} am`)
}

function parseDays(input: string): number[] | undefined {
  const text = input.trim().toLowerCase()
  if (/^(daily|every day)$/.test(text)) return everyDay
  const [from, to, ...more] = text.split(/\s*(?:\bto\b|\bthrough\b|-|–)\s*/)
  if (to !== undefined) {
    const [first, last] = [parseWeekday(from ?? ''), parseWeekday(to)]
    if (!first || !last || more.length > 0) return undefined
    return first <= last
      ? everyDay.slice(first - 1, last)
      : everyDay.filter((day) => day >= first || day <= last)
  }
  const days = text.split(/\s*(?:,\s*and\b|,|\band\b|&|\/|\+)\s*/).map(parseWeekday)
  const known = days.filter((day) => day !== undefined)
  return known.length === days.length ? [...new Set(known)].sort() : undefined
}

function parseWeekday(word: string): number | undefined {
  const short = word.trim().replace(/s$/, '')
  const at = weekdays.findIndex((name) => short.length >= 3 && name.toLowerCase().startsWith(short))
  return at < 0 ? undefined : at + 1
}

function formatDayList(days: number[]): string {
  const short = (day: number) => (weekdays[day - 1] ?? '').slice(0, 3)
  const [first = 1, last = first] = [days[0], days.at(-1)]
  const isRow = days.length > 2 && last - first === days.length - 1
  if (isRow) return `${short(first)} to ${short(last)}`
  return days.length === 1 ? short(first) : `${days.slice(0, -1).map(short).join(', ')} and ${short(last)}`
}
