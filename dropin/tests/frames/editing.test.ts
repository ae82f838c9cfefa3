import { expect, test } from 'vitest'
import type { FieldKey } from '../../agreed/fields.ts'
import { applyDeletion, applyEntry, applyTyping, type Entry } from '../../frames/hosted-fields/editing.ts'
import { checkValidity, format } from '../../frames/hosted-fields/fields.ts'

const today = new Date('2026-06-15T12:00:00')

/** Presses keys one by one in a text whose caret is `|`; `<` is Backspace and `>` is Delete. */
function press(key: FieldKey, start: string, keys: string) {
  const caret = start.indexOf('|')
  let entry: Entry = { text: start.replace('|', ''), caret: caret < 0 ? start.length : caret }
  for (const pressed of keys) entry = pressOne(key, entry, pressed)
  return `${entry.text.slice(0, entry.caret)}|${entry.text.slice(entry.caret)}`
}

function pressOne(key: FieldKey, { text, caret }: Entry, pressed: string): Entry {
  if (pressed === '<') {
    const place = Math.max(0, caret - 1)
    return applyDeletion(key, text, { text: text.slice(0, place) + text.slice(caret), caret: place })
  }
  const [before, after] = [text.slice(0, caret), text.slice(caret)]
  if (pressed === '>')
    return applyDeletion(key, text, { text: before + after.slice(1), caret }, { isForward: true })
  return applyTyping(key, text, { text: before + pressed + after, caret: caret + 1 })
}

test.each([
  ['1', '1|'],
  ['3', '03 / |'],
  ['1/', '01 / |'],
  ['1-28', '01 / 28|'],
  ['1 28', '01 / 28|'],
  ['0128', '01 / 28|'],
  ['1228', '12 / 28|'],
  ['12/28', '12 / 28|'],
  ['12/2028', '12 / 2028|'],
  ['١٢٢٨', '12 / 28|'],
  ['12<<1/29', '01 / 29|'],
])('an expiration date typed as "%s" is shown as "%s"', (keys, shown) => {
  expect(press('expirationDate', '|', keys)).toBe(shown)
})

test.each([
  '12/28',
  '12-28',
  '1228',
  '12/2028',
  '122028',
  '2028-12',
  '2028/12',
  '202812',
  '28-12',
  'Exp. 12.28',
  'Dec 2028',
  'december 28',
  '2028, Dec.',
])('an expiration date pasted or filled in as "%s" is December 2028', (text) => {
  expect(format('expirationDate', text).replace('20', '')).toBe('12 / 28')
})

test.each(['1/28', '1 28', '128', '0128', '12028', '1/2028', '2028-1'])(
  'an expiration date pasted or filled in as "%s" is January 2028',
  (text) => {
    expect(format('expirationDate', text).replace('20', '')).toBe('01 / 28')
  },
)

test('of a month that is named in another language the year stays', () => {
  expect(format('expirationDate', 'Dez. 2031')).toBe(' / 2031')
})

test.each(['1', '12 / ', '12 / 2', '10 / 1', ' / 28'])(
  'a date of which "%s" is typed stands so when the field is left',
  (text) => {
    expect(format('expirationDate', text)).toBe(text)
  },
)

test.each([
  ['12 / 28|', '12 / 2|'],
  ['12 / 2|8', '12 / |8'],
  ['12 / |28', '1| / 28'],
  ['12 /| 28', '1| / 28'],
  ['12 |/ 28', '1| / 28'],
  ['12| / 28', '1| / 28'],
  ['1|2 / 28', '|2 / 28'],
  ['|12 / 28', '|12 / 28'],
  ['12 / |', '1|'],
  ['12 / 2|', '12|'],
  ['12 / 2|028', '12 / |028'],
  ['1| / 28', '| / 28'],
])('Backspace takes one digit of a date: %s becomes %s', (before, after) => {
  expect(press('expirationDate', before, '<')).toBe(after)
})

test.each([
  ['12| / 28', '<1', '11 / |28'],
  ['12| / 28', '<<09', '09 / |28'],
  ['12| / 28', '<<3', '03 / |28'],
  ['1|2 / 28', '<0', '0|2 / 28'],
  ['|12 / 28', '0', '0|2 / 28'],
  ['12 / 28|', '<9', '12 / 29|'],
  ['12 / 2|028', '<2', '12 / 2|028'],
  ['|12 / 28', '>', '|2 / 28'],
])('a wrong digit of the date %s is mended by "%s", and the rest stays', (before, keys, after) => {
  expect(press('expirationDate', before, keys)).toBe(after)
})

test.each([
  ['1 / 28', true],
  [' / 28', false],
  ['12 / ', false],
])('a date of which "%s" is left is valid: %s', (text, expected) => {
  expect(checkValidity('expirationDate', text, [], {}, today).isValid).toBe(expected)
})

test.each([
  ['4111| 1111 1111 1111', '<', '411|1 1111 1111 111'],
  ['4111 |1111 1111 1111', '<', '411|1 1111 1111 111'],
  ['4111| 1111 1111 1111', '>', '4111| 1111 1111 111'],
  ['4111 1111|', '5', '4111 1111 5|'],
  ['3782 8|22463 10005', '9', '3782 8|22463 10005'], // full: nothing is pushed out
] as const)('in the number %s the keys "%s" give %s', (before, keys, after) => {
  expect(press('number', before, keys)).toBe(after)
})

test.each([
  ['number', '4111111111111111|', '4111 1111 1111 1111|'],
  ['number', '4111222|1 1111 1111', '4111 222|1 1111 1111'],
  ['expirationDate', '12|', '12 / |'],
  ['expirationDate', '1228|', '12 / 28|'],
  ['cardholderName', ' Robin| Vale', 'Robin| Vale'],
] as const)(
  'the %s %s, pasted or composed, stands as %s: what is typed next goes on there',
  (key, came, stands) => {
    const [before = '', after = ''] = came.split('|')
    const { text, caret } = applyEntry(key, { text: before + after, caret: before.length })

    expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(stands)
  },
)
