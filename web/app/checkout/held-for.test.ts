import { expect, test } from 'vitest'
import { heldAloud, heldWords } from './held-for.tsx'

test.each([
  [900, 'We keep your places for 15 more minutes.'],
  [61, 'We keep your places for 2 more minutes.'],
  [60, 'We keep your places for one more minute.'],
  [1, 'We keep your places for one more minute.'],
  [0, 'The time for which we kept your places is over. Press the button to ask for them again.'],
])('with %d seconds left it says so in minutes', (seconds, words) => {
  expect(heldWords(seconds)).toBe(words)
})

test('it is said aloud when five minutes are left, when one is, and when it is over', () => {
  const aloud = Array.from({ length: 16 }, (_, passed) => heldAloud(900 - 60 * passed))

  expect([...new Set(aloud)]).toEqual(['', ...[300, 60, 0].map(heldWords)])
})
