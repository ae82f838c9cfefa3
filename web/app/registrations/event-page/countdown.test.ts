import { expect, test } from 'vitest'
import { stayRight, toldAt, untilWords, wrongBy } from './countdown.ts'

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
])('%i ms before it opens, the page says “%s”', (ms, words) => {
  expect(untilWords(ms)).toBe(words)
})

test('the countdown changes once a minute, once a second in the last one, and tells screen readers at 60, 10 and 1 minutes', () => {
  const waits: number[] = []
  const told = new Set<string>()
  for (let left = hour + 90 * second; left > 0; left -= waits.at(-1) ?? 0) {
    told.add(toldAt(left))
    waits.push(stayRight(left))
  }
  expect(waits.slice(0, 61)).toEqual([30_000, ...Array<number>(60).fill(minute)])
  expect(waits.slice(61)).toEqual(Array<number>(60).fill(second))
  const [hourWords, ten, one] = [60, 10, 1].map(
    (count) => `Registration opens in ${count} minute${count === 1 ? '' : 's'}.`,
  )
  expect([...told]).toEqual(['', hourWords, ten, one])
})

test('a phone whose clock is wrong by hours counts by the site’s', () => {
  expect(wrongBy(Date.UTC(2019, 0, 1), Date.UTC(2027, 2, 1))).toBe(
    Date.UTC(2027, 2, 1) - Date.UTC(2019, 0, 1),
  )
  expect(wrongBy(0, 60_000), 'a page that was kept').toBe(0)
})
