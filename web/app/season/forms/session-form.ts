import { type Ages, agesLine, eldest, parseAges } from '#events/fit/ages.ts'
import type { Extra, Meets } from '#events/meeting-days.ts'
import { formatHours, formatMeets, parseHours, parseMeets } from '#meetings/hours.ts'
import { mostMeetings, overlapIn, planMeetings } from '#meetings/plan-meetings.ts'
import { skillLevels } from '#people/people.ts'
import { formatTime, momentsAt, parseTime } from '#platform/format/clock.ts'
import { type Day, isDay, monthDay } from '#platform/format/dates.ts'
import { toSessionId } from '#season/drafts/draft-edits.ts'
import type { StructureSession } from '#season/file/season-structure.server.ts'

export type FormValues = Record<string, string>
export type FormProblems = Record<string, string>

/** Context of validation. */
export type SessionContext = {
  /** As in the draft; undefined for a new one. */
  before: StructureSession | undefined
  others: StructureSession[]
  taken: number
  /** Emails of eligible coaches. */
  coaches: string[]
  today: Day
  timeZone: string
}

const mostNoteLetters = 300
const weekdays = [1, 2, 3, 4, 5, 6, 7]

export function sessionForm(session: StructureSession): FormValues {
  const meets = meetsIn(session)
  const ages = agesIn(session)
  return {
    number: String(session.number),
    starts: session.starts,
    ends: session.ends,
    note: session.note,
    places: session.places === undefined ? '' : String(session.places),
    court: textOrEmpty(session.court),
    opens: opensField(textOrEmpty(session.opens)),
    from: meets?.starts ?? '',
    until: meets?.ends ?? '',
    ...agesFields(ages),
    'ages-on': textOrEmpty(session['ages on']),
    ...(session.active !== false && { active: 'on' }),
    ...Object.fromEntries((meets?.days ?? []).map((day) => [`day-${day}`, 'on'])),
    ...Object.fromEntries((session.levels ?? []).map((level) => [`level:${level}`, 'on'])),
    ...Object.fromEntries((session.coaches ?? []).map((email) => [`coach:${email}`, 'on'])),
    ...Object.fromEntries((session.skips ?? []).map((day) => [`skip:${day}`, 'on'])),
    ...Object.fromEntries((session.extra ?? []).map((line) => [`extra:${line}`, 'on'])),
  }
}

/** Prefilled from the event's last session, without its days. */
export const newSession = (event: { sessions: StructureSession[] }, number: number, year: string) => {
  const last: Partial<StructureSession> = event.sessions.at(-1) ?? { note: '' }
  const { demo: _demo, skips: _skips, extra: _extra, closed: _closed, ...rest } = last
  return { ...rest, number, starts: `${year}-`, ends: '' } as StructureSession
}

/** The session as edited, with a problem per invalid field. */
export function readSession(
  values: FormValues,
  context: SessionContext,
): { session: StructureSession; problems: FormProblems } {
  const problems: FormProblems = {}
  const say = (field: string, message: string) => {
    problems[field] ??= message
  }
  const days = { startsOn: dayIn(values.starts), endsOn: dayIn(values.ends) }
  if (!days.startsOn) say('starts', 'Choose the first day.')
  if (!days.endsOn) say('ends', 'Choose the last day.')
  if (days.startsOn && days.endsOn && days.endsOn < days.startsOn)
    say('ends', 'The last day is before the first.')
  const number = wholeNumber(values.number)
  if (!number) say('number', 'Enter a number from 1.')
  const note = (values.note ?? '').trim()
  if (!note) say('note', 'Say days and hours, and the group in brackets.')
  if (note.length > mostNoteLetters) say('note', tooLong(note))
  const court = (values.court ?? '').trim()
  if (court.length > 100) say('court', tooLong(court, 100))
  const { places: _places, active: _active, ...rest } = context.before ?? {}
  const places = checkPlaces(values.places ?? '', context.taken, say)
  const session: StructureSession = {
    ...rest,
    number: number ?? 0,
    starts: days.startsOn ?? '',
    ends: days.endsOn ?? '',
    note,
    court: court || [],
    coaches: picked(values, 'coach:'),
    ...checkSchedule(values, say),
    opens: checkOpens(values.opens ?? '', context.timeZone, say),
    ...forWhom(values, context.before?.starts ?? days.startsOn, say),
    ...(places && { places }),
    ...(!values.active && { active: false }),
  }
  checkKnown(session, context, say)
  if (days.startsOn && days.endsOn && !problems.ends) checkMeetings(session, say)
  const skip = dayIn(values['skip-new'])
  if (skip && Object.keys(problems).length === 0) checkSkip(skip, session, say)
  return { session, problems }
}

