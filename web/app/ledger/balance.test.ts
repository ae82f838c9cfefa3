import { expect, test } from 'vitest'
import { owedCentsOf, standingOf } from './balance.ts'

const charge = '3b0f5f0e-6a4e-4c1e-9a53-0d6f6f1f8a10'

test.for([
  { dueCents: 18_000, chargeId: null, standing: 'unpaid', owed: 18_000 },
  { dueCents: 5000, chargeId: null, standing: 'unpaid', owed: 5000 },
  { dueCents: 0, chargeId: null, standing: 'paid', owed: 0 },
  { dueCents: -5000, chargeId: null, standing: 'paid', owed: 0 },
  { dueCents: 18_000, chargeId: charge, standing: 'being paid', owed: 0 },
  { dueCents: 0, chargeId: charge, standing: 'being paid', owed: 0 },
])(
  'a place with $dueCents cents due is $standing, and with a charge under way in no sum of what is unpaid',
  ({ standing, owed, ...place }) => {
    expect(standingOf(place)).toBe(standing)
    expect(owedCentsOf(place)).toBe(owed)
  },
)
