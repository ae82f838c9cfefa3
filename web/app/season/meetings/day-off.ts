import { hoursInWords } from '#meetings/hours.ts'
import type { Day } from '#platform/format/dates.ts'
import { eventsIn, sessionIdOf, withSession } from '#season/drafts/draft-edits.ts'
import type {
  SeasonStructure,
  StructureEvent,
  StructureSession,
} from '#season/file/season-structure.server.ts'
import { meetsIn, plannedIn } from '#season/forms/session-form.ts'

const sessionsIn = (structure: SeasonStructure) =>
  eventsIn(structure).flatMap(({ event }) => event.sessions.map((session) => ({ event, session })))

const idOf = ({ key }: StructureEvent, session: StructureSession) => `${key} ${sessionIdOf(session)}`
const nameOf = ({ name }: StructureEvent, { number }: StructureSession) => `${name}, Session ${number}`

/** The sessions that meet on a day; `isOnly`: without that day they would never meet. */
export const meetingsOn = (structure: SeasonStructure, day: Day) =>
  sessionsIn(structure).flatMap(({ event, session }) => {
    const planned = plannedIn(session)
    const then = planned.filter((meeting) => meeting.day === day)
    if (then.length === 0) return []
    return {
      ...{ id: idOf(event, session), name: nameOf(event, session) },
      hours: then.map(hoursInWords).join('; '),
      isOnly: then.length === planned.length,
      isHidden: event.active === false || session.active === false,
    }
  })

/** The sessions that run over a day and say their days in words alone: nobody but a person knows whether they meet. */
export const runningInWords = (structure: SeasonStructure, day: Day): string[] =>
  sessionsIn(structure)
    .filter(({ session }) => !meetsIn(session) && session.starts <= day && day <= session.ends)
    .map(({ event, session }) => nameOf(event, session))

/** The season in which these sessions do not meet on that day. */
export const withDayOff = (structure: SeasonStructure, day: Day, ids: string[]): SeasonStructure =>
  sessionsIn(structure)
    .filter(({ event, session }) => ids.includes(idOf(event, session)))
    .reduce(
      (season, { event, session }) =>
        withSession(season, event.key, withoutDay(session, day), sessionIdOf(session)),
      structure,
    )

function withoutDay(session: StructureSession, day: Day): StructureSession {
  const { extra, skips = [], ...rest } = session
  const left = extra?.filter((words) => !words.startsWith(day))
  const without = { ...rest, ...(session.skips && { skips }), ...(left && { extra: left }) }
  const isOfItsWeekdays = plannedIn(without).some((meeting) => meeting.day === day)
  return isOfItsWeekdays ? { ...without, skips: [...skips, day].sort() } : without
}
