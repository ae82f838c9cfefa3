import { pictureIn } from './picture-name.ts'
import { brief, named, stable } from './season-changes.ts'
import type { Season } from './season-file.server.ts'
import type { Path } from './season-lines.ts'

/** One thing that a season says: of what, by which word, and where it stands. Undefined where it says nothing of it. */
type Field = { what: string; name: string; value: unknown; path: Path }
export type Fields = Map<string, Field>

/** A field that two seasons differ in, in words. */
export type Difference = { what: string; name: string; before: string; after: string; path: Path }

/** Everything that a season says, each thing by a key that is the same in every season. */
export function fieldsOf({ programme, staff, events }: Season): Fields {
  const fields: Fields = new Map()
  const add = (key: string, what: string, path: Path, values: Record<string, unknown>, words = named) => {
    fields.set(key, { what, name: '', value: true, path })
    for (const [name, value] of Object.entries(values))
      if (value !== undefined)
        fields.set(`${key}/${name}`, {
          what,
          name: words(name),
          value: orNothing(value),
          path: [...path, words(name)],
        })
  }
  add('programme', 'programme', ['programme'], programme, (name) => name)
  for (const { name, year, img, ...values } of staff)
    add(`staff ${name} ${year}`, `staff ${name}, ${year}`, ['staff'], {
      ...values,
      img: img && pictureIn(name, img),
    })
  for (const { key, kind, path, line: _line, sessions, ...values } of events) {
    const what = `${kind} ${values.name}`
    add(key, what, path, values)
    for (const { number, path: own, lines: _lines, demo: _demo, ...session } of sessions) {
      const year = session.startsOn.slice(0, 4)
      add(`${key} ${year} ${number}`, `${what}, session ${number} of ${year}`, own, session, noted)
    }
  }
  return fields
}

/** The keys of what is not the same in two seasons; what one of them does not say counts as the same. */
export const changedKeys = (before: Fields, after: Fields): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => {
    if (isSaid(key, before) && isSaid(key, after))
      return stable(before.get(key)?.value) !== stable(after.get(key)?.value)
    return !key.includes('/')
  })

/** What is different in a season after another, of these keys or of all; a thing that came or went is one difference. */
export function differencesOf(
  before: Fields,
  after: Fields,
  keys = changedKeys(before, after),
): Difference[] {
  const differing = new Set(changedKeys(before, after))
  return keys.flatMap((key) => {
    const field = after.get(key) ?? before.get(key)
    if (!field || !differing.has(key)) return []
    return { ...field, before: wordsOf(before.get(key)), after: wordsOf(after.get(key)) }
  })
}

const isSaid = (key: string, fields: Fields) => fields.has(key)

function wordsOf(field: Field | undefined): string {
  if (!field) return 'none'
  return field.value === true && field.name === ''
    ? 'there'
    : brief(field.name === 'price' ? 'priceCents' : field.name, field.value)
}

/** `[]` in a file is none, as is a missing line of the programme. */
const orNothing = (value: unknown) => (Array.isArray(value) && value.length === 0 ? null : value)
const noted = (name: string) => (name === 'description' ? 'note' : named(name))
