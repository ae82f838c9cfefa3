import { type Ages, agesLine, agesWritten, eldest } from '#events/fit/ages.ts'
import type { Extra, Meets } from '#events/meeting-days.ts'
import { hoursInWords, meetsInWords, readHours, readMeets } from '#meetings/hours.ts'
import { mostMeetings, overlapIn, planMeetings } from '#meetings/plan-meetings.ts'
import { skillLevels } from '#people/people.ts'
import { momentsOf, timeOf, timeWords } from '#platform/format/clock.ts'
import { type Day, isDay, monthDay } from '#platform/format/dates.ts'
import { sessionIdOf } from '#season/drafts/draft-edits.ts'
import type { StructureSession } from '#season/file/season-structure.server.ts'

export type FormValues = Record<string, string>
export type FormProblems = Record<string, string>

/** What the form is checked against. */
export type SessionFacts = {
  /** Of the session as the draft has it; undefined for a new one. */
  before: StructureSession | undefined
  others: StructureSession[]
  taken: number
  /** E-mail addresses of those who may be chosen. */
  coaches: string[]
  today: Day
  timeZone: string
}

const mostNoteLetters = 300
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** A session as the fields of its form. */
export function sessionForm(session: StructureSession): FormValues {
  const meets = meetsIn(session)
  const ages = agesIn(session)
  return {
    number: String(session.number),
    starts: session.starts,
    ends: session.ends,
    note: session.note,
    places: session.places === undefined ? '' : String(session.places),
    court: wordsIn(session.court),
    opens: opensField(wordsIn(session.opens)),
    from: meets?.starts ?? '',
    until: meets?.ends ?? '',
    ...agesFields(ages),
    'ages-on': wordsIn(session['ages on']),
    ...(session.active !== false && { active: 'on' }),
    ...Object.fromEntries((meets?.days ?? []).map((day) => [`day-${day}`, 'on'])),
    ...Object.fromEntries((session.levels ?? []).map((level) => [`level:${level}`, 'on'])),
    ...Object.fromEntries((session.coaches ?? []).map((email) => [`coach:${email}`, 'on'])),
    ...Object.fromEntries((session.skips ?? []).map((day) => [`skip:${day}`, 'on'])),
    ...Object.fromEntries((session.extra ?? []).map((words) => [`extra:${words}`, 'on'])),
  }
}

/** A new session begins where the last one left off, without its days. */
export const newSession = (event: { sessions: StructureSession[] }, number: number, year: string) => {
  const last: Partial<StructureSession> = event.sessions.at(-1) ?? { note: '' }
  const { demo: _demo, skips: _skips, extra: _extra, closed: _closed, ...kept } = last
  return { ...kept, number, starts: `${year}-`, ends: '' } as StructureSession
}

