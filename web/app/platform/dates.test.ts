import { expect, test } from 'vitest'
import { dayRange, nearDay } from './dates.ts'

test('days of another year say which, so that nobody takes them for this one', () => {
  expect(nearDay('2026-12-20', 2026)).toBe('Dec 20')
  expect(nearDay('2027-12-20', 2026)).toBe('Dec 20, 2027')
  expect(dayRange('2026-12-20', '2026-12-23', 2026)).toBe('Dec 20 – 23')
  expect(dayRange('2027-12-20', '2027-12-23', 2026)).toBe('Dec 20 – 23, 2027')
  expect(dayRange('2026-12-30', '2027-01-02', 2026)).toBe('Dec 30 – Jan 2, 2027')
  expect(dayRange('2027-01-02', '2027-01-02', 2026)).toBe('Jan 2, 2027')
})
