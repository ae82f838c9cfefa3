import { expect, test } from 'vitest'
import { needsApproval } from './needs-approval.ts'

const today = '2027-06-21'

test.for([
  { cents: 100_00, beforeCents: 0, startsOn: '2027-06-22', waits: false },
  { cents: 100_01, beforeCents: 0, startsOn: '2027-06-22', waits: true },
  { cents: 60_00, beforeCents: 40_00, startsOn: '2027-06-22', waits: false },
  { cents: 60_00, beforeCents: 40_01, startsOn: '2027-06-22', waits: true },
  { cents: 1, beforeCents: 100_00, startsOn: '2027-06-22', waits: true },
  { cents: 1, beforeCents: 0, startsOn: '2027-06-21', waits: false },
  { cents: 1, beforeCents: 0, startsOn: '2027-06-20', waits: true },
  { cents: 0, beforeCents: 0, startsOn: '2027-06-20', waits: true },
  { cents: 100_00, beforeCents: 0, startsOn: undefined, waits: false },
  { cents: 100_00, beforeCents: 1, startsOn: undefined, waits: true },
])(
  '$cents cents after $beforeCents, for a session of $startsOn, on 2027-06-21: waits for a second member is $waits',
  ({ waits, ...act }) => {
    expect(needsApproval({ ...act, limitCents: 100_00, today })).toBe(waits)
  },
)
