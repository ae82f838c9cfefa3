import { type Fault, filledIn, request, type Scenario, type Scenarios } from '../scenario.ts'

/** A new page each time, since the provider's script stays loaded. */
const challenged = (overrides: Partial<Scenario>): Scenario => ({
  seen: [],
  isFresh: true,
  steps: [request],
  ...overrides,
  options: {
    ...filledIn({ number: '4000000000002503' }),
    threeDSecure: { amount: '10.00' },
    ...overrides.options,
  },
})

const noScript: Fault[] = [{ operation: 'provider_script', when: 'before', act: 'answer', status: 404 }]
const note = 'This page is your bank’s. Close it, and nothing is charged.'

export const bank: Scenarios = {
  'the bank asks in a frame of ours': challenged({
    seen: [{ role: 'dialog', name: 'Your bank wants to be sure it is you' }, note],
    faults: noScript,
  }),
  'the bank asks by night, in Arabic': challenged({
    seen: [{ role: 'dialog', name: 'يريد مصرفك التأكد من هويتك' }],
    faults: noScript,
    looks: 'dark',
    options: { locale: 'ar_EG' },
  }),
  'the bank cannot be asked': challenged({
    seen: ['Something went wrong during 3D Secure authentication. Please try again.'],
    faults: [{ operation: 'three_d_secure', when: 'before', act: 'answer', status: 500 }],
  }),
  'a merchant without 3-D Secure': challenged({
    seen: ['DropinError: 3D Secure failed to set up.'],
    offers: { three_d_secure: { enabled: false } },
  }),
}
