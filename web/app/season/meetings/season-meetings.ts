import { parseAges } from '#events/fit/ages.ts'
import type { Extra, Meets } from '#events/meeting-days.ts'
import { parseHours, parseMeets } from '#meetings/hours.ts'
import { byTime, mostMeetings, overlapIn, planMeetings } from '#meetings/plan-meetings.ts'
import { skillLevels } from '#people/people.ts'
import { momentsAt, parseTime } from '#platform/format/clock.ts'
import { type Day, longDay, toYear } from '#platform/format/dates.ts'
import { parseDay } from '#season/file/season-days.ts'
import type { FileSession } from '#season/file/season-file.schema.ts'
import type { Path } from '#season/file/season-lines.ts'
import { quoted } from '#season/file/season-messages.ts'
import type { Reading, SeasonMeetings } from '#season/file/season-reading.ts'

type Days = { startsOn: Day; endsOn: Day }

/** A session's meetings, opening and ages; missing lines stay undefined. */
export function meetingsIn(session: FileSession, path: Path, days: Days, reading: Reading): SeasonMeetings {
  const at = (name: string | [string, number], message: string) =>
    reading.at([...path, ...[name].flat()], message)
  const read: SeasonMeetings = {}
  if (session.meets) read.meets = checkMeets(session.meets, at)
  if (session.skips) read.skips = checkSkips(session.skips, days, at)
  if (session.extra) read.extra = checkExtra(session.extra, days, at)
  if (session.court) read.court = orNull(session.court)
  if (session.coaches) read.coaches = [...new Set(session.coaches)].sort()
  if (session.opens) read.opensAt = checkOpens(session.opens, reading, at)
  if (session.closed) read.closedWords = orNull(session.closed)
  if (session.ages) Object.assign(read, checkAges(session.ages, at))
  if (session['ages on']) read.agesOn = checkAgesOn(session['ages on'], days, at)
  if (session.levels) read.levels = skillLevels.filter((level) => session.levels?.includes(level))
  checkPlan(read, days, at)
  return read
}

type At = (name: string | [string, number], message: string) => void

export const orNull = (written: string | []) => (typeof written === 'string' ? written : null)

function checkAges(written: string | [], at: At): Pick<SeasonMeetings, 'agesFrom' | 'agesTo'> {
  const ages = typeof written === 'string' ? parseAges(written) : undefined
  if (typeof ages === 'string') at('ages', `ages is ${quoted(String(written))}; ${ages}`)
  return typeof ages === 'object'
    ? { agesFrom: ages.from, agesTo: ages.to }
    : { agesFrom: null, agesTo: null }
}

function checkAgesOn(written: string | [], { startsOn }: Days, at: At): Day | null {
  if (typeof written !== 'string') return null
  const day = parseDay(written, startsOn)
  const year = toYear(startsOn)
  if (!day) at('ages on', `ages on is ${quoted(written)}; write a day such as ${year}-09-01`)
  else if (toYear(day) !== year)
    at('ages on', `ages on is ${day}, on a day of another year; write a day of ${year}`)
  return day ?? null
}

function checkMeets(written: string | [], at: At): Meets | null {
  if (typeof written !== 'string') return null
  const meets = parseMeets(written)
  if (!('wrong' in meets)) return meets
  at('meets', `meets is ${quoted(written)}; ${meets.wrong}`)
  return null
}

function checkSkips(written: string[], { startsOn }: Days, at: At): Day[] {
  const skips = written.flatMap((text, index) => {
    const day = parseDay(text, startsOn)
    if (!day) at(['skips', index], `skips has ${quoted(text)}; write a day such as 2027-07-05`)
    return day ?? []
  })
  return [...new Set(skips)].sort()
}

function checkExtra(written: string[], { startsOn }: Days, at: At): Extra[] {
  const extra = written.flatMap((text, index) => {
    const [on = '', ...rest] = text.split(',')
    const day = parseDay(on, startsOn)
    const hours = parseHours(rest.join(','))
    if (!day)
      at(
        ['extra', index],
        `extra has ${quoted(text)}; write a day and hours such as 2027-07-09, 9:00 to 11:30 am`,
      )
    else if ('wrong' in hours) at(['extra', index], `extra has ${quoted(text)}; ${hours.wrong}`)
    return day && !('wrong' in hours) ? { day, ...hours } : []
  })
  return extra.sort(byTime)
}

function checkOpens(written: string | [], { base, timeZone }: Reading, at: At): Date | null {
  if (typeof written !== 'string') return null
  const [, on = '', clock = ''] =
    /^(.*?),?\s+(\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?)?|noon)$/i.exec(written) ?? []
  const [day, time] = [parseDay(on, base), parseTime(clock)]
  if (!day || !time) {
    at('opens', `opens is ${quoted(written)}; write a day and a time such as 2027-03-01, 9:00 am`)
    return null
  }
  const [moment, second] = momentsAt(day, time, timeZone)
  if (!moment)
    at('opens', `opens is ${quoted(written)}, a time that clocks skip on that day; write an hour later`)
  if (second)
    at('opens', `opens is ${quoted(written)}, a time that comes twice on that day; write an hour later`)
  return moment ?? null
}

function checkPlan({ meets = null, skips = [], extra = [] }: SeasonMeetings, days: Days, at: At) {
  const planned = planMeetings({ ...days, meets, skips, extra })
  if (planned.length > mostMeetings)
    return at(meets ? 'meets' : 'extra', `this makes ${planned.length} meetings; write up to ${mostMeetings}`)
  const twice = overlapIn(planned)
  if (!twice) return
  at(
    'extra',
    `two meetings on ${longDay(twice.day)} are at the same time; write other hours, or that day into skips`,
  )
}