type Say = (field: string, message: string) => void

function checkKnown(session: StructureSession, { before, others, coaches, today }: SessionContext, say: Say) {
  const year = session.starts.slice(0, 4)
  if (before && session.starts && year !== before.starts.slice(0, 4))
    say(
      'starts',
      `This session stays in ${before.starts.slice(0, 4)}. To bring it to ${year}, copy the year.`,
    )
  if (session.starts && session.starts !== before?.starts && session.starts < today)
    say('starts', 'That day is past. Choose today or a later day.')
  if (others.some((other) => toSessionId(other) === toSessionId(session)))
    say('number', `Session ${session.number} of ${year} is there already. Enter another number.`)
  for (const email of session.coaches ?? [])
    if (!coaches.includes(email)) say('coaches', `${email} has no account. Invite them to the team first.`)
}

function checkPlaces(text: string, taken: number, say: Say): number | undefined {
  if (!text.trim()) return undefined
  const places = wholeNumber(text)
  if (!places) say('places', 'Enter a number from 1, or nothing where it is never full.')
  else if (places < taken) say('places', `${taken} places are taken. Enter ${taken} or more.`)
  return places
}

function forWhom(
  values: FormValues,
  startsOn: Day | undefined,
  say: Say,
): Pick<StructureSession, 'ages' | 'ages on' | 'levels'> {
  const [first, last, on] = ['from', 'to', 'on'].map((name) => (values[`ages-${name}`] ?? '').trim())
  const ages = checkAges(first ?? '', last ?? '', say)
  const day = dayIn(on)
  const year = startsOn?.slice(0, 4)
  if (on && !day) say('ages-on', 'Choose a day.')
  else if (day && !first && !last) say('ages-on', 'Enter ages, or leave this day empty.')
  else if (day && year && !day.startsWith(year)) say('ages-on', `Choose a day of ${year}.`)
  const levels = skillLevels.filter((level) => values[`level:${level}`])
  return { ages, 'ages on': day ?? [], levels }
}

function checkAges(first: string, last: string, say: Say): string | [] {
  const [from, to] = [ageIn(first), ageIn(last)]
  if (first && !from) say('ages-from', `Enter an age from 1 to ${eldest}, or nothing.`)
  if (last && !to) say('ages-to', `Enter an age from 1 to ${eldest}, or nothing.`)
  if (from && to && to < from) say('ages-to', `That is below ${from}. Enter ${from} or more, or nothing.`)
  return from || to ? agesLine({ from: from ?? 0, to: to ?? eldest }) : []
}

const ageIn = (text: string) => {
  const age = wholeNumber(text)
  return age && age <= eldest ? age : undefined
}

/** Undefined: all ages. */
export function agesIn({ ages = [] }: Pick<StructureSession, 'ages'>): Ages | undefined {
  const read = Array.isArray(ages) ? '' : parseAges(String(ages))
  return typeof read === 'string' ? undefined : read
}

/** An open end is an empty field. */
export const agesFields = (ages: Ages | undefined) => ({
  'ages-from': ages && ages.from > 0 ? String(ages.from) : '',
  'ages-to': ages && ages.to < eldest ? String(ages.to) : '',
})

