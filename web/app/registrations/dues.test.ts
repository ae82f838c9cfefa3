import { expect, test } from 'vitest'
import { duesOf } from './dues.ts'

test('places cost what their prices sum up to, in whole cents', () => {
  expect(duesOf([])).toBe(0)
  expect(duesOf([{ priceCents: 10 }, { priceCents: 20 }, { priceCents: 9_550 }])).toBe(9_580)
})
