import { type Day, dayWithWeekday } from '#platform/format/dates.ts'
import { dollarsOrFree, parseCents } from '#platform/format/money.ts'
import type { SeasonStructure, StructureSession } from '#season/file/season-structure.server.ts'
import { type ChangedLine, changedLines, entityName, toLines } from '#season/publish/season-diff.server.ts'
import { eventIn, sessionIn } from './draft-edits.ts'
import { formatLine, lineName } from './draft-labels.ts'

/** One difference between season and draft as text; `before` or `after` is missing where there is none. */
export type DraftChange = {
  entity: string
  name: string
  before?: string
  after?: string
  /** The event's key, and the session's id if it is a session's. */
  event?: string
  session?: string
  /** Families are always notified of a move, of a text only on request, never of the rest. */
  kind: 'move' | 'text' | 'quiet'
}

const moves = ['starts', 'ends', 'meets', 'skips', 'extra', 'court', 'active', 'location']

export function listChanges(before: SeasonStructure, after: SeasonStructure): DraftChange[] {
  const lines = changedLines(toLines(before), toLines(after))
  const isDays = ({ name }: ChangedLine) => name === 'starts' || name === 'ends'
  return lines.flatMap((line, index): DraftChange | [] => {
    const { entity, name } = line
    const subject = { ...parsePlace(entity), entity: entityName(entity, after, before) }
    if (!name) return describeWhole(subject, line, after, before)
    if (!isDays(line))
      return {
        ...subject,
        name: name === 'meets' ? 'Hours' : lineName(line),
        before: formatLine(name, line.before),
        after: formatLine(name, line.after),
        kind: classifyChange(line),
      }
    if (lines.findIndex((other) => other.entity === entity && isDays(other)) < index) return []
    return {
      ...subject,
      name: 'Days',
      before: formatSessionDays(before, subject),
      after: formatSessionDays(after, subject),
      kind: 'move',
    }
  })
}

type Place = { event?: string; session?: string }

function classifyChange({ entity, name }: ChangedLine): DraftChange['kind'] {
  if (entity.startsWith('session') && name === 'note') return 'text'
  return /^(session|event) /.test(entity) && moves.includes(name) ? 'move' : 'quiet'
}

function parsePlace(entity: string): Place {
  const [what, , event, session] = entity.split(' ')
  if (what !== 'event' && what !== 'session') return {}
  return { ...(event && { event }), ...(session && { session }) }
}

function describeWhole(
  subject: Place & { entity: string },
  { after: isNew }: ChangedLine,
  after: SeasonStructure,
  before: SeasonStructure,
): DraftChange {
  const session = sessionAt(isNew ? after : before, subject)
  const summary = session ? summariseSession(session, isNew ? after : before, subject) : 'there'
  return isNew
    ? { ...subject, name: 'New', after: summary, kind: 'quiet' }
    : { ...subject, name: 'Removed', before: summary, after: 'does not take place', kind: 'move' }
}

function sessionAt(structure: SeasonStructure, { event, session }: Place): StructureSession | undefined {
  const known = event && session ? eventIn(structure, event) : undefined
  return known && session ? sessionIn(known.event, session) : undefined
}

function summariseSession(
  session: StructureSession,
  structure: SeasonStructure,
  { event = '' }: Place,
): string {
  const price = eventIn(structure, event)?.event.price
  return [
    formatDayRange(session.starts, session.ends),
    session.places === undefined ? 'never full' : `${session.places} places`,
    dollarsOrFree(parseCents(String(price)) ?? 0),
  ].join(', ')
}

function formatSessionDays(structure: SeasonStructure, place: Place): string {
  const session = sessionAt(structure, place)
  return session ? formatDayRange(session.starts, session.ends) : 'none'
}

/** "Sat, Jul 10, 2027", "Mon, Jun 21, 2027 – Thu, Jun 24, 2027" */
export const formatDayRange = (from: Day, to: Day) =>
  from === to ? dayWithWeekday(from) : `${dayWithWeekday(from)} – ${dayWithWeekday(to)}`
