import { isDeepStrictEqual } from 'node:util'
import { plurals } from '#events/events.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import { byDays, eventIn, eventsIn, toSessionId } from '#season/drafts/draft-edits.ts'
import { groupStaff } from '#season/file/rows-to-structure.ts'
import { Clinic, Programme, Session, StaffMember } from '#season/file/season-file.schema.ts'
import type { SeasonStructure, StructureSession } from '#season/file/season-structure.server.ts'

/** A season flattened to lines: entity, field, value. An entity's existence is a line without name. */
export type Line = { entity: string; name: string; value: unknown }
/** Keys are stable across states of a season. */
export type Lines = Map<string, Line>
/** A differing line. An added or removed entity yields only its line without name. */
export type ChangedLine = { key: string; entity: string; name: string; before: unknown; after: unknown }

export function toLines(structure: SeasonStructure): Lines {
  const { programme, staff = [] } = structure
  const entities: [string, object][] = [
    ['programme', programme],
    ...staff.flatMap(({ name, years, ...member }) =>
      years.map((year): [string, object] => [`staff ${year} ${name}`, member]),
    ),
    ...eventsIn(structure).flatMap(({ kind, event: { sessions, ...event } }): [string, object][] => [
      [`event ${kind} ${event.key}`, event],
      ...sessions.map(({ demo: _demo, ...session }): [string, object] => [
        `session ${kind} ${event.key} ${toSessionId(session)}`,
        session,
      ]),
    ]),
  ]
  return new Map(entities.flatMap(([entity, values]) => linesIn(entity, values)))
}

const shapes: Record<string, object> = {
  programme: Programme.shape,
  staff: StaffMember.shape,
  event: Clinic.shape,
  session: Session.shape,
}

/** In the file's order, which jsonb does not preserve. */
function linesIn(entity: string, values: object): [string, Line][] {
  const valuesByName = new Map<string, unknown>(Object.entries(values))
  const [what = ''] = entity.split(' ')
  const names = Object.keys(shapes[what] ?? {}).filter((name) => !isNothing(name, valuesByName.get(name)))
  return [
    [entity, { entity, name: '', value: true }],
    ...names.map((name): [string, Line] => [
      `${entity}|${name}`,
      { entity, name, value: valuesByName.get(name) },
    ]),
  ]
}

const usual: Record<string, unknown> = { active: true, 'reliability page': false }

/** Empty equals missing, and not closed equals open. */
const isNothing = (name: string, value: unknown) =>
  value === usual[name] || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

export function changedLines(before: Lines, after: Lines): ChangedLine[] {
  return [...new Map([...before, ...after])].flatMap(([key, { entity, name }]) => {
    const [was, now] = [before.get(key)?.value, after.get(key)?.value]
    const isWithWhole = name && before.has(entity) !== after.has(entity)
    return isWithWhole || isDeepStrictEqual(was, now) ? [] : { key, entity, name, before: was, after: now }
  })
}

type What = 'programme' | 'staff' | 'event' | 'session'

export const changedIn = (what: What, before: object, after: object): ChangedLine[] =>
  changedLines(new Map(linesIn(what, before)), new Map(linesIn(what, after)))

/** Inverse of the flattening; parts without lines come from `around`. */
export function seasonFromLines(lines: Lines, around: SeasonStructure): SeasonStructure {
  const entities = new Map<string, Record<string, unknown>>()
  for (const { entity, name, value } of lines.values())
    entities.set(entity, { ...entities.get(entity), ...(name && { [name]: value }) })
  const startingWith = (start: string) =>
    [...entities].flatMap(([entity, values]) => (entity.startsWith(start) ? { entity, values } : []))
  const listEvents = (kind: Kind) =>
    startingWith(`event ${kind} `).map(({ entity, values }) => ({
      ...values,
      sessions: startingWith(`${entity.replace('event', 'session')} `)
        .map((session) => sessionWith(session.values))
        .sort(byDays),
    }))
  return {
    ...around,
    programme: entities.get('programme'),
    staff: groupStaff(
      startingWith('staff ').map(({ entity, values }) => {
        const [, year = '', ...name] = entity.split(' ')
        const { bio, picture } = values as { bio: string; picture?: string }
        return { name: name.join(' '), year: /^\d+$/.test(year) ? Number(year) : year, bio, picture }
      }),
    ),
    ...Object.fromEntries(kinds.map((kind) => [plurals[kind], listEvents(kind)])),
  } as SeasonStructure
}

/** A missing line would mean "unchanged" in a file; here it means none. */
const sessionWith = (values: Record<string, unknown>) =>
  ({
    ...{ meets: [], skips: [], extra: [], court: [], coaches: [], opens: [], closed: [] },
    ...{ ages: [], 'ages on': [], levels: [] },
    ...values,
  }) as unknown as StructureSession

/** A session's event; everything else is its own parent. */
export const parentEvent = (entity: string) => entity.replace(/^session (\S+ \S+) .*/, 'event $1')

/** "First Rally, Red Ball, Session 1 of 2027" */
export function entityName(entity: string, ...states: SeasonStructure[]): string {
  const [what, year = '', key = '', id = ''] = entity.split(' ')
  if (what === 'programme') return 'The programme'
  if (what === 'staff') return `${entity.slice(`staff ${year} `.length)}, ${year}`
  const [name = key] = states.flatMap((state) => eventIn(state, key)?.event.name ?? [])
  const [sessionYear, number] = id.split('-')
  return what === 'session' ? `${name}, Session ${number} of ${sessionYear}` : name
}
