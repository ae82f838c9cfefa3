import { linesOf, placeOf } from '#events/events.ts'
import { hoursInWords, meetsInWords } from '#meetings/hours.ts'
import { type MeetingPlan, planMeetings } from '#meetings/plan-meetings.ts'
import { type Day, dayRange, longDay, yearOf } from '#platform/format/dates.ts'

/** What families plan by: a session with its event, before an import or after it. */
export type Plan = MeetingPlan & {
  description: string
  location: string
  court: string | null
  isOn: boolean
}

/** What an import changes for families that are registered. */
export type Move = {
  sessionId: number
  kind: 'closed' | 'reopened' | 'moved' | 'reworded'
  /** Sentences for the mail. */
  words: string[]
  lastDay: Day
  /** Who was paying for a place there has to check out again. */
  endsHolds?: boolean
}

export const notAtAll = 'It does not take place.'
export const alsoOn = ({ day, ...hours }: { day: Day; starts: string; ends: string }) =>
  `A meeting on ${longDay(day)}, ${hoursInWords(hours)}.`
export const notOn = (day: Day, why: string) => `No meeting on ${longDay(day)}: ${why}`

/**
 * Undefined where families need not know. New days, closing and opening again are told in any case; a changed text
 * (`reworded`) may be no more than a comma.
 */
export function moveOf(sessionId: number, before: Plan, after: Plan | undefined): Move | undefined {
  const isOn = after?.isOn ?? false
  const lastDay = after && after.endsOn > before.endsOn ? after.endsOn : before.endsOn
  const move = (kind: Move['kind'], words: string[], endsHolds: boolean) => ({
    ...{ sessionId, kind, words, lastDay, endsHolds },
  })
  if (before.isOn && !isOn) return move('closed', [notAtAll], true)
  if (!after || !isOn) return undefined
  const endsHolds = !(['startsOn', 'endsOn', 'description', 'location'] as const).every(
    (fact) => before[fact] === after[fact],
  )
  const days = before.startsOn !== after.startsOn || before.endsOn !== after.endsOn
  const meetings = meetingWords(before, after)
  const place = whereIn(before) !== whereIn(after)
  const words = [
    ...(days ? [`New days: ${daysOf(after)} (before: ${daysOf(before)}).`] : []),
    ...meetings,
    ...(before.description === after.description
      ? []
      : [`New days and hours: ${after.description} (before: ${before.description}).`]),
    ...(before.location === after.location
      ? []
      : [`New place: ${placeIn(after)} (before: ${placeIn(before)}).`]),
  ]
  if (!before.isOn) return move('reopened', ['It takes place after all.', ...words], endsHolds)
  if (words.length === 0) return undefined
  return move(days || place || meetings.length > 0 ? 'moved' : 'reworded', words, endsHolds)
}

/** What was not known before is no change for families. */
function meetingWords(before: Plan, after: Plan): string[] {
  const [old, now] = [before, after].map(({ meets }) => (meets ? meetsInWords(meets) : ''))
  const court =
    before.court && after.court && before.court !== after.court
      ? [`New court: ${after.court} (before: ${before.court}).`]
      : []
  if (!old || !now) return court
  if (old !== now) return [`New hours: ${now} (before: ${old}).`, ...court]
  const isInBoth = (day: Day) =>
    [before, after].every(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
  const [gone, more] = [onlyIn(before, after), onlyIn(after, before)]
  return [
    ...gone.filter(({ day }) => isInBoth(day)).map(({ day }) => `No meeting on ${longDay(day)}.`),
    ...more.filter(({ day }) => isInBoth(day) || after.extra.some((extra) => extra.day === day)).map(alsoOn),
    ...court,
  ]
}

function onlyIn(plan: Plan, other: Plan) {
  const known = planMeetings(other).map(({ day, starts }) => `${day} ${starts}`)
  return planMeetings(plan).filter(({ day, starts }) => !known.includes(`${day} ${starts}`))
}

export const daysOf = ({ startsOn, endsOn }: Pick<Plan, 'startsOn' | 'endsOn'>) =>
  `${dayRange(startsOn, endsOn, yearOf(endsOn))}, ${yearOf(endsOn)}`
/** The lines that say where; those that say when may be no more than a text. */
const whereIn = ({ location }: Plan) => placeOf(linesOf(location)).join(', ')
export const placeIn = ({ location }: Pick<Plan, 'location'>) => linesOf(location).join(', ')
