import { expect, test } from 'vitest'
import { addDays, toYear } from '#platform/format/dates.ts'
import type { SeasonStructure, StructureEvent } from '#season/file/season-structure.server.ts'
import { aSeason, seededDice } from '../../../test/builders/seasons.ts'
import { copiedDay, daysBetween } from './copied-day.ts'
import { readPrices, withPrices } from './copy-prices.ts'
import { copyPreview } from './copy-rows.ts'
import { copyYear } from './copy-year.ts'

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

test('every day of 2027 to 2050 is copied to its weekday, within a week of its date and in the right year, copy after copy', () => {
  for (let first = '2027-01-01'; first < '2028-01-01'; first = addDays(first, 1)) {
    let day = first
    for (let year = 2028; year <= 2050; year += 1) {
      const copied = copiedDay(day, year)
      const sameDate = `${year}${day.slice(4)}`.replace('-02-29', '-02-28')
      expect([toYear(copied), weekday(copied)], `${day} in ${year}`).toEqual([year, weekday(day)])
      expect(Math.abs(daysBetween(sameDate, copied)), `${day} in ${year}: ${copied}`).toBeLessThanOrEqual(7)
      day = copied
    }
  }
})

test.each([
  ['2027-06-28', 2028, '2028-06-26'],
  ['2026-12-31', 2027, '2027-12-30'],
  ['2027-01-01', 2028, '2028-01-07'],
  ['2029-12-31', 2030, '2030-12-30'],
])('%s is copied to %i as %s', (day, year, copied) => {
  expect(copiedDay(day, year)).toBe(copied)
})

const session = {
  number: 4,
  starts: '2027-06-28',
  ends: '2027-07-01',
  note: 'Mon to Thu',
  meets: 'Mon to Thu, 9:00 to 11:30 am',
}
const clinic: StructureEvent = {
  key: 'green',
  name: 'Green Ball Clinic',
  summary: 'Ages 8 to 12',
  price: 180,
  'price note': 'per player',
  location: ['Fairmeadow Park', 'Party on July 4'],
  description: 'The club turns 20 in 2027.',
  sessions: [
    session,
    {
      ...session,
      number: 7,
      starts: '2027-06-21',
      ends: '2027-06-24',
      closed: 'Full.',
      opens: '2027-03-01, 9:00 am',
      skips: ['2027-06-22'],
    },
    { ...session, number: 8, active: false },
    { ...session, number: 1, starts: '2026-06-29', ends: '2026-07-02' },
  ],
}
const seasonOf = (clinics: StructureEvent[]) =>
  ({
    ...aSeason(seededDice(1), 'a@b.example'),
    lessons: [],
    leagues: [],
    tournaments: [],
    clinics,
  }) as SeasonStructure
const copyOf = (clinics: StructureEvent[], wishes: object = {}) =>
  copyYear(
    { ...aSeason(seededDice(1), 'a@b.example'), lessons: [], tournaments: [], clinics } as SeasonStructure,
    { from: 2027, to: 2028, ...wishes },
  )

test('last summer two weeks later without July 4: on its weekdays, numbered from 1, open, and asked about its price', () => {
  const { structure, copies, questions } = copyOf([clinic], { weeks: 2, skips: ['2028-07-04'] })

  expect(copies).toHaveLength(2)
  expect(structure.clinics?.[0]?.sessions.slice(4)).toEqual([
    {
      ...session,
      number: 1,
      starts: '2028-07-03',
      ends: '2028-07-06',
      skips: ['2028-07-04'],
      extra: [],
      opens: '2028-03-13, 9:00 am',
      closed: [],
    },
    {
      ...session,
      number: 2,
      starts: '2028-07-10',
      ends: '2028-07-13',
      skips: [],
      extra: [],
      opens: [],
      closed: [],
    },
  ])
  expect(questions).toEqual([
    {
      key: 'green',
      text: 'Green Ball Clinic, session 1: 3 of 4 meetings: price stays $180?',
      priceCents: 18_000,
      suggestion: undefined,
    },
  ])
})

