import { expect, test } from 'vitest'
import { candidates, cardTypes } from '../../agreed/card-types.ts'

const typesFor = (digits: string) => candidates(digits).map((card) => card.type)

/** Lengths and size of the security code, by type. */
const table = Object.fromEntries(
  cardTypes.map(({ type, lengths, code }) => [type, [lengths.join(), code.size]]),
)

test('each of the twelve card types has what tells it apart (L3.42)', () => {
  expect(cardTypes).toHaveLength(12)
  for (const { niceType, patterns, gaps, code } of cardTypes)
    expect([niceType, patterns, gaps.join(), code.name]).not.toContain('')
})

test('cards that are taken nearly everywhere have the lengths and code sizes of the table (L3.43 L3.44 L3.45 L3.47)', () => {
  expect(table).toMatchObject({
    visa: ['16,18,19', 3],
    'master-card': ['16', 3],
    'american-express': ['15', 4],
    discover: ['16,19', 3],
  })
})

test('cards of Europe and Asia have the lengths and code sizes of the table (L3.46 L3.48 L3.49 L3.50)', () => {
  expect(table).toMatchObject({
    'diners-club': ['14,16,19', 3],
    jcb: ['16,17,18,19', 3],
    unionpay: ['14,15,16,17,18,19', 3],
    maestro: ['12,13,14,15,16,17,18,19', 3],
  })
})

test('cards of single countries have the lengths and code sizes of the table (L3.51 L3.52 L3.53 L3.54)', () => {
  expect(table).toMatchObject({
    elo: ['16', 3],
    mir: ['16,17,18,19', 3],
    hiper: ['16', 3],
    hipercard: ['16', 3],
  })
})

test('a brand is a candidate as soon as a prefix may still come true (L5.52)', () => {
  expect(typesFor('')).toHaveLength(12)
  expect(typesFor('4')).toEqual(['visa', 'maestro', 'elo'])
  expect(typesFor('37')).toEqual(['american-express'])
  expect(typesFor('1')).toEqual(['jcb'])
  expect(typesFor('9')).toEqual([])
})

test('a brand is found by a range of prefixes, at both ends and not outside (L5.53)', () => {
  expect(typesFor('2221')).toEqual(['master-card'])
  expect(typesFor('2720')).toEqual(['master-card'])
  expect(typesFor('2220')).toEqual([])
  expect(typesFor('2204')).toEqual(['mir'])
  expect(typesFor('3528')).toEqual(['jcb'])
  expect(typesFor('3590')).toEqual([])
})

test('of several brands whose prefixes are complete, the longest prefix wins (L5.54)', () => {
  expect(typesFor('6011')).toEqual(['discover']) // against the 6 of Maestro
  expect(typesFor('438935')).toEqual(['elo']) // against the 4 of Visa
  expect(typesFor('637095')).toEqual(['hiper']) // against the 63 of Maestro
  expect(typesFor('606282')).toEqual(['hipercard'])
  expect(typesFor('493698')).toEqual(['maestro'])
})

test.each([
  ['4111111111111111', 'visa'],
  ['5555555555554444', 'master-card'],
  ['378282246310005', 'american-express'],
  ['36259600000004', 'diners-club'],
  ['6011000991300009', 'discover'],
  ['3530111333300000', 'jcb'],
  ['6304000000000000', 'maestro'],
  ['6212345678901232', 'unionpay'],
  ['2200000000000053', 'mir'],
])('%s is a card of type %s', (number, type) => {
  expect(typesFor(number)).toEqual([type])
})
