import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, dollars, price } from './money.ts'

const currency = { style: 'currency', currency: 'USD' } as const
const shown = new Intl.NumberFormat('en-US', currency)
const whole = new Intl.NumberFormat('en-US', { ...currency, maximumFractionDigits: 0 })
const plain = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, useGrouping: false })

test('any amount of cents reads as the United States write it; a price of 0 is “Free”', () => {
  const amounts = fc.oneof(fc.integer({ min: -99_999, max: 99_999 }), fc.integer())
  fc.assert(
    fc.property(amounts, (cents) => {
      expect(dollars(cents)).toBe(shown.format(cents / 100))
      if (cents !== 0) expect(price(cents)).toBe((cents % 100 === 0 ? whole : shown).format(cents / 100))
      expect(decimal(cents)).toBe(plain.format(cents / 100))
    }),
    { numRuns: 2000 },
  )
  expect(price(0)).toBe('Free')
})
