import type { Day } from '#platform/format/dates.ts'
import { rangeOf } from '#season/drafts/draft-changes.ts'
import type {
  SeasonStructure,
  StructureEvent,
  StructureSession,
} from '#season/file/season-structure.server.ts'
import { plannedIn } from '#season/forms/session-form.ts'
import { type CopyWishes, copyYear } from './copy-year.ts'

/**
 * A copied year as it is shown before it becomes a draft: each session with its old and its new days; `skippedThen`: on
 * which days of the old year somebody did not meet; `skippedByNobody`: days to skip on which nobody would meet anyway.
 */
export function copyPreview(structure: SeasonStructure, wishes: CopyWishes) {
  const { copies, questions, texts } = copyYear(structure, wishes)
  const origins = new Map(copies.map(({ session, origin }) => [session, origin]))
  const rows = copies.map(({ event, session, origin }) => ({
    name: `${event.name}, Session ${session.number}`,
    before: rangeOf(origin.starts, origin.ends),
    after: rangeOf(session.starts, session.ends),
    lines: [...linesOf(session, origin), ...clashesOf(session, event, origins)],
  }))
  const skippedThen = [...new Set(copies.flatMap(({ origin }) => origin.skips ?? []))].sort()
  const skippedByNobody = (wishes.skips ?? []).filter(
    (day) => !copies.some(({ session }) => mayMeetOn(day, session)),
  )
  return { questions, texts, rows, skippedThen, skippedByNobody }
}

/** Without hours of its own a session may meet on each of its days. */
const mayMeetOn = (day: Day, session: StructureSession) =>
  typeof session.meets === 'string'
    ? plannedIn({ ...session, skips: [] }).some((meeting) => meeting.day === day)
    : session.starts <= day && day <= session.ends

/** Other sessions of the event that come to lie on the same days, where those that they are copied from did not. */
function clashesOf(
  session: StructureSession,
  event: StructureEvent,
  origins: Map<StructureSession, StructureSession>,
): string[] {
  const areOnSameDays = (one: StructureSession, other: StructureSession) =>
    one.starts === other.starts && one.ends === other.ends
  const originOf = (of: StructureSession) => origins.get(of) ?? of
  return event.sessions
    .filter((other) => other !== session && other.active !== false && areOnSameDays(other, session))
    .filter((other) => !areOnSameDays(originOf(other), originOf(session)))
    .map(({ number }) => `on the same days as Session ${number}`)
}

/** What is less than it was. */
function linesOf(session: StructureSession, origin: StructureSession): string[] {
  const [left, all] = [plannedIn(session).length, plannedIn({ ...origin, skips: [] }).length]
  const skips = session.skips ?? []
  if (skips.length === 0 || left >= all) return []
  return [`without ${skips.map((day) => rangeOf(day, day)).join('; ')}: ${left} of ${all} meetings`]
}
