import { expect, test } from 'vitest'
import { heldAloud, heldWords } from './held-for.tsx'

test.each([
  [900, 'We keep your places for 15 more minutes.'],
  [61, 'We keep your places for 2 more minutes.'],
  [60, 'We keep your places for one more minute.'],
  [1, 'We keep your places for one more minute.'],
  [
    0,
    'The time for which we kept your places is over. Press the button to ask for them again, or to hear from when you can.',
  ],
])('with %d seconds left it says so in minutes', (seconds, words) => {
  expect(heldWords(seconds)).toBe(words)
})

test.each([
  [301, ''],
  [300, heldWords(300)],
  [61, heldWords(300)],
  [60, heldWords(60)],
  [1, heldWords(60)],
  [0, heldWords(0)],
])(
  'with %d seconds left it has said aloud what was true at five minutes, at one, and at the end',
  (seconds, words) => {
    expect(heldAloud(seconds)).toBe(words)
  },
)
