import { agesWritten } from '#events/fit/ages.ts'
import type { Extra, Meets } from '#events/meeting-days.ts'
import { readHours, readMeets } from '#meetings/hours.ts'
import { byTime, mostMeetings, overlapIn, planMeetings } from '#meetings/plan-meetings.ts'
import { skillLevels } from '#people/people.ts'
import { momentsOf, timeOf } from '#platform/format/clock.ts'
import { type Day, longDay, yearOf } from '#platform/format/dates.ts'
import { dayOf } from '#season/file/season-days.ts'
import type { FileSession } from '#season/file/season-file.schema.ts'
import type { Path } from '#season/file/season-lines.ts'
import type { Reading, SeasonMeetings } from '#season/file/season-reading.ts'
import { quoted } from '#season/file/season-words.ts'

type Days = { startsOn: Day; endsOn: Day }

/** What a session says of its meetings, of when it can be registered for, and for whom it is; what it does not say is left out. */
export function meetingsIn(session: FileSession, path: Path, days: Days, reading: Reading): SeasonMeetings {
  const at = (name: string | [string, number], words: string) =>
    reading.at([...path, ...[name].flat()], words)
  const read: SeasonMeetings = {}
  if (session.meets) read.meets = meetsOf(session.meets, at)
  if (session.skips) read.skips = skipsOf(session.skips, days, at)
  if (session.extra) read.extra = extraOf(session.extra, days, at)
  if (session.court) read.court = orNull(session.court)
  if (session.coaches) read.coaches = [...new Set(session.coaches)].sort()
  if (session.opens) read.opensAt = opensOf(session.opens, reading, at)
  if (session.closed) read.closedWords = orNull(session.closed)
  if (session.ages) Object.assign(read, agesOf(session.ages, at))
  if (session['ages on']) read.agesOn = agesOnOf(session['ages on'], days, at)
  if (session.levels) read.levels = skillLevels.filter((level) => session.levels?.includes(level))
  checkPlan(read, days, at)
  return read
}

type At = (name: string | [string, number], words: string) => void

export const orNull = (written: string | []) => (typeof written === 'string' ? written : null)

function agesOf(written: string | [], at: At): Pick<SeasonMeetings, 'agesFrom' | 'agesTo'> {
  const ages = typeof written === 'string' ? agesWritten(written) : undefined
  if (typeof ages === 'string') at('ages', `ages is ${quoted(String(written))}; ${ages}`)
  return typeof ages === 'object'
    ? { agesFrom: ages.from, agesTo: ages.to }
    : { agesFrom: null, agesTo: null }
}

function agesOnOf(written: string | [], { startsOn }: Days, at: At): Day | null {
  if (typeof written !== 'string') return null
  const day = dayOf(written, startsOn)
  const year = yearOf(startsOn)
  if (!day) at('ages on', `ages on is ${quoted(written)}; write a day such as ${year}-09-01`)
  else if (yearOf(day) !== year)
    at('ages on', `ages on is ${day}, on a day of another year; write a day of ${year}`)
  return day ?? null
}

function meetsOf(written: string | [], at: At): Meets | null {
  if (typeof written !== 'string') return null
  const meets = readMeets(written)
  if (!('wrong' in meets)) return meets
  at('meets', `meets is ${quoted(written)}; ${meets.wrong}`)
  return null
}

function skipsOf(written: string[], { startsOn }: Days, at: At): Day[] {
  const skips = written.flatMap((words, index) => {
    const day = dayOf(words, startsOn)
    if (!day) at(['skips', index], `skips has ${quoted(words)}; write a day such as 2027-07-05`)
    return day ?? []
  })
  return [...new Set(skips)].sort()
}

function extraOf(written: string[], { startsOn }: Days, at: At): Extra[] {
  const extra = written.flatMap((words, index) => {
    const [on = '', ...rest] = words.split(',')
    const day = dayOf(on, startsOn)
    const hours = readHours(rest.join(','))
    if (!day)
      at(
        ['extra', index],
        `extra has ${quoted(words)}; write a day and hours such as 2027-07-09, 9:00 to 11:30 am`,
      )
    else if ('wrong' in hours) at(['extra', index], `extra has ${quoted(words)}; ${hours.wrong}`)
    return day && !('wrong' in hours) ? { day, ...hours } : []
  })
  return extra.sort(byTime)
}

function opensOf(written: string | [], { base, timeZone }: Reading, at: At): Date | null {
  if (typeof written !== 'string') return null
  const [, on = '', clock = ''] =
    /^(.*?),?\s+(\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?)?|noon)$/i.exec(written) ?? []
  const [day, time] = [dayOf(on, base), timeOf(clock)]
  if (!day || !time) {
    at('opens', `opens is ${quoted(written)}; write a day and a time such as 2027-03-01, 9:00 am`)
    return null
  }
  const [moment, second] = momentsOf(day, time, timeZone)
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
