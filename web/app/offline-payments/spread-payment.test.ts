import { expect, test } from 'vitest'
import { exceedsDueByFar, spreadPayment } from './spread-payment.ts'

const green = { id: 1, owedCents: 18_000, dueOn: '2027-06-21' }
const orange = { id: 2, owedCents: 3500, dueOn: '2027-06-14' }
const late = { id: 3, owedCents: 9000, dueOn: '2026-07-01' }
const beingPaid = { ...green, owedCents: 0, beingPaidCents: 18_000 }

test.for([
  ['exactly what is named', 18_000, [green, orange], [1], ['1: 18000'], 0],
  ['a part of it', 9000, [green, orange], [1], ['1: 9000, 9000 left'], 0],
  [
    'the named place before one that is due earlier',
    20_000,
    [green, orange],
    [1],
    ['1: 18000', '2: 2000, 1500 left'],
    0,
  ],
  [
    'of several named, the oldest due day first',
    5000,
    [green, orange],
    [1, 2],
    ['2: 3500', '1: 1500, 16500 left'],
    0,
  ],
  [
    'then the others, the oldest due day first',
    30_000,
    [green, orange, late],
    [1],
    ['1: 18000', '3: 9000', '2: 3000, 500 left'],
    0,
  ],
  ['nothing named', 10_000, [green, orange, late], [], ['3: 9000', '2: 1000, 2500 left'], 0],
  ['what is over', 30_000, [green, orange], [1, 2], ['2: 3500', '1: 18000'], 8500],
  ['nothing due', 5000, [], [], [], 5000],
  ['a named place that was paid meanwhile', 18_000, [orange], [1], ['2: 3500'], 14_500],
  ['a named place that is being paid', 18_000, [beingPaid, orange], [1], [], 18_000],
  ['a part for one that is being paid', 20_000, [beingPaid, orange], [1], ['2: 2000, 1500 left'], 18_000],
  ['another place that is being paid', 5000, [beingPaid, orange], [2], ['2: 3500'], 1500],
] as const)('money is spread: %s', ([, amountCents, places, named, expected, creditCents]) => {
  const spread = spreadPayment(amountCents, [...places], [...named])

  const lines = spread.parts.map(
    ({ id, cents, leftCents }) => `${id}: ${cents}${leftCents > 0 ? `, ${leftCents} left` : ''}`,
  )
  expect(lines).toEqual(expected)
  expect(spread.creditCents).toBe(creditCents)
  const together = spread.parts.reduce((sum, { cents }) => sum + cents, spread.creditCents)
  expect(together).toBe(amountCents)
})

test.for([
  [18_000, 18_000, false],
  [54_000, 18_000, false],
  [54_001, 18_000, true],
  [180_000, 80_000, false],
  [180_001, 80_000, true],
  [1, 0, true],
] as const)('of %i cents where %i are due it is asked: %s', ([amountCents, owedCents, asked]) => {
  expect(exceedsDueByFar(amountCents, owedCents)).toBe(asked)
})
