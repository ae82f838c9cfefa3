import { expect, test } from 'vitest'
import { heldWords } from './held-for.tsx'

test.each([
  [900, 'We keep your places for 15 more minutes.'],
  [61, 'We keep your places for 2 more minutes.'],
  [60, 'We keep your places for one more minute.'],
  [1, 'We keep your places for one more minute.'],
  [0, 'The time for which we kept your places is over. Press the button to ask for them again.'],
])('with %d seconds left it says so in minutes', (seconds, words) => {
  expect(heldWords(seconds)).toBe(words)
})