test('before a year is copied it is told which sessions come to lie on the same days, which days were skipped then, and which would be by nobody', () => {
  const december = [
    { ...session, number: 1, starts: '2026-12-21', ends: '2026-12-24', skips: ['2026-12-24'] },
    { ...session, number: 2, starts: '2026-12-28', ends: '2026-12-31' },
    { ...session, number: 3, starts: '2026-12-28', ends: '2026-12-31', note: 'Afternoons' },
  ]
  const skips = ['2027-12-26', '2027-12-28']

  const preview = copyPreview(seasonOf([{ ...clinic, sessions: december }]), { from: 2026, to: 2027, skips })

  expect(preview.rows.map(({ lines }) => lines.filter((line) => line.startsWith('on')))).toEqual([
    ['on the same days as Session 2', 'on the same days as Session 3'],
    ['on the same days as Session 1'],
    ['on the same days as Session 1'],
  ])
  const { meets: _meets, ...withoutHours } = session
  const mayMeet = [...december, { ...withoutHours, number: 4, starts: '2026-12-27', ends: '2026-12-27' }]
  const without = copyPreview(seasonOf([{ ...clinic, sessions: mayMeet }]), { from: 2026, to: 2027, skips })
  expect(without.skippedByNobody).toEqual([])
  expect(preview).toMatchObject({ skippedThen: ['2026-12-24'], skippedByNobody: ['2027-12-26'] })
})

test('a lower price is suggested in whole dollars where all copies of an event lose the same part of their meetings', () => {
  const asked = (skips: string[], change: object = {}) => {
    const { questions } = copyOf([{ ...clinic, ...change }], { weeks: 2, skips })
    return questions.map(({ text, suggestion }) => [text, suggestion?.cents])
  }

  expect(asked([])).toEqual([])
  expect(asked(['2028-07-04', '2028-07-11'])).toEqual([
    ['Green Ball Clinic, sessions 1 and 2: 3 of 4 meetings: price stays $180?', 13_500],
  ])
  expect(asked(['2028-07-04', '2028-07-11'], { price: 95.5 })[0]?.[1]).toBe(7200)
  expect(asked(['2028-07-04', '2028-07-10', '2028-07-11'])).toEqual([
    [
      'Green Ball Clinic, session 1: 3 of 4 meetings, session 2: 2 of 4 meetings: price stays $180?',
      undefined,
    ],
  ])
  const weeks = ['03', '04', '05', '06', '10', '11', '12', '13'].map((day) => `2028-07-${day}`)
  expect(asked(weeks)[0]?.[1], 'nothing is left to pay for').toBeUndefined()
})

test('what an event costs is kept, or is what somebody wrote, in dollars; without an answer it is asked again at its field', () => {
  const { questions, structure } = copyOf([clinic], { weeks: 2, skips: ['2028-07-04'] })
  const read = (answer: string, price = '') =>
    readPrices(questions, { 'price:green': answer, 'new-price:green': price })

  expect(read('keep', '135')).toEqual({ prices: {}, problems: {} })
  expect(read('change', '$135')).toEqual({ prices: { green: 13_500 }, problems: {} })
  expect(read('').problems).toEqual({ 'price:green': 'Choose a price.' })
  expect(read('change', '0')).toEqual({ prices: { green: 0 }, problems: {} })
  for (const price of ['', 'free', '-5', '100000.01', '99999999'])
    expect(read('change', price).problems).toEqual({
      'new-price:green': 'Write dollars up to 100,000 (0 is free), such as 135.',
    })
  expect(withPrices(structure, { green: 13_550 }).clinics?.[0]).toMatchObject({ key: 'green', price: 135.5 })
})

test('texts that name a day, a month or a year are shown for checking; weekdays stay what they are', () => {
  expect(copyOf([clinic]).texts).toEqual([
    { what: 'Green Ball Clinic', name: 'description', text: 'The club turns 20 in 2027.' },
    { what: 'Green Ball Clinic', name: 'location', text: 'Party on July 4' },
  ])
})

test('a year that has sessions already is counted on, and what is closed or not asked for stays out', () => {
  const again = copyOf([clinic], { from: 2026, to: 2027 }).structure.clinics?.[0]?.sessions.at(-1)
  expect(again).toMatchObject({ number: 9, starts: '2027-07-05' })
  expect(copyOf([{ ...clinic, active: false }]).copies).toHaveLength(0)
  expect(copyOf([clinic], { keys: ['red'] }).copies).toHaveLength(0)
})

test('the day on which ages are counted goes along, and stays in its year', () => {
  const agesOn = (day: string) => {
    const sessions = [{ ...session, ages: '8 to 10', 'ages on': day }]
    const { copies } = copyOf([{ ...clinic, sessions }])
    return copies.map((copy) => [copy.session.ages, copy.session['ages on']])
  }
  expect(agesOn('2027-09-01')).toEqual([['8 to 10', '2028-08-30']])
  expect(agesOn('2027-01-01')).toEqual([['8 to 10', '2028-01-01']])
  expect(agesOn('2027-12-31')).toEqual([['8 to 10', '2028-12-29']])
})
