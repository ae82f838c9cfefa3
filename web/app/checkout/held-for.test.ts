import { expect, test } from 'vitest'
import { holdAnnouncement, holdMessage } from './held-for.tsx'

test.each([
  [86_400, 'We keep your places until tomorrow, 9:00 am.'],
  [3601, 'We keep your places until tomorrow, 9:00 am.'],
  [3600, 'We keep your places for 60 more minutes.'],
  [900, 'We keep your places for 15 more minutes.'],
  [61, 'We keep your places for 2 more minutes.'],
  [60, 'We keep your places for one more minute.'],
  [1, 'We keep your places for one more minute.'],
])('with %d seconds left it says so by the clock, and in the last hour in minutes', (seconds, message) => {
  expect(holdMessage(seconds, 'tomorrow, 9:00 am')).toBe(message)
})

const [sixty, five, one] = [3600, 300, 60].map((seconds) => holdMessage(seconds, ''))

test.each([
  [3601, 86_400, ''],
  [3600, 86_400, sixty],
  [301, 86_400, sixty],
  [900, 900, ''],
  [301, 3600, ''],
  [300, 900, five],
  [61, 900, five],
  [60, 900, one],
  [1, 900, one],
])(
  'with %d seconds left of %d it has said aloud what was true at sixty minutes, at five and at one',
  (seconds, atFirst, message) => {
    expect(holdAnnouncement(seconds, atFirst)).toBe(message)
  },
)
