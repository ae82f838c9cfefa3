import { XMLBuilder } from 'fast-xml-parser'

/**
 * Arrays, numbers, booleans, dates and null become typed elements; undefined members are left out; keys are
 * kebab-cased.
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

/** A page of a search: its children keep their name, unlike those of an array. */
type Collection = { elementName: string; children: XmlValue[]; totalItems?: number; pageSize?: number }

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
})

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
      const { elementName, children, ...counts } = value
      return { '@type': 'collection', ...toElements(counts), [kebab(elementName)]: children.map(node) }
    }
    return toElements(value)
  }
  return printable(value ?? '')
}

function toElements(value: { [key: string]: XmlValue }) {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([key, member]) => [kebab(key), node(member)]))
}

function isCollection(value: object): value is Collection {
  return 'elementName' in value
}

/** Drops characters that no XML document can hold. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}

const kebabs = new Map<string, string>()

/** Few distinct names in answers, but any number in custom fields. */
function kebab(key: string): string {
  const known = kebabs.get(key)
  if (known) return known
  const made = key.replace(/_/g, '-').replace(/([A-Z])/g, (letter) => `-${letter.toLowerCase()}`)
  if (kebabs.size < 2000) kebabs.set(key, made)
  return made
}
