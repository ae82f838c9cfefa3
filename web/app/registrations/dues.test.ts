import { expect, test } from 'vitest'
import { sumPrices } from './dues.ts'

test('places cost what their prices sum up to, in whole cents', () => {
  expect(sumPrices([])).toBe(0)
  expect(sumPrices([{ priceCents: 10 }, { priceCents: 20 }, { priceCents: 9_550 }])).toBe(9_580)
})
