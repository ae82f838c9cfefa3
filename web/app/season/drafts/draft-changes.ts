import { type Day, dayWithWeekday } from '#platform/format/dates.ts'
import { centsOf, dollarsOrFree } from '#platform/format/money.ts'
import type { SeasonStructure, StructureSession } from '#season/file/season-structure.server.ts'
import { type ChangedLine, changedLines, linesOf, nameOfThing } from '#season/publish/season-diff.server.ts'
import { eventIn, sessionIn } from './draft-edits.ts'
import { lineName, lineWords } from './draft-words.ts'

/** What a draft changes in one thing, in words; `before` and `after` are missing where there is none. */
export type DraftChange = {
  thing: string
  name: string
  before?: string
  after?: string
  /** The event's key, and the session's id where it is of one. */
  event?: string
  session?: string
  /** A move is told in any case, a text when somebody says so, the rest to nobody. */
  kind: 'move' | 'text' | 'quiet'
}

const moves = ['starts', 'ends', 'meets', 'skips', 'extra', 'court', 'active', 'location']

/** Everything that a draft changes, in the order of its lines. */
export function changesOf(before: SeasonStructure, after: SeasonStructure): DraftChange[] {
  const lines = changedLines(linesOf(before), linesOf(after))
  const isDays = ({ name }: ChangedLine) => name === 'starts' || name === 'ends'
  return lines.flatMap((line, index): DraftChange | [] => {
    const { thing, name } = line
    const facts = { ...placeOf(thing), thing: nameOfThing(thing, after, before) }
    if (!name) return whole(facts, line, after, before)
    if (!isDays(line))
      return {
        ...facts,
        name: name === 'meets' ? 'Hours' : lineName(line),
        before: lineWords(name, line.before),
        after: lineWords(name, line.after),
        kind: kindOf(line),
      }
    if (lines.findIndex((other) => other.thing === thing && isDays(other)) < index) return []
    return {
      ...facts,
      name: 'Days',
      before: daysOf(before, facts),
      after: daysOf(after, facts),
      kind: 'move',
    }
  })
}

type Place = { event?: string; session?: string }

function kindOf({ thing, name }: ChangedLine): DraftChange['kind'] {
  if (thing.startsWith('session') && name === 'note') return 'text'
  return /^(session|event) /.test(thing) && moves.includes(name) ? 'move' : 'quiet'
}

function placeOf(thing: string): Place {
  const [what, , event, session] = thing.split(' ')
  if (what !== 'event' && what !== 'session') return {}
  return { ...(event && { event }), ...(session && { session }) }
}

function whole(
  facts: Place & { thing: string },
  { after: isNew }: ChangedLine,
  after: SeasonStructure,
  before: SeasonStructure,
): DraftChange {
  const session = sessionAt(isNew ? after : before, facts)
  const words = session ? shortly(session, isNew ? after : before, facts) : 'there'
  return isNew
    ? { ...facts, name: 'New', after: words, kind: 'quiet' }
    : { ...facts, name: 'Removed', before: words, after: 'does not take place', kind: 'move' }
}

function sessionAt(structure: SeasonStructure, { event, session }: Place): StructureSession | undefined {
  const known = event && session ? eventIn(structure, event) : undefined
  return known && session ? sessionIn(known.event, session) : undefined
}

function shortly(session: StructureSession, structure: SeasonStructure, { event = '' }: Place): string {
  const price = eventIn(structure, event)?.event.price
  return [
    rangeOf(session.starts, session.ends),
    session.places === undefined ? 'never full' : `${session.places} places`,
    dollarsOrFree(centsOf(String(price)) ?? 0),
  ].join(', ')
}

function daysOf(structure: SeasonStructure, place: Place): string {
  const session = sessionAt(structure, place)
  return session ? rangeOf(session.starts, session.ends) : 'none'
}

/** "Sat, Jul 10, 2027", "Mon, Jun 21, 2027 – Thu, Jun 24, 2027" */
export const rangeOf = (from: Day, to: Day) =>
  from === to ? dayWithWeekday(from) : `${dayWithWeekday(from)} – ${dayWithWeekday(to)}`
