import { expect, onTestFinished, test, vi } from 'vitest'
import { dayRange, longRange, nearDay, todayIn, toLocal } from './dates.ts'

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

test('today and the time are read from the calendar, however a locale happens to write them', () => {
  const { prototype } = Intl.DateTimeFormat
  const format = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {}
  Object.defineProperty(prototype, 'format', { ...format, get: () => () => '1/1/2027 at 7 a.m.' })
  onTestFinished(() => void Object.defineProperty(prototype, 'format', format))
  const newYear = new Date('2027-01-01T07:05:09Z')

  expect(todayIn('America/Los_Angeles', newYear)).toBe('2026-12-31')
  expect(todayIn('Asia/Tokyo', newYear)).toBe('2027-01-01')
  expect(toLocal(newYear, 'America/Los_Angeles')).toEqual({ day: '2026-12-31', time: '23:05' })
  expect(toLocal(newYear, 'Etc/GMT+7')).toEqual({ day: '2027-01-01', time: '00:05' })
})

test('a page that names no day makes no format, and one that names many makes one', async () => {
  const { DateTimeFormat } = Intl
  onTestFinished(() => {
    Intl.DateTimeFormat = DateTimeFormat
  })
  let made = 0
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (format, parameters) => {
      made += 1
      return Reflect.construct(format, parameters)
    },
  })
  vi.resetModules()
  const { longDay } = await import('./dates.ts')
  expect(made).toBe(0)
  expect(['2027-06-21', '2027-06-22'].map((day) => longDay(day))).toEqual(['Jun 21, 2027', 'Jun 22, 2027'])
  expect(made).toBe(1)
})
