import { linesOf } from '#events/events.ts'
import { type Day, dayRange, yearOf } from '#platform/dates.ts'

/** What families plan by: a session with its event, before an import or after it. */
export type Plan = { startsOn: Day; endsOn: Day; description: string; location: string; isOn: boolean }

/** What an import changes for families that are registered. */
export type Move = {
  sessionId: number
  kind: 'closed' | 'reopened' | 'moved' | 'reworded'
  /** Sentences for the mail. */
  words: string[]
  lastDay: Day
}

/**
 * Undefined where families need not know. New days, closing and opening again are told in any case; a changed text
 * (`reworded`) may be no more than a comma.
 */
export function moveOf(sessionId: number, before: Plan, after: Plan | undefined): Move | undefined {
  const isOn = after?.isOn ?? false
  const lastDay = after && after.endsOn > before.endsOn ? after.endsOn : before.endsOn
  const move = (kind: Move['kind'], words: string[]) => ({ sessionId, kind, words, lastDay })
  if (before.isOn && !isOn) return move('closed', ['It does not take place.'])
  if (!after || !isOn) return undefined
  const days = before.startsOn !== after.startsOn || before.endsOn !== after.endsOn
  const words = [
    ...(days ? [`New days: ${daysOf(after)} (before: ${daysOf(before)}).`] : []),
    ...(before.description === after.description
      ? []
      : [`New days and hours: ${after.description} (before: ${before.description}).`]),
    ...(before.location === after.location
      ? []
      : [`New place: ${placeIn(after)} (before: ${placeIn(before)}).`]),
  ]
  if (!before.isOn) return move('reopened', ['It takes place after all.', ...words])
  if (words.length === 0) return undefined
  return move(days ? 'moved' : 'reworded', words)
}

const daysOf = ({ startsOn, endsOn }: Plan) =>
  `${dayRange(startsOn, endsOn, yearOf(endsOn))}, ${yearOf(endsOn)}`
const placeIn = ({ location }: Plan) => linesOf(location).join(', ')
