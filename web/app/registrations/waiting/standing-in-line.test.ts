import { expect, test } from 'vitest'
import { bothOrNeither, joinedMessage } from './standing-in-line.tsx'

test.each([
  [['Pip'], 1, 1, 'Pip is on the list: 1st of 1 family.'],
  [['Pip', 'Quin'], 2, 5, 'Pip and Quin are on the list: 2nd of 5 families.'],
  [['Pip'], 3, 40, 'Pip is on the list: 3rd of 40 families.'],
  [['Pip'], 13, 2000, 'Pip is on the list: 13th of 2000 families.'],
  [['Pip'], 22, 40, 'Pip is on the list: 22nd of 40 families.'],
])('%j in line: %d of %d', (names, place, families, message) => {
  expect(joinedMessage(names, { place, families })).toBe(message)
})

test('two wait both or neither, more all or none', () => {
  expect(bothOrNeither(2)).toMatch(/^Both or neither: you are offered two places together/)
  expect(bothOrNeither(3)).toMatch(/^All or none: you are offered 3 places together/)
})
