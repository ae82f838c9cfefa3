import type { FieldKey, FieldOptions } from '#agreed/fields.ts'
import { onlyDigits, withPlainDigits } from './digits.ts'
import { fieldAttributes, format } from './fields.ts'

export type Entry = { text: string; caret: number }

/** After paste, autofill or a script. */
export function applyEntry(key: FieldKey, { text, caret }: Entry, options: FieldOptions = {}): Entry {
  const next = format(key, text, undefined, options)
  return { text: next, caret: caret < text.length ? placeIn(key, next, { text, caret }) : next.length }
}

/** After a key that inserts; `before` is the previous text. */
export function applyTyping(
  key: FieldKey,
  before: string,
  { text, caret }: Entry,
  options: FieldOptions = {},
): Entry {
  const next = format(key, text, { how: 'typed', caret }, options)
  const isOverfull = key !== 'expirationDate' && countTyped(key, text) > countTyped(key, next)
  if (isOverfull) return { text: before, caret: caret - 1 }
  if (caret === text.length) return { text: next, caret: next.length }
  const place = placeIn(key, next, { text, caret })
  // Skip the gap after a full group, but not after a month of one digit.
  const gap = key === 'expirationDate' && place < 2 ? '' : /^\D*(?=\d)/.exec(next.slice(place))?.[0]
  return { text: next, caret: place + (gap?.length ?? 0) }
}

/** After a key that deletes. At a separator the digit beyond it is deleted. */
export function applyDeletion(
  key: FieldKey,
  before: string,
  entry: Entry,
  { isForward = false, ...options }: FieldOptions & { isForward?: boolean } = {},
): Entry {
  const isIdle = fieldAttributes[key].numeric && onlyDigits(entry.text) === onlyDigits(before)
  const { text, caret } = isIdle ? beyond(entry, isForward) : entry
  const next = format(key, text, { how: 'deleted', caret }, options)
  return { text: next, caret: text === next ? caret : placeIn(key, next, { text, caret }) }
}

function beyond({ text, caret }: Entry, isForward: boolean): Entry {
  const [before, after] = [text.slice(0, caret), text.slice(caret)]
  if (isForward) return { text: before + after.replace(/\d/, ''), caret }
  const remaining = before.replace(/\d(\D*)$/, '')
  return { text: remaining + before.slice(remaining.length + 1) + after, caret: remaining.length }
}

/** Keeps the number of digits before the caret. Digits inserted by formatting, such as the 0 of a month, count. */
function placeIn(key: FieldKey, next: string, { text, caret }: Entry) {
  const added = Math.max(0, countTyped(key, next) - countTyped(key, text))
  const passed = countTyped(key, text.slice(0, caret)) + added
  let place = 0
  while (place < next.length && countTyped(key, next.slice(0, place)) < passed) place++
  return place
}

function countTyped(key: FieldKey, text: string) {
  return (fieldAttributes[key].numeric ? onlyDigits(withPlainDigits(text)) : text.trimStart()).length
}
