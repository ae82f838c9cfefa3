import { expect, onTestFinished, test, vi } from 'vitest'
import { dayRange, longRange, nearDay } from './dates.ts'

test('days of another year say which, so that nobody takes them for this one', () => {
  expect(nearDay('2026-12-20', 2026)).toBe('Dec 20')
  expect(nearDay('2027-12-20', 2026)).toBe('Dec 20, 2027')
  expect(dayRange('2026-12-20', '2026-12-23', 2026)).toBe('Dec 20 – 23')
  expect(dayRange('2027-12-20', '2027-12-23', 2026)).toBe('Dec 20 – 23, 2027')
  expect(dayRange('2026-12-30', '2027-01-02', 2026)).toBe('Dec 30 – Jan 2, 2027')
  expect(dayRange('2027-01-02', '2027-01-02', 2026)).toBe('Jan 2, 2027')
})

test('paper says the year always, and both where a session goes over New Year', () => {
  const year = new Date().getFullYear()
  expect(longRange(`${year}-06-21`, `${year}-06-24`)).toBe(`Jun 21 – 24, ${year}`)
  expect(longRange('2027-06-28', '2027-07-01')).toBe('Jun 28 – Jul 1, 2027')
  expect(longRange('2027-07-10', '2027-07-10')).toBe('Jul 10, 2027')
  expect(longRange('2027-12-30', '2028-01-02')).toBe('Dec 30, 2027 – Jan 2, 2028')
})

test('a page that names no day makes no format, and one that names many makes one', async () => {
  const { DateTimeFormat } = Intl
  onTestFinished(() => {
    Intl.DateTimeFormat = DateTimeFormat
  })
  let made = 0
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (format, given) => {
      made += 1
      return Reflect.construct(format, given)
    },
  })
  vi.resetModules()
  const { longDay } = await import('./dates.ts')
  expect(made).toBe(0)
  expect(['2027-06-21', '2027-06-22'].map((day) => longDay(day))).toEqual(['Jun 21, 2027', 'Jun 22, 2027'])
  expect(made).toBe(1)
})
