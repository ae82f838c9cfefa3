import { expect, test } from 'vitest'
import { withoutCoach } from './former-coach.ts'

test('a coach who left is out of the season, and no other address is touched', () => {
  const text = (coach: string) => `# A season
programme:
  email: ann@x.org
events:
  - sessions:
      - coaches: [joann@x.org,  ${coach}, ann@x.org.au] # two of three stay
        note: Write to ann@x.org
      - coaches:
          - ${coach}
          - 'mara@x.org'
      - { coaches: ["${coach}"] }
`

  const left = withoutCoach(text('ann@x.org'), 'ann@x.org')

  expect(left).toBe(text('former-coach@deleted.invalid').replace(/"(former.*)"/, '$1'))
  expect(withoutCoach(left, 'ann@x.org')).toBe(left)
})
