import { isDeepStrictEqual } from 'node:util'
import { pluralOf } from '#events/events.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import { byDays, eventIn, eventsIn, sessionIdOf } from '#season/drafts/draft-edits.ts'
import { Clinic, Programme, Session, StaffMember } from '#season/file/season-file.schema.ts'
import type { SeasonStructure, StructureSession } from '#season/file/season-structure.server.ts'
import { staffOfYears } from '#season/file/structure-of-rows.ts'

/** A season as single lines: what each is of, its name, and what it says. What is there has a line with no name. */
export type Line = { thing: string; name: string; value: unknown }
/** By a key that is the same in each state of a season. */
export type Lines = Map<string, Line>
/** A line that two seasons differ in. Of a thing that came or went it is the one with no name. */
export type ChangedLine = { key: string; thing: string; name: string; before: unknown; after: unknown }

export function linesOf(structure: SeasonStructure): Lines {
  const { programme, staff = [] } = structure
  const things: [string, object][] = [
    ['programme', programme],
    ...staff.flatMap(({ name, years, ...member }) =>
      years.map((year): [string, object] => [`staff ${year} ${name}`, member]),
    ),
    ...eventsIn(structure).flatMap(({ kind, event: { sessions, ...event } }): [string, object][] => [
      [`event ${kind} ${event.key}`, event],
      ...sessions.map(({ demo: _demo, ...session }): [string, object] => [
        `session ${kind} ${event.key} ${sessionIdOf(session)}`,
        session,
      ]),
    ]),
  ]
  return new Map(things.flatMap(([thing, values]) => linesIn(thing, values)))
}

const shapes: Record<string, object> = {
  programme: Programme.shape,
  staff: StaffMember.shape,
  event: Clinic.shape,
  session: Session.shape,
}

/** In the order of a file, which the database forgets. */
function linesIn(thing: string, values: object): [string, Line][] {
  const said = new Map<string, unknown>(Object.entries(values))
  const [what = ''] = thing.split(' ')
  const names = Object.keys(shapes[what] ?? {}).filter((name) => !isNothing(name, said.get(name)))
  return [
    [thing, { thing, name: '', value: true }],
    ...names.map((name): [string, Line] => [`${thing}|${name}`, { thing, name, value: said.get(name) }]),
  ]
}

/** What a line says that is left out. */
const usual: Record<string, unknown> = { active: true, 'reliability page': false }

/** What is empty is none, and what is not closed is open. */
const isNothing = (name: string, value: unknown) =>
  value === usual[name] || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

export function changedLines(before: Lines, after: Lines): ChangedLine[] {
  return [...new Map([...before, ...after])].flatMap(([key, { thing, name }]) => {
    const [was, now] = [before.get(key)?.value, after.get(key)?.value]
    const isOfWhole = name && before.has(thing) !== after.has(thing)
    return isOfWhole || isDeepStrictEqual(was, now) ? [] : { key, thing, name, before: was, after: now }
  })
}

type What = 'programme' | 'staff' | 'event' | 'session'

/** What one thing says otherwise than it did. */
export const changedIn = (what: What, before: object, after: object): ChangedLine[] =>
  changedLines(new Map(linesIn(what, before)), new Map(linesIn(what, after)))

/** The season that lines say. What a season says beside its lines comes from `around`. */
export function seasonOf(lines: Lines, around: SeasonStructure): SeasonStructure {
  const things = new Map<string, Record<string, unknown>>()
  for (const { thing, name, value } of lines.values())
    things.set(thing, { ...things.get(thing), ...(name && { [name]: value }) })
  const startingWith = (start: string) =>
    [...things].flatMap(([thing, values]) => (thing.startsWith(start) ? { thing, values } : []))
  const eventsOf = (kind: Kind) =>
    startingWith(`event ${kind} `).map(({ thing, values }) => ({
      ...values,
      sessions: startingWith(`${thing.replace('event', 'session')} `)
        .map((session) => sessionWith(session.values))
        .sort(byDays),
    }))
  return {
    ...around,
    programme: things.get('programme'),
    staff: staffOfYears(
      startingWith('staff ').map(({ thing, values }) => {
        const [, year = '', ...name] = thing.split(' ')
        const { bio, picture } = values as { bio: string; picture?: string }
        return { name: name.join(' '), year: /^\d+$/.test(year) ? Number(year) : year, bio, picture }
      }),
    ),
    ...Object.fromEntries(kinds.map((kind) => [pluralOf[kind], eventsOf(kind)])),
  } as SeasonStructure
}

/** A line that is left out of a file would leave a session as it is: here it means none. */
const sessionWith = (values: Record<string, unknown>) =>
  ({
    ...{ meets: [], skips: [], extra: [], court: [], coaches: [], opens: [], closed: [] },
    ...{ ages: [], 'ages on': [], levels: [] },
    ...values,
  }) as unknown as StructureSession

/** The event that a session is of; every other thing is of itself. */
export const eventOf = (thing: string) => thing.replace(/^session (\S+ \S+) .*/, 'event $1')

/** "First Rally, Red Ball, Session 1 of 2027" */
export function nameOfThing(thing: string, ...states: SeasonStructure[]): string {
  const [what, year = '', key = '', id = ''] = thing.split(' ')
  if (what === 'programme') return 'The programme'
  if (what === 'staff') return `${thing.slice(`staff ${year} `.length)}, ${year}`
  const [name = key] = states.flatMap((state) => eventIn(state, key)?.event.name ?? [])
  const [of, number] = id.split('-')
  return what === 'session' ? `${name}, Session ${number} of ${of}` : name
}