/** The session that a form says, and each field that needs another word. */
export function readSession(
  values: FormValues,
  facts: SessionFacts,
): { session: StructureSession; problems: FormProblems } {
  const problems: FormProblems = {}
  const say = (field: string, words: string) => {
    problems[field] ??= words
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
  const { places: _places, active: _active, ...kept } = facts.before ?? {}
  const places = placesOf(values.places ?? '', facts.taken, say)
  const session: StructureSession = {
    ...kept,
    number: number ?? 0,
    starts: days.startsOn ?? '',
    ends: days.endsOn ?? '',
    note,
    court: court || [],
    coaches: picked(values, 'coach:'),
    ...meetingsOf(values, say),
    opens: opensOf(values.opens ?? '', facts.timeZone, say),
    ...forWhom(values, facts.before?.starts ?? days.startsOn, say),
    ...(places && { places }),
    ...(!values.active && { active: false }),
  }
  checkKnown(session, facts, say)
  if (days.startsOn && days.endsOn && !problems.ends) checkMeetings(session, say)
  const skip = dayIn(values['skip-new'])
  if (skip && Object.keys(problems).length === 0) checkSkip(skip, session, say)
  return { session, problems }
}

type Say = (field: string, words: string) => void

function checkKnown(session: StructureSession, { before, others, coaches, today }: SessionFacts, say: Say) {
  const year = session.starts.slice(0, 4)
  if (before && session.starts && year !== before.starts.slice(0, 4))
    say(
      'starts',
      `This session stays in ${before.starts.slice(0, 4)}. To bring it to ${year}, copy the year.`,
    )
  if (session.starts && session.starts !== before?.starts && session.starts < today)
    say('starts', 'That day is past. Choose today or a later day.')
  if (others.some((other) => sessionIdOf(other) === sessionIdOf(session)))
    say('number', `Session ${session.number} of ${year} is there already. Enter another number.`)
  for (const email of session.coaches ?? [])
    if (!coaches.includes(email)) say('coaches', `${email} has no account. Invite them to the team first.`)
}

function placesOf(text: string, taken: number, say: Say): number | undefined {
  if (!text.trim()) return undefined
  const places = wholeNumber(text)
  if (!places) say('places', 'Enter a number from 1, or nothing where it is never full.')
  else if (places < taken) say('places', `${taken} places are taken. Enter ${taken} or more.`)
  return places
}

/** Ages, the day on which they are counted, and levels. */
function forWhom(
  values: FormValues,
  startsOn: Day | undefined,
  say: Say,
): Pick<StructureSession, 'ages' | 'ages on' | 'levels'> {
  const [first, last, on] = ['from', 'to', 'on'].map((name) => (values[`ages-${name}`] ?? '').trim())
  const ages = agesOf(first ?? '', last ?? '', say)
  const day = dayIn(on)
  const year = startsOn?.slice(0, 4)
  if (on && !day) say('ages-on', 'Choose a day.')
  else if (day && !first && !last) say('ages-on', 'Enter ages, or leave this day empty.')
  else if (day && year && !day.startsWith(year)) say('ages-on', `Choose a day of ${year}.`)
  const levels = skillLevels.filter((level) => values[`level:${level}`])
  return { ages, 'ages on': day ?? [], levels }
}

function agesOf(first: string, last: string, say: Say): string | [] {
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

/** The ages of a session; undefined where it is for everybody. */
export function agesIn({ ages = [] }: Pick<StructureSession, 'ages'>): Ages | undefined {
  const read = Array.isArray(ages) ? '' : agesWritten(String(ages))
  return typeof read === 'string' ? undefined : read
}

/** The same as fields: what has no end is empty there. */
export const agesFields = (ages: Ages | undefined) => ({
  'ages-from': ages && ages.from > 0 ? String(ages.from) : '',
  'ages-to': ages && ages.to < eldest ? String(ages.to) : '',
})

function opensOf(text: string, timeZone: string, say: Say): string | [] {
  if (!text) return []
  const [, day = '', clock = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(text) ?? []
  const time = timeOf(clock)
  if (!dayIn(day) || !time) {
    say('opens', 'Choose a day and a time.')
    return []
  }
  const moments = momentsOf(day, time, timeZone)
  if (moments.length === 0) say('opens', 'Clocks skip that time on that day. Choose an hour later.')
  if (moments.length > 1) say('opens', 'That time comes twice on that day. Choose an hour later.')
  return `${day}, ${timeWords(time)}`
}

function meetingsOf(values: FormValues, say: Say): Pick<StructureSession, 'meets' | 'skips' | 'extra'> {
  const days = weekdays.filter((day) => values[`day-${day}`])
  const hours = hoursOf(values.from ?? '', values.until ?? '', ['from', 'until'], say)
  if (days.length > 0 && !values.from && !values.until) say('from', 'Enter when it begins.')
  if (days.length === 0 && hours) say('days', 'Choose the days, or leave the hours empty.')
  const skip = values['skip-new']
  if (skip && !dayIn(skip)) say('skip-new', 'Choose a day.')
  const skips = [...picked(values, 'skip:'), ...(skip ? [skip] : [])]
  return {
    meets: hours && days.length > 0 ? meetsInWords({ days, ...hours }) : [],
    skips: [...new Set(skips)].sort(),
    extra: [...new Set([...picked(values, 'extra:'), ...newExtra(values, say)])].sort(),
  }
}

function newExtra(values: FormValues, say: Say): string[] {
  const [day = '', from = '', until = ''] = ['day', 'from', 'until'].map((name) => values[`extra-${name}`])
  if (!day && !from && !until) return []
  if (!dayIn(day)) say('extra-day', 'Choose a day.')
  const hours = hoursOf(from, until, ['extra-from', 'extra-until'], say)
  if (!hours) say('extra-from', 'Enter when it begins and ends.')
  return hours ? [`${day}, ${hoursInWords(hours)}`] : []
}

function hoursOf(from: string, until: string, [starts, ends]: [string, string], say: Say) {
  if (!from && !until) return undefined
  const [first, last] = [timeOf(from), timeOf(until)]
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

/** Where the days stand in words alone, nobody knows. */
function checkSkip(day: Day, session: StructureSession, say: Say) {
  const met = plannedIn({ ...session, skips: [], extra: [] })
  if (meetsIn(session) && !met.some((meeting) => meeting.day === day))
    say('skip-new', `It does not meet on ${monthDay(day)} anyway.`)
}

/** The weekdays and hours of a session; undefined where its hours are words. */
export function meetsIn({ meets }: StructureSession): Meets | undefined {
  const read = typeof meets === 'string' ? readMeets(meets) : undefined
  return read && !('wrong' in read) ? read : undefined
}

export const extraIn = ({ extra = [] }: StructureSession): Extra[] =>
  extra.flatMap((words) => {
    const [day = '', ...rest] = words.split(', ')
    const hours = readHours(rest.join(', '))
    return 'wrong' in hours ? [] : [{ day, ...hours }]
  })

/** Every meeting that a session plans. */
export const plannedIn = (session: StructureSession) =>
  planMeetings({
    startsOn: session.starts,
    endsOn: session.ends,
    meets: meetsIn(session) ?? null,
    skips: session.skips ?? [],
    extra: extraIn(session),
  })

export const wordsIn = (written: string | [] | undefined) => (typeof written === 'string' ? written : '')

const picked = (values: FormValues, before: string) =>
  Object.keys(values)
    .filter((name) => name.startsWith(before) && values[name])
    .map((name) => name.slice(before.length))
    .sort()

function opensField(words: string): string {
  const [day = '', ...rest] = words.split(', ')
  const time = timeOf(rest.join(', '))
  return time ? `${day}T${time}` : ''
}

const dayIn = (text = ''): Day | undefined => (isDay(text) ? text : undefined)

const wholeNumber = (text = '') => (/^[1-9]\d{0,4}$/.test(text.trim()) ? Number(text) : undefined)

const tooLong = (text: string, most = mostNoteLetters) =>
  `That is ${text.length.toLocaleString('en-US')} letters long. Write ${most} at most.`
