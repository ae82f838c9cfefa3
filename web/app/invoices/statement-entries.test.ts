import { expect, test } from 'vitest'
import { mergeMoves } from './statement-entries.ts'

const at = new Date('2027-06-01T12:00:00Z')
const row = (
  kind: string,
  cents: number,
  registrationId: number | null,
  recordedId: number | null = null,
) => ({
  ...{ at, kind, cents, registrationId, recordedId, chargeId: null, reason: null, balanceCents: 0 },
})
const aMove = (fromId: number | null, toId: number | null, movedCents: number) => ({
  ...{ at, fromId, toId, movedCents, balanceCents: 0 },
})

test('a pair that moved money is one line, and so are the payments of one move', () => {
  const price = row('price', 7500, 8)

  expect(
    mergeMoves([
      price,
      row('moved', 3000, null, 101),
      row('moved', -3000, 8, 101),
      row('moved', 1500, null, 102),
      row('moved', -1500, 8, 102),
      row('moved', -1000, null, 102),
      row('moved', 1000, 8, 102),
      row('moved', 500, 8),
      row('moved', -500, 9),
    ]),
  ).toEqual([price, aMove(null, 8, 4500), aMove(8, null, 1000), aMove(8, 9, 500)])
})

test('what has no other half is a line all the same', () => {
  const alone = row('moved', 3000, null, 101)

  expect(mergeMoves([alone, row('moved', -3000, 8, 102)])).toHaveLength(2)
})
