import { type Day, yearOf } from '#platform/dates.ts'
import { type CopyWishes, copyYear } from './copy-year.ts'
import { rangeOf } from './draft-changes.ts'
import { byDays, eventsIn, sessionIdOf } from './draft-edits.ts'
import type { SeasonStructure, StructureEvent, StructureSession } from './season-structure.server.ts'
import { plannedIn } from './session-form.ts'

export type CopyRow = { name: string; before: string; after: string; lines: string[] }

/**
 * A copied year as it is shown before it becomes a draft: each session with its old and its new days; `skippedThen`: on
 * which days of the old year somebody did not meet; `skippedByNobody`: days to skip on which nobody would meet anyway.
 */
export function copyPreview(structure: SeasonStructure, wishes: CopyWishes) {
  const { copied, questions, texts, structure: after } = copyYear(structure, wishes)
  const skippedThen = new Set<Day>()
  const copies: StructureSession[] = []
  const rows = eventsIn(after).flatMap(({ event }, index): CopyRow[] => {
    const known = new Set(eventsIn(structure)[index]?.event.sessions.map(sessionIdOf))
    const fresh = event.sessions.filter((session) => !known.has(sessionIdOf(session)))
    const old = event.sessions
      .filter(
        (session) =>
          known.has(sessionIdOf(session)) &&
          yearOf(session.starts) === wishes.from &&
          session.active !== false,
      )
      .sort(byDays)
    for (const { skips = [] } of fresh.length > 0 ? old : []) for (const day of skips) skippedThen.add(day)
    copies.push(...fresh)
    const origins = new Map(fresh.map((session, at) => [session, old[at]]))
    return fresh.map((session) => ({
      name: `${event.name}, Session ${session.number}`,
      before: daysOf(origins.get(session)),
      after: daysOf(session),
      lines: [...linesOf(session, origins.get(session)), ...clashesOf(session, event, origins)],
    }))
  })
  const skippedByNobody = (wishes.skips ?? []).filter((day) => !copies.some((copy) => mayMeetOn(day, copy)))
  return {
    copied,
    questions,
    texts,
    rows,
    structure: after,
    skippedThen: [...skippedThen].sort(),
    skippedByNobody,
  }
}

/** Without hours of its own a session may meet on each of its days. */
const mayMeetOn = (day: Day, session: StructureSession) =>
  typeof session.meets === 'string'
    ? plannedIn({ ...session, skips: [] }).some((meeting) => meeting.day === day)
    : session.starts <= day && day <= session.ends

const daysOf = (session: StructureSession | undefined) =>
  session ? rangeOf(session.starts, session.ends) : ''

/** Other sessions of the event that come to lie on the same days, where those that they are copied from did not. */
function clashesOf(
  session: StructureSession,
  event: StructureEvent,
  origins: Map<StructureSession, StructureSession | undefined>,
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
function linesOf(session: StructureSession, old: StructureSession | undefined): string[] {
  const [left, all] = [plannedIn(session).length, old ? plannedIn({ ...old, skips: [] }).length : 0]
  const skips = session.skips ?? []
  if (skips.length === 0 || left >= all) return []
  return [`without ${skips.map((day) => rangeOf(day, day)).join('; ')}: ${left} of ${all} meetings`]
}
