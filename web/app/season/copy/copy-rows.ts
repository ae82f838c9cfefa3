import type { Day } from '#platform/format/dates.ts'
import { formatDayRange } from '#season/drafts/draft-changes.ts'
import type {
  SeasonStructure,
  StructureEvent,
  StructureSession,
} from '#season/file/season-structure.server.ts'
import { plannedIn } from '#season/forms/session-form.ts'
import { type CopyWishes, copyYear } from './copy-year.ts'

/**
 * A copied year before it becomes a draft, with old and new days. `skippedThen`: days skipped in the old year;
 * `skippedByNobody`: chosen days without any meeting.
 */
export function copyPreview(structure: SeasonStructure, wishes: CopyWishes) {
  const { copies, questions, texts } = copyYear(structure, wishes)
  const origins = new Map(copies.map(({ session, origin }) => [session, origin]))
  const rows = copies.map(({ event, session, origin }) => ({
    name: `${event.name}, Session ${session.number}`,
    before: formatDayRange(origin.starts, origin.ends),
    after: formatDayRange(session.starts, session.ends),
    lines: [...describeMissing(session, origin), ...listClashes(session, event, origins)],
  }))
  const skippedThen = [...new Set(copies.flatMap(({ origin }) => origin.skips ?? []))].sort()
  const skippedByNobody = (wishes.skips ?? []).filter(
    (day) => !copies.some(({ session }) => mayMeetOn(day, session)),
  )
  return { questions, texts, rows, skippedThen, skippedByNobody }
}

/** Without structured hours a session may meet on each of its days. */
const mayMeetOn = (day: Day, session: StructureSession) =>
  typeof session.meets === 'string'
    ? plannedIn({ ...session, skips: [] }).some((meeting) => meeting.day === day)
    : session.starts <= day && day <= session.ends

/** Other sessions of the event on the same days, where their originals were not. */
function listClashes(
  session: StructureSession,
  event: StructureEvent,
  origins: Map<StructureSession, StructureSession>,
): string[] {
  const areOnSameDays = (one: StructureSession, other: StructureSession) =>
    one.starts === other.starts && one.ends === other.ends
  const toOrigin = (copied: StructureSession) => origins.get(copied) ?? copied
  return event.sessions
    .filter((other) => other !== session && other.active !== false && areOnSameDays(other, session))
    .filter((other) => !areOnSameDays(toOrigin(other), toOrigin(session)))
    .map(({ number }) => `on the same days as Session ${number}`)
}

function describeMissing(session: StructureSession, origin: StructureSession): string[] {
  const [remaining, all] = [plannedIn(session).length, plannedIn({ ...origin, skips: [] }).length]
  const skips = session.skips ?? []
  if (skips.length === 0 || remaining >= all) return []
  return [
    `without ${skips.map((day) => formatDayRange(day, day)).join('; ')}: ${remaining} of ${all} meetings`,
  ]
}
