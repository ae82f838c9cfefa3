import { plurals } from '#events/events.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import type {
  SeasonStructure,
  StructureEvent,
  StructureSession,
} from '#season/file/season-structure.server.ts'

/** Year and number, as "2027-3" in addresses. */
export type SessionId = string
export const toSessionId = ({ starts, number }: Pick<StructureSession, 'starts' | 'number'>): SessionId =>
  `${starts.slice(0, 4)}-${number}`

export type FoundEvent = { kind: Kind; event: StructureEvent }

export const eventsIn = (structure: SeasonStructure): FoundEvent[] =>
  kinds.flatMap((kind) => (structure[plurals[kind]] ?? []).map((event) => ({ kind, event })))

export const eventIn = (structure: SeasonStructure, key: string) =>
  eventsIn(structure).find(({ event }) => event.key === key)

export const sessionIn = (event: StructureEvent, id: SessionId) =>
  event.sessions.find((session) => toSessionId(session) === id)

/** Replaces the event with this key, or appends it to its kind. */
export function withEvent(structure: SeasonStructure, { kind, event }: FoundEvent): SeasonStructure {
  const list = structure[plurals[kind]] ?? []
  const at = list.findIndex(({ key }) => key === event.key)
  return { ...structure, [plurals[kind]]: at < 0 ? [...list, event] : list.with(at, event) }
}

export function withoutEvent(structure: SeasonStructure, key: string): SeasonStructure {
  const lists = kinds.map((kind) => [
    plurals[kind],
    (structure[plurals[kind]] ?? []).filter((event) => event.key !== key),
  ])
  return { ...structure, ...Object.fromEntries(lists) }
}

/** Replaces the session `id`, or adds one; sessions are sorted by day. */
export function withSession(
  structure: SeasonStructure,
  key: string,
  session: StructureSession | undefined,
  id?: SessionId,
): SeasonStructure {
  const known = eventIn(structure, key)
  if (!known) return structure
  const others = known.event.sessions.filter((other) => toSessionId(other) !== id)
  const sessions = [...others, ...(session ? [session] : [])].sort(byDays)
  return withEvent(structure, { ...known, event: { ...known.event, sessions } })
}

export const byDays = (left: StructureSession, right: StructureSession) =>
  left.starts.localeCompare(right.starts) || left.number - right.number

export const yearsIn = (structure: SeasonStructure): number[] =>
  [
    ...new Set(
      eventsIn(structure).flatMap(({ event }) =>
        event.sessions.map(({ starts }) => Number(starts.slice(0, 4))),
      ),
    ),
  ].sort()

export const nextNumber = ({ sessions }: StructureEvent, year: string): number =>
  1 + Math.max(0, ...sessions.filter(({ starts }) => starts.startsWith(year)).map(({ number }) => number))