function checkOpens(text: string, timeZone: string, say: Say): string | [] {
  if (!text) return []
  const [, day = '', clock = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(text) ?? []
  const time = parseTime(clock)
  if (!dayIn(day) || !time) {
    say('opens', 'Choose a day and a time.')
    return []
  }
  const moments = momentsAt(day, time, timeZone)
  if (moments.length === 0) say('opens', 'Clocks skip that time on that day. Choose an hour later.')
  if (moments.length > 1) say('opens', 'That time comes twice on that day. Choose an hour later.')
  return `${day}, ${formatTime(time)}`
}

function checkSchedule(values: FormValues, say: Say): Pick<StructureSession, 'meets' | 'skips' | 'extra'> {
  const days = weekdays.filter((day) => values[`day-${day}`])
  const hours = checkHours(values.from ?? '', values.until ?? '', ['from', 'until'], say)
  if (days.length > 0 && !values.from && !values.until) say('from', 'Enter when it begins.')
  if (days.length === 0 && hours) say('days', 'Choose the days, or leave the hours empty.')
  const skip = values['skip-new']
  if (skip && !dayIn(skip)) say('skip-new', 'Choose a day.')
  const skips = [...picked(values, 'skip:'), ...(skip ? [skip] : [])]
  return {
    meets: hours && days.length > 0 ? formatMeets({ days, ...hours }) : [],
    skips: [...new Set(skips)].sort(),
    extra: [...new Set([...picked(values, 'extra:'), ...newExtra(values, say)])].sort(),
  }
}

function newExtra(values: FormValues, say: Say): string[] {
  const [day = '', from = '', until = ''] = ['day', 'from', 'until'].map((name) => values[`extra-${name}`])
  if (!day && !from && !until) return []
  if (!dayIn(day)) say('extra-day', 'Choose a day.')
  const hours = checkHours(from, until, ['extra-from', 'extra-until'], say)
  if (!hours) say('extra-from', 'Enter when it begins and ends.')
  return hours ? [`${day}, ${formatHours(hours)}`] : []
}

function checkHours(from: string, until: string, [starts, ends]: [string, string], say: Say) {
  if (!from && !until) return undefined
  const [first, last] = [parseTime(from), parseTime(until)]
  if (!first) say(starts, from ? `${from} is no time of day.` : 'Enter when it begins.')
  if (!last) say(ends, until ? `${until} is no time of day.` : 'Enter when it ends.')
  if (!first || !last) return undefined
  if (last <= first) say(ends, 'It ends before it starts.')
  return { starts: first, ends: last }
}

function checkMeetings(session: StructureSession, say: Say) {
  const planned = plannedIn(session)
  if (planned.length > mostMeetings)
    return say('ends', `That makes more than ${mostMeetings} meetings. Choose an earlier last day.`)
  if (meetsIn(session) && planned.length === extraIn(session).length && (session.skips ?? []).length === 0)
    say('days', 'None of these days lies between the first and the last day.')
  const twice = overlapIn(planned)
  if (twice) say('extra-day', `Two meetings on ${monthDay(twice.day)} are at the same time.`)
}

/** Unknown where the hours are free text. */
function checkSkip(day: Day, session: StructureSession, say: Say) {
  const met = plannedIn({ ...session, skips: [], extra: [] })
  if (meetsIn(session) && !met.some((meeting) => meeting.day === day))
    say('skip-new', `It does not meet on ${monthDay(day)} anyway.`)
}

/** Undefined where the hours are free text. */
export function meetsIn({ meets }: StructureSession): Meets | undefined {
  const read = typeof meets === 'string' ? parseMeets(meets) : undefined
  return read && !('wrong' in read) ? read : undefined
}

export const extraIn = ({ extra = [] }: StructureSession): Extra[] =>
  extra.flatMap((line) => {
    const [day = '', ...rest] = line.split(', ')
    const hours = parseHours(rest.join(', '))
    return 'wrong' in hours ? [] : [{ day, ...hours }]
  })

export const plannedIn = (session: StructureSession) =>
  planMeetings({
    startsOn: session.starts,
    endsOn: session.ends,
    meets: meetsIn(session) ?? null,
    skips: session.skips ?? [],
    extra: extraIn(session),
  })

export const textOrEmpty = (written: string | [] | undefined) => (typeof written === 'string' ? written : '')

const picked = (values: FormValues, before: string) =>
  Object.keys(values)
    .filter((name) => name.startsWith(before) && values[name])
    .map((name) => name.slice(before.length))
    .sort()

function opensField(text: string): string {
  const [day = '', ...rest] = text.split(', ')
  const time = parseTime(rest.join(', '))
  return time ? `${day}T${time}` : ''
}

const dayIn = (text = ''): Day | undefined => (isDay(text) ? text : undefined)

const wholeNumber = (text = '') => (/^[1-9]\d{0,4}$/.test(text.trim()) ? Number(text) : undefined)

const tooLong = (text: string, most = mostNoteLetters) =>
  `That is ${text.length.toLocaleString('en-US')} letters long. Write ${most} at most.`
