import { formatHours } from '#meetings/hours.ts'
import type { Day } from '#platform/format/dates.ts'
import { eventsIn, toSessionId, withSession } from '#season/drafts/draft-edits.ts'
import type {
  SeasonStructure,
  StructureEvent,
  StructureSession,
} from '#season/file/season-structure.server.ts'
import { meetsIn, plannedIn } from '#season/forms/session-form.ts'

const sessionsIn = (structure: SeasonStructure) =>
  eventsIn(structure).flatMap(({ event }) => event.sessions.map((session) => ({ event, session })))

const toSessionKey = ({ key }: StructureEvent, session: StructureSession) => `${key} ${toSessionId(session)}`
const toSessionName = ({ name }: StructureEvent, { number }: StructureSession) => `${name}, Session ${number}`

/** Sessions that meet on a day; `isOnly`: they have no other meeting. */
export const meetingsOn = (structure: SeasonStructure, day: Day) =>
  sessionsIn(structure).flatMap(({ event, session }) => {
    const planned = plannedIn(session)
    const then = planned.filter((meeting) => meeting.day === day)
    if (then.length === 0) return []
    return {
      ...{ id: toSessionKey(event, session), name: toSessionName(event, session) },
      hours: then.map(formatHours).join('; '),
      isOnly: then.length === planned.length,
      isHidden: event.active === false || session.active === false,
    }
  })

/** Sessions that run over a day with hours as free text: whether they meet is unknown. */
export const runningWithoutHours = (structure: SeasonStructure, day: Day): string[] =>
  sessionsIn(structure)
    .filter(({ session }) => !meetsIn(session) && session.starts <= day && day <= session.ends)
    .map(({ event, session }) => toSessionName(event, session))

export const withDayOff = (structure: SeasonStructure, day: Day, ids: string[]): SeasonStructure =>
  sessionsIn(structure)
    .filter(({ event, session }) => ids.includes(toSessionKey(event, session)))
    .reduce(
      (season, { event, session }) =>
        withSession(season, event.key, withoutDay(session, day), toSessionId(session)),
      structure,
    )

function withoutDay(session: StructureSession, day: Day): StructureSession {
  const { extra, skips = [], ...rest } = session
  const remaining = extra?.filter((line) => !line.startsWith(day))
  const without = { ...rest, ...(session.skips && { skips }), ...(remaining && { extra: remaining }) }
  const isOnWeekday = plannedIn(without).some((meeting) => meeting.day === day)
  return isOnWeekday ? { ...without, skips: [...skips, day].sort() } : without
}
