import { expect, test } from 'vitest'
import type { Offer } from '#events/season.ts'
import { formatSeasonAges, listFits } from './fits.ts'

const offer = (id: number, ages?: [number, number], startsOn = '2027-06-14'): Offer => ({
  ...{ startsOn, endsOn: startsOn, description: 'Mornings (Ages 1 to 2)', places: 8, taken: 0, kept: 0 },
  ...{ agesFrom: ages?.[0] ?? null, agesTo: ages?.[1] ?? null, agesOn: null },
  event: { id, kind: 'clinic', name: '', summary: '', priceCents: 0, priceDescription: '' },
})
const season = [
  offer(1, [5, 7]),
  offer(2, [8, 10]),
  offer(2, [11, 12], '2027-07-05'),
  offer(3),
  offer(4, [11, 12]),
]
const all = [1, 2, 3, 4]
const mia = { id: 'a', firstName: 'Mia', birthday: '2019-07-01' }
const eventsOf = (name: string, players = [mia], listed = all) =>
  listFits(season, listed, players).find((fit) => fit.name === name)?.events

test('the ages that sessions name are chips, and each knows which events have a session for them', () => {
  expect(listFits(season, all).map(({ name }) => name)).toEqual(['5–7', '8–10', '11–12'])
  expect(eventsOf('5–7')).toEqual([1, 3])
  expect(eventsOf('11–12')).toEqual([2, 3, 4])
  expect(formatSeasonAges(season)).toBe('5–12')
})

test('what names no age fits everybody', () => {
  for (const { events } of listFits(season, all, [mia])) expect(events).toContain(3)
  expect(formatSeasonAges([offer(3)])).toBeUndefined()
})

test('a player fits by the age on the first day of a session or on the day that it names, and comes before the ages', () => {
  expect(eventsOf('Mia'), 'seven until July').toEqual([1, 3])
  expect(eventsOf('Mia', [{ ...mia, birthday: '2019-06-14' }]), 'eight on that day').toEqual([2, 3])
  const named = season.map((one) => ({ ...one, agesOn: '2027-07-01' }))
  expect(listFits(named, all, [mia])[0]?.events).toEqual([2, 3])
  expect(listFits(season, all, [mia])[0]).toMatchObject({ name: 'Mia', isPlayer: true })
})

test('a player without a birthday has no chip, and one event alone needs none', () => {
  expect(eventsOf('Mia', [{ ...mia, birthday: '' }])).toBeUndefined()
  expect(listFits(season, [2], [mia])).toEqual([])
  expect(eventsOf('5–7', [mia], [1, 2]), 'of those that are listed').toEqual([1])
})
