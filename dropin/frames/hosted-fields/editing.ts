import type { FieldKey, FieldOptions } from '#agreed/fields.ts'
import { digitsOf, withPlainDigits } from './digits.ts'
import { fieldFacts, format } from './fields.ts'

/** A text with the place of the caret in it. */
export type Entry = { text: string; caret: number }

/** What stands in the field after a text has come all at once. */
export function entered(key: FieldKey, { text, caret }: Entry, options: FieldOptions = {}): Entry {
  const next = format(key, text, undefined, options)
  return { text: next, caret: caret < text.length ? placeIn(key, next, { text, caret }) : next.length }
}

/** What stands in the field after a key has put something in; `before` is what stood there until then. */
export function typed(
  key: FieldKey,
  before: string,
  { text, caret }: Entry,
  options: FieldOptions = {},
): Entry {
  const next = format(key, text, { how: 'typed', caret }, options)
  const isOverfull = key !== 'expirationDate' && sizeOf(key, text) > sizeOf(key, next)
  if (isOverfull) return { text: before, caret: caret - 1 }
  if (caret === text.length) return { text: next, caret: next.length }
  const place = placeIn(key, next, { text, caret })
  // From a group that is full on to the next; a month of one digit is not.
  const gap = key === 'expirationDate' && place < 2 ? '' : /^\D*(?=\d)/.exec(next.slice(place))?.[0]
  return { text: next, caret: place + (gap?.length ?? 0) }
}

/** What stands in the field after a key has taken something out. One that met a separator takes the digit beyond it. */
export function deleted(
  key: FieldKey,
  before: string,
  entry: Entry,
  { isForward = false, ...options }: FieldOptions & { isForward?: boolean } = {},
): Entry {
  const isIdle = fieldFacts[key].numeric && digitsOf(entry.text) === digitsOf(before)
  const { text, caret } = isIdle ? beyond(entry, isForward) : entry
  const next = format(key, text, { how: 'deleted', caret }, options)
  return { text: next, caret: text === next ? caret : placeIn(key, next, { text, caret }) }
}

function beyond({ text, caret }: Entry, isForward: boolean): Entry {
  const [left, right] = [text.slice(0, caret), text.slice(caret)]
  if (isForward) return { text: left + right.replace(/\d/, ''), caret }
  const kept = left.replace(/\d(\D*)$/, '')
  return { text: kept + left.slice(kept.length + 1) + right, caret: kept.length }
}

/** Behind as many digits as before. What was added in front, such as the 0 of a month, counts as typed. */
function placeIn(key: FieldKey, next: string, { text, caret }: Entry) {
  const added = Math.max(0, sizeOf(key, next) - sizeOf(key, text))
  const passed = sizeOf(key, text.slice(0, caret)) + added
  let place = 0
  while (place < next.length && sizeOf(key, next.slice(0, place)) < passed) place++
  return place
}

function sizeOf(key: FieldKey, text: string) {
  return (fieldFacts[key].numeric ? digitsOf(withPlainDigits(text)) : text.trimStart()).length
}
