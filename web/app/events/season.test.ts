import { expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import type { Kind } from './kinds.ts'
import {
  formatPrices,
  formatWeekdays,
  type Offer,
  parseSeasonView,
  type SeasonView,
  seasonLists,
  seasonName,
  seasonPages,
} from './season.ts'

const clinic = {
  id: 1,
  kind: 'clinic',
  name: 'Green Ball Clinic',
  summary: 'Ages 8 to 12',
  priceCents: 18_000,
  priceDescription: 'per player and session, rackets and balls included',
} as const
const offer = (
  startsOn: string,
  taken: number,
  places: number | null = 16,
  event: Offer['event'] = clinic,
): Offer => ({
  startsOn,
  endsOn: startsOn,
  description: 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
  places,
  taken,
  kept: 0,
  ...{ agesFrom: null, agesTo: null, agesOn: null },
  event,
})

const whole: SeasonView = { kind: undefined, page: 1 }
const listOf = (kind: Kind, offers: Offer[], part = whole) =>
  seasonLists(offers, part).find((list) => list.kind === kind)

test('an event is listed with its next session that has a place, and what follows it', () => {
  const list = listOf('clinic', [
    offer('2027-06-14', 16),
    offer('2027-06-21', 13),
    offer('2027-07-05', 0),
    offer('2028-06-19', 0),
  ])

  expect(list?.rows).toMatchObject([
    {
      name: 'Green Ball Clinic',
      day: 'Jun 21',
      until: 'and Jul 5',
      taken: 13,
      price: '$180',
      per: 'per player and session',
    },
  ])
  expect(list?.remaining, 'of this season, not of the next').toBe(19)
})

test('an event without a place stays in the list and is full', () => {
  const list = listOf('clinic', [offer('2027-06-14', 16), offer('2028-06-14', 0)])
  expect(list?.rows).toMatchObject([{ day: 'Jun 14', until: 'one day', taken: 16, places: 16 }])
  expect(list?.remaining).toBe(0)
})

test('the first page says from what price on, and that some are free', () => {
  const of = (...prices: number[]) =>
    formatPrices(prices.map((priceCents, id) => offer('2027-06-14', 0, 8, { ...clinic, id, priceCents })))

  expect([of(18_000, 4_000), of(0, 4_000, 18_000), of(0)]).toEqual(['From $40', 'Free and from $40', 'Free'])
})

test('a kind with a session that is never full has no count, and one without sessions has no rows', () => {
  expect(listOf('clinic', [offer('2027-06-14', 3, null)])?.remaining).toBeUndefined()
  expect(listOf('league', [offer('2027-06-14', 3)])).toMatchObject({ rows: [], remaining: 0 })
})

test.each([
  [['2027-06-14'], 'Summer 2027'],
  [['2026-12-01'], 'Winter 2026–27'],
  [['2026-12-01', '2027-02-28'], 'Winter 2026–27'],
  [['2026-11-28', '2026-12-05', '2027-01-09'], 'Fall to Winter 2026–27'],
  [['2027-08-21', '2027-09-04'], 'Summer to Fall 2027'],
  [['2027-06-14', '2028-06-19'], 'Summer 2027'],
  [[], undefined],
])('with sessions on %s the season is %s', (days, name) => {
  expect(seasonName(days.map((day, id) => offer(day, 0, 8, { ...clinic, id })))).toBe(name)
})

test('a season is named after the days in its lists: neither after a session that is full, nor after those that follow', () => {
  const days = [offer('2026-11-28', 8, 8), offer('2026-12-05', 0, 8), offer('2027-03-07', 0, 8)]
  expect(seasonName(days)).toBe('Winter 2026–27')
})

test.each([
  ['2027-07-10', '2027-07-10', 'Saturday'],
  ['2027-08-21', '2027-08-22', 'Sat and Sun'],
  ['2027-06-14', '2027-06-17', 'Mon–Thu'],
  ['2027-06-05', '2027-07-10', 'Saturdays'],
])('from %s to %s is “%s”', (from, to, words) => {
  expect(formatWeekdays(from, to)).toBe(words)
})

/** So many clinics of one session each, and one lesson. */
const season = (clinics: number) => [
  ...Array.from({ length: clinics }, (_, day) =>
    offer(addDays('2027-06-01', day % 90), 0, 8, { ...clinic, id: day + 2 }),
  ),
  offer('2027-06-30', 0, 8, { ...clinic, kind: 'lesson' }),
]
const partAt = (search: string) => parseSeasonView(new URLSearchParams(search))

test('a small season stands on one page, and a large one begins there and goes on, every event once', () => {
  const small = season(seasonPages.whole - 1)
  expect(listOf('clinic', small)).toMatchObject({ count: small.length - 1, pages: 1 })
  expect(listOf('clinic', small)?.rows).toHaveLength(small.length - 1)

  const large = season(950)
  const first = listOf('clinic', large)
  expect([first?.rows.length, first?.count, first?.pages, first?.remaining]).toEqual([10, 950, 19, 950 * 8])
  expect(listOf('lesson', large)?.rows).toHaveLength(1)
  const pages = Array.from({ length: 19 }, (_, at) =>
    listOf('clinic', large, partAt(`kind=clinics&page=${at + 1}`)),
  )
  expect(new Set(pages.flatMap((page) => page?.rows.map(({ id }) => id))).size).toBe(950)
  expect(Math.max(...pages.map((page) => page?.rows.length ?? 0))).toBe(seasonPages.page)
})

test.each(['kind=clinics&page=20', 'kind=clinics&page=9999'])(
  'beyond the last page, %s is the last',
  (search) => {
    expect(listOf('clinic', season(950), partAt(search))).toMatchObject({ page: 19, pages: 19 })
  },
)

test.each(['kind=cricket', 'kind=clinics&page=-1', 'kind=clinics&page=1e3', 'kind=clinics&page=00'])(
  'no page is made of %s',
  (search) => expect(partAt(search).page).toBe(1),
)
