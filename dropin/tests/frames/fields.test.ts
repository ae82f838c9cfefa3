import { expect, test } from 'vitest'
import { candidates } from '../../agreed/card-types.ts'
import type { FieldKey } from '../../agreed/fields.ts'
import { onlyDigits } from '../../frames/hosted-fields/digits.ts'
import { checkValidity, format, type Validity } from '../../frames/hosted-fields/fields.ts'

const today = new Date('2026-06-15T12:00:00')

function verdict(key: FieldKey, value: string, number = '') {
  const cards = candidates(onlyDigits(key === 'number' ? value : number))
  return describeValidity(checkValidity(key, value, cards, {}, today))
}

function describeValidity({ isValid, isPotentiallyValid }: Validity) {
  return isValid ? 'valid' : isPotentiallyValid ? 'may become valid' : 'invalid'
}

test.each([
  ['number', 'Card: 4111-1111-1111-1111.', '4111 1111 1111 1111'],
  ['number', '378282246310005', '3782 822463 10005'],
  ['number', '36259600000004', '3625 960000 0004'],
  ['number', '3782822463100059', '3782 822463 10005'], // no more digits than the brand has
  ['number', '４１１１ ١١١١ ۱۱۱۱ 1111', '4111 1111 1111 1111'],
  ['cvv', ' 123 ', '123'],
  ['expirationMonth', '7', '7'],
  ['expirationMonth', '7/2031', '07'], // pasted whole, each field takes its part
  ['expirationYear', '07 / 2031', '2031'],
  ['cvv', '١٢٣', '123'],
  ['postalCode', '  SW1A 1AA ', 'SW1A 1AA'],
  ['postalCode', '９４１０７', '94107'],
  ['cardholderName', ' Robin Vale ', 'Robin Vale'],
] as const)('what is filled into %s as "%s" is shown as "%s"', (key, text, shown) => {
  expect(format(key, text)).toBe(shown)
})

test.each([
  ['', 'may become valid'],
  ['4', 'may become valid'],
  ['4111111111111111', 'valid'],
  ['4111111111111112', 'may become valid'], // Visa numbers of 18 and 19 digits exist
  ['378282246310006', 'invalid'],
  ['9', 'invalid'],
])('the card number %s is %s (L5.39)', (number, expected) => {
  expect(verdict('number', number)).toBe(expected)
})

/** Whether a number of so many digits is valid, be its last one right. */
const isValidNumber = (prefix: string, length: number) =>
  [...'0123456789'].some((last) => verdict('number', prefix.padEnd(length - 1, '0') + last) === 'valid')

test.each([
  ['American Express', '34', [15]],
  ['Elo', '438935', [16]],
  ['Hiper', '637095', [16]],
  ['Hipercard', '606282', [16]],
  ['UnionPay', '6212', [14, 15, 16, 17, 18, 19]],
])(
  'a number of %s, %s, is valid with as many digits as the brand has, and with no others (L3.45 L3.49 L3.51 L3.53 L3.54)',
  (_, prefix, lengths) => {
    const all = [12, 13, 14, 15, 16, 17, 18, 19]
    expect(all.filter((length) => isValidNumber(prefix, length))).toEqual(lengths)
  },
)

test.each([
  ['', 'may become valid'],
  ['06 / 26', 'valid'],
  ['05 / 26', 'invalid'], // last month
  ['12 / 2045', 'valid'],
  ['12 / 46', 'invalid'], // more than 19 years ahead
  ['12 / 20', 'may become valid'],
  ['13 / 28', 'invalid'],
  ['00', 'invalid'],
  ['1', 'may become valid'],
])('in June 2026 the expiration date "%s" is %s (L5.40 L9.24)', (date, expected) => {
  expect(verdict('expirationDate', date)).toBe(expected)
})

test.each([
  ['5', '2027', 'valid'],
  ['05', '26', 'invalid'], // last month
  ['05', '2026', 'invalid'],
  ['06', '2026', 'valid'],
  ['05', '', 'valid'], // until the year is known
  ['0', '2026', 'may become valid'],
  ['13', '2027', 'invalid'],
])('in June 2026 the month "%s" is in the year "%s" %s', (month, year, expected) => {
  expect(describeValidity(checkValidity('expirationMonth', month, [], { year }, today))).toBe(expected)
  expect(verdict('expirationYear', '2025')).toBe('invalid')
  expect(verdict('expirationYear', '20')).toBe('may become valid')
})

test('a CVV has 3 digits, 4 for American Express, and either before a number is known (L5.41 L9.22 L9.23)', () => {
  expect(verdict('cvv', '123', '4111')).toBe('valid')
  expect(verdict('cvv', '1234', '4111')).toBe('invalid')
  expect(verdict('cvv', '123', '3782')).toBe('may become valid')
  expect(verdict('cvv', '1234', '3782')).toBe('valid')
  expect([verdict('cvv', '123'), verdict('cvv', '1234')]).toEqual(['valid', 'valid'])
})

test('a postal code has at least three characters of any kind', () => {
  expect(verdict('postalCode', '12')).toBe('may become valid')
  expect(verdict('postalCode', 'K1A')).toBe('valid')
  expect(verdict('postalCode', '    ')).toBe('may become valid')
})

test('a cardholder name of 255 characters is accepted, one of 256 or of digits alone is not (L5.45 L9.21)', () => {
  expect(verdict('cardholderName', 'n'.repeat(255))).toBe('valid')
  expect(format('cardholderName', 'n'.repeat(256))).toHaveLength(256)
  expect(verdict('cardholderName', 'n'.repeat(256))).toBe('invalid')
  expect(verdict('cardholderName', '4111 1111')).not.toBe('valid')
})
