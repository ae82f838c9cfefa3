import { XMLBuilder } from 'fast-xml-parser'

/**
 * What an answer may hold. Arrays, numbers, booleans, dates and null become typed elements;
 * undefined members are left out; keys are written in kebab-case.
 */
export type XmlValue =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | XmlValue[]
  | Collection
  | { [key: string]: XmlValue }

/** A page of a search: unlike those of an array, its children keep their name; where it is asked for, it tells how many there are. */
type Collection = { collectionOf: string; children: XmlValue[]; totalItems?: number; pageSize?: number }

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
})

/** Writes a document with one root element. */
export function toXml(root: string, value: XmlValue): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [kebab(root)]: node(value) })}`
}

/** Whole seconds in UTC, as the gateway prints them. */
function printInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`
}

function node(value: XmlValue): unknown {
  if (value === null) return { '@nil': 'true' }
  if (typeof value === 'number') return { '@type': 'integer', '#text': String(value) }
  if (typeof value === 'boolean') return { '@type': 'boolean', '#text': String(value) }
  if (value instanceof Date) return { '@type': 'datetime', '#text': printInstant(value) }
  if (Array.isArray(value)) return { '@type': 'array', item: value.map(node) }
  if (typeof value === 'object') {
    if (isCollection(value)) {
      const { collectionOf, children, ...counts } = value
      return { '@type': 'collection', ...membersOf(counts), [kebab(collectionOf)]: children.map(node) }
    }
    return membersOf(value)
  }
  return printable(value ?? '')
}

function membersOf(value: { [key: string]: XmlValue }) {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([key, member]) => [kebab(key), node(member)]))
}

function isCollection(value: object): value is Collection {
  return 'collectionOf' in value
}

/** Drops what no XML document can hold, escaped or not. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}

const kebabs = new Map<string, string>()

/** The same few names stand in each answer; custom fields may bring any number of others. */
function kebab(key: string): string {
  const known = kebabs.get(key)
  if (known) return known
  const made = key.replace(/_/g, '-').replace(/([A-Z])/g, (letter) => `-${letter.toLowerCase()}`)
  if (kebabs.size < 2000) kebabs.set(key, made)
  return made
}
