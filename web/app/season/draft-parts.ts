import { pluralOf } from '#events/events.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import { sessionIdOf } from './draft-edits.ts'
import type { SeasonStructure, StructureEvent, StructureSession } from './season-structure.server.ts'

/** A season as single lines: what each is of, its name, and what it says. What is there has a line with no name. */
export type Line = { thing: string; name: string; value: unknown }
export type Lines = Map<string, Line>

type Listed = { key: string } & Record<string, unknown>

/** Every line of a season by a key that is the same in each state of it. */
export function linesOf({ programme, staff = [], ...events }: SeasonStructure): Lines {
  const lines: Lines = new Map()
  const add = (thing: string, values: Record<string, unknown>) => {
    lines.set(thing, { thing, name: '', value: true })
    for (const [name, value] of Object.entries(values))
      if (!isNothing(value)) lines.set(`${thing}|${name}`, { thing, name, value })
  }
  add('programme', programme)
  add('staff', { list: staff })
  for (const kind of kinds)
    for (const { sessions, ...event } of events[pluralOf[kind]] ?? []) {
      add(`event ${kind} ${event.key}`, event)
      for (const session of sessions)
        add(`session ${kind} ${event.key} ${sessionIdOf(session)}`, { ...session, demo: undefined })
    }
  return lines
}

/** The season that lines say. What a season says beside its lines comes from `around`. */
export function seasonOf(lines: Lines, around: SeasonStructure): SeasonStructure {
  const things = new Map<string, Listed>()
  for (const { thing, name, value } of lines.values()) {
    const known = things.get(thing) ?? { key: '' }
    things.set(thing, name ? { ...known, [name]: value } : known)
  }
  const valuesOf = (thing: string): Record<string, unknown> => {
    const { key, ...values } = things.get(thing) ?? { key: '' }
    return key ? { key, ...values } : values
  }
  const eventsOf = (kind: Kind) =>
    [...things.keys()]
      .filter((thing) => thing.startsWith(`event ${kind} `))
      .map((thing) => ({
        ...valuesOf(thing),
        sessions: [...things.keys()]
          .filter((own) => own.startsWith(`${thing.replace('event', 'session')} `))
          .map((own) => sessionWith(valuesOf(own)))
          .sort(byDays),
      }))
  return {
    ...around,
    programme: valuesOf('programme'),
    staff: valuesOf('staff').list ?? [],
    ...Object.fromEntries(kinds.map((kind) => [pluralOf[kind], eventsOf(kind)])),
  } as SeasonStructure
}

/** A line that is left out of a file would leave a session as it is: here it means none. */
const sessionWith = (values: Record<string, unknown>) =>
  ({
    ...{ meets: [], skips: [], extra: [], court: [], coaches: [], opens: [], closed: [] },
    ...values,
  }) as unknown as StructureSession

const byDays = (left: StructureSession, right: StructureSession) =>
  left.starts.localeCompare(right.starts) || left.number - right.number

/** An empty list is none, and what is not closed is open. */
const isNothing = (value: unknown) =>
  value === undefined || value === true || (Array.isArray(value) && value.length === 0)

export const isAlike = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/** "First Rally, Red Ball, Session 1 of 2027" */
export function nameOfThing(thing: string, ...states: SeasonStructure[]): string {
  const [what, kind, key, id = ''] = thing.split(' ')
  if (what === 'programme') return 'The programme'
  if (what === 'staff') return 'Staff'
  const all = states.flatMap((state): StructureEvent[] => state[pluralOf[kind as Kind]] ?? [])
  const name = all.find((event) => event.key === key)?.name ?? String(key)
  const [year, number] = id.split('-')
  return what === 'session' ? `${name}, Session ${number} of ${year}` : name
}
