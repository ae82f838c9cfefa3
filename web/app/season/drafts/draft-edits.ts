import { pluralOf } from '#events/events.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import type {
  SeasonStructure,
  StructureEvent,
  StructureSession,
} from '#season/file/season-structure.server.ts'

/** Which session of an event: its year and its number, "2027-3" in addresses. */
export type SessionId = string
export const sessionIdOf = ({ starts, number }: Pick<StructureSession, 'starts' | 'number'>): SessionId =>
  `${starts.slice(0, 4)}-${number}`

export type FoundEvent = { kind: Kind; event: StructureEvent }

export const eventsIn = (structure: SeasonStructure): FoundEvent[] =>
  kinds.flatMap((kind) => (structure[pluralOf[kind]] ?? []).map((event) => ({ kind, event })))

export const eventIn = (structure: SeasonStructure, key: string) =>
  eventsIn(structure).find(({ event }) => event.key === key)

export const sessionIn = (event: StructureEvent, id: SessionId) =>
  event.sessions.find((session) => sessionIdOf(session) === id)

/** The event in the place of the one with its key, or at the end of its kind. */
export function withEvent(structure: SeasonStructure, { kind, event }: FoundEvent): SeasonStructure {
  const list = structure[pluralOf[kind]] ?? []
  const at = list.findIndex(({ key }) => key === event.key)
  return { ...structure, [pluralOf[kind]]: at < 0 ? [...list, event] : list.with(at, event) }
}

export function withoutEvent(structure: SeasonStructure, key: string): SeasonStructure {
  const lists = kinds.map((kind) => [
    pluralOf[kind],
    (structure[pluralOf[kind]] ?? []).filter((event) => event.key !== key),
  ])
  return { ...structure, ...Object.fromEntries(lists) }
}

/** The session in the place of the one known as `id`, or a new one; an event's sessions stand in the order of their days. */
export function withSession(
  structure: SeasonStructure,
  key: string,
  session: StructureSession | undefined,
  id?: SessionId,
): SeasonStructure {
  const known = eventIn(structure, key)
  if (!known) return structure
  const others = known.event.sessions.filter((other) => sessionIdOf(other) !== id)
  const sessions = [...others, ...(session ? [session] : [])].sort(byDays)
  return withEvent(structure, { ...known, event: { ...known.event, sessions } })
}

/** In the order of their days. */
export const byDays = (left: StructureSession, right: StructureSession) =>
  left.starts.localeCompare(right.starts) || left.number - right.number

/** The years that sessions begin in. */
export const yearsIn = (structure: SeasonStructure): number[] =>
  [
    ...new Set(
      eventsIn(structure).flatMap(({ event }) =>
        event.sessions.map(({ starts }) => Number(starts.slice(0, 4))),
      ),
    ),
  ].sort()

/** A number that no session of the event has in that year. */
export const nextNumber = ({ sessions }: StructureEvent, year: string): number =>
  1 + Math.max(0, ...sessions.filter(({ starts }) => starts.startsWith(year)).map(({ number }) => number))
