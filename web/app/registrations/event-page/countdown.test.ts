import { expect, test } from 'vitest'
import { announcementAt, clockSkew, formatCountdown, untilNextTick } from './countdown.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

test.each([
  [3 * day + 2 * hour + 5 * minute, '3 days 2 hours'],
  [day, '1 day'],
  [hour + minute, '1 hour 1 minute'],
  [10 * minute, '10 minutes'],
  [61 * second, '2 minutes'],
  [minute, '60 seconds'],
  [1, '1 second'],
  [-5, '0 seconds'],
])('%i ms before it opens, the page says “%s”', (ms, text) => {
  expect(formatCountdown(ms)).toBe(text)
})

test('the countdown changes once a minute, once a second in the last one, and tells screen readers at 60, 10 and 1 minutes', () => {
  const waits: number[] = []
  const announcements = new Set<string>()
  for (let remaining = hour + 90 * second; remaining > 0; remaining -= waits.at(-1) ?? 0) {
    announcements.add(announcementAt(remaining))
    waits.push(untilNextTick(remaining))
  }
  expect(waits.slice(0, 61)).toEqual([30_000, ...Array<number>(60).fill(minute)])
  expect(waits.slice(61)).toEqual(Array<number>(60).fill(second))
  const [hourText, ten, one] = [60, 10, 1].map(
    (count) => `Registration opens in ${count} minute${count === 1 ? '' : 's'}.`,
  )
  expect([...announcements]).toEqual(['', hourText, ten, one])
})

test('a phone whose clock is wrong by hours counts by the site’s', () => {
  expect(clockSkew(Date.UTC(2019, 0, 1), Date.UTC(2027, 2, 1))).toBe(
    Date.UTC(2027, 2, 1) - Date.UTC(2019, 0, 1),
  )
  expect(clockSkew(0, 60_000), 'a page that was kept').toBe(0)
})
