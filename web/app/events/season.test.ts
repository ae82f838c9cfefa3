import { expect, test } from 'vitest'
import { type Offer, seasonName, seasonOf, weekdaysOf } from './season.ts'

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
  places,
  taken,
  event,
})

test('an event is listed with its next session that has a place, and what follows it', () => {
  const { rows, left } = seasonOf('clinic', [
    offer('2027-06-14', 16),
    offer('2027-06-21', 13),
    offer('2027-07-05', 0),
    offer('2028-06-19', 0),
  ])

  expect(rows).toMatchObject([
    {
      name: 'Green Ball Clinic',
      day: 'Jun 21',
      until: 'and Jul 5',
      taken: 13,
      price: '$180',
      per: 'per player and session',
    },
  ])
  expect(left, 'of this season, not of the next').toBe(19)
})

test('an event without a place stays in the list and is full', () => {
  const { rows, left } = seasonOf('clinic', [offer('2027-06-14', 16), offer('2028-06-14', 0)])
  expect(rows).toMatchObject([{ day: 'Jun 14', until: 'one day', taken: 16, places: 16 }])
  expect(left).toBe(0)
})

test('a kind with a session that is never full has no count, and one without sessions has no rows', () => {
  expect(seasonOf('clinic', [offer('2027-06-14', 3, null)]).left).toBeUndefined()
  expect(seasonOf('league', [offer('2027-06-14', 3)])).toMatchObject({ rows: [], left: 0 })
})

test('the season is named after its next session', () => {
  expect(seasonName([offer('2027-06-14', 0)])).toBe('Summer 2027')
  expect(seasonName([offer('2027-12-01', 0)])).toBe('Winter 2027')
  expect(seasonName([offer('2027-02-28', 0)])).toBe('Winter 2027')
  expect(seasonName([])).toBeUndefined()
})

test.each([
  ['2027-07-10', '2027-07-10', 'Saturday'],
  ['2027-08-21', '2027-08-22', 'Sat and Sun'],
  ['2027-06-14', '2027-06-17', 'Mon–Thu'],
  ['2027-06-05', '2027-07-10', 'Saturdays'],
])('from %s to %s is “%s”', (from, to, words) => {
  expect(weekdaysOf(from, to)).toBe(words)
})
