import { placeLines, splitLines } from '#events/events.ts'
import { formatHours, formatMeets } from '#meetings/hours.ts'
import { type MeetingPlan, planMeetings } from '#meetings/plan-meetings.ts'
import { type Day, dayRange, longDay, toYear } from '#platform/format/dates.ts'

/** The fields of a session and its event that families plan by. */
export type Plan = MeetingPlan & {
  description: string
  location: string
  court: string | null
  isOn: boolean
}

/** A change that registered families are notified of. */
export type Move = {
  sessionId: number
  kind: 'closed' | 'reopened' | 'moved' | 'reworded'
  sentences: string[]
  lastDay: Day
  /** Unpaid holds end: checkout starts again. */
  endsHolds?: boolean
}

export const notAtAll = 'It does not take place.'
export const alsoOn = ({ day, ...hours }: { day: Day; starts: string; ends: string }) =>
  `A meeting on ${longDay(day)}, ${formatHours(hours)}.`
export const notOn = (day: Day, why: string) => `No meeting on ${longDay(day)}: ${why}`

/**
 * Undefined where families need no notice. A changed text (`reworded`) may be only a comma, so it is mailed on request.
 */
export function moveBetween(sessionId: number, before: Plan, after: Plan | undefined): Move | undefined {
  const isOn = after?.isOn ?? false
  const lastDay = after && after.endsOn > before.endsOn ? after.endsOn : before.endsOn
  const move = (kind: Move['kind'], sentences: string[], endsHolds: boolean) => ({
    ...{ sessionId, kind, sentences, lastDay, endsHolds },
  })
  if (before.isOn && !isOn) return move('closed', [notAtAll], true)
  if (!after || !isOn) return undefined
  const endsHolds = !(['startsOn', 'endsOn', 'description', 'location'] as const).every(
    (fact) => before[fact] === after[fact],
  )
  const days = before.startsOn !== after.startsOn || before.endsOn !== after.endsOn
  const meetings = describeMeetings(before, after)
  const place = whereIn(before) !== whereIn(after)
  const sentences = [
    ...(days ? [`New days: ${formatPlanDays(after)} (before: ${formatPlanDays(before)}).`] : []),
    ...meetings,
    ...(before.description === after.description
      ? []
      : [`New days and hours: ${after.description} (before: ${before.description}).`]),
    ...(before.location === after.location
      ? []
      : [`New place: ${placeIn(after)} (before: ${placeIn(before)}).`]),
  ]
  if (!before.isOn) return move('reopened', ['It takes place after all.', ...sentences], endsHolds)
  if (sentences.length === 0) return undefined
  return move(days || place || meetings.length > 0 ? 'moved' : 'reworded', sentences, endsHolds)
}

/** A value that was empty before is no change. */
function describeMeetings(before: Plan, after: Plan): string[] {
  const [old, now] = [before, after].map(({ meets }) => (meets ? formatMeets(meets) : ''))
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

export const formatPlanDays = ({ startsOn, endsOn }: Pick<Plan, 'startsOn' | 'endsOn'>) =>
  `${dayRange(startsOn, endsOn, toYear(endsOn))}, ${toYear(endsOn)}`
/** Only the lines of place; lines of time count as text. */
const whereIn = ({ location }: Plan) => placeLines(splitLines(location)).join(', ')
export const placeIn = ({ location }: Pick<Plan, 'location'>) => splitLines(location).join(', ')
