import { expect, test } from 'vitest'
import { withBalance } from './balance.ts'

const charge = '3b0f5f0e-6a4e-4c1e-9a53-0d6f6f1f8a10'
const nothing = { owedCents: 0, beingPaidCents: 0, weOweCents: 0 }

test.for([
  { dueCents: 18_000, chargeId: null, standing: 'unpaid', cents: { owedCents: 18_000 } },
  { dueCents: 5000, chargeId: null, standing: 'unpaid', cents: { owedCents: 5000 } },
  { dueCents: 0, chargeId: null, standing: 'paid', cents: {} },
  { dueCents: -5000, chargeId: null, standing: 'paid', cents: { weOweCents: 5000 } },
  { dueCents: 18_000, chargeId: charge, standing: 'being paid', cents: { beingPaidCents: 18_000 } },
  { dueCents: 0, chargeId: charge, standing: 'being paid', cents: {} },
])(
  'a place with $dueCents cents due is $standing, and with a charge under way in no sum of what is unpaid',
  ({ standing, cents, ...place }) => {
    const { chargeId } = place
    expect(withBalance(place)).toEqual({ chargeId, standing, ...nothing, ...cents })
  },
)
