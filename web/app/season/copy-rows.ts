import { yearOf } from '#platform/dates.ts'
import { type CopyWishes, copyYear } from './copy-year.ts'
import { rangeOf } from './draft-changes.ts'
import { eventsIn, sessionIdOf } from './draft-edits.ts'
import type { SeasonStructure, StructureSession } from './season-structure.server.ts'
import { plannedIn } from './session-form.ts'

export type CopyRow = { name: string; before: string; after: string; lines: string[] }

/** A copied year as it is shown before it becomes a draft: each session with its old and its new days. */
export function copyPreview(structure: SeasonStructure, wishes: CopyWishes) {
  const { copied, questions, texts, structure: after } = copyYear(structure, wishes)
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
      .sort((left, right) => left.starts.localeCompare(right.starts) || left.number - right.number)
    return fresh.map((session, at) => ({
      name: `${event.name}, Session ${session.number}`,
      before: daysOf(old[at]),
      after: daysOf(session),
      lines: linesOf(session, old[at]),
    }))
  })
  return { copied, questions, texts, rows, structure: after }
}

const daysOf = (session: StructureSession | undefined) =>
  session ? rangeOf(session.starts, session.ends) : ''

/** What is less than it was. */
function linesOf(session: StructureSession, old: StructureSession | undefined): string[] {
  const [left, all] = [plannedIn(session).length, old ? plannedIn({ ...old, skips: [] }).length : 0]
  const skips = session.skips ?? []
  if (skips.length === 0 || left >= all) return []
  return [`without ${skips.map((day) => rangeOf(day, day)).join('; ')}: ${left} of ${all} meetings`]
}
