import { expect, test } from 'vitest'
import { maxSum, sumUpTo } from './sum.schema.ts'

const parsed = (typed: string) => {
  const read = sumUpTo(maxSum(18_000, 'which is what was paid')).safeParse(typed)
  return read.success ? read.data : read.error.issues[0]?.message
}

test.for([
  ['45', 4500],
  [' $45.50 ', 4550],
  ['180.00', 18_000],
  ['0', 'Write a sum above $0.'],
  ['$0.00', 'Write a sum above $0.'],
  ['-5', 'Write a sum above $0.'],
  ['−5', 'Write a sum above $0.'],
  ['', 'Write a sum in dollars, such as 45 or 45.50.'],
  ['half', 'Write a sum in dollars, such as 45 or 45.50.'],
  ['45.505', 'Write a sum in dollars, such as 45 or 45.50.'],
  ['12345678901', 'Write a sum in dollars, such as 45 or 45.50.'],
  ['180.01', 'That is more than $180.00, which is what was paid.'],
] as const)('the sum "%s" is read as %s', ([typed, answer]) => {
  expect(parsed(typed)).toBe(answer)
})
