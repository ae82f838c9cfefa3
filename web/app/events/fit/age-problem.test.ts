import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageProblem, levelNote } from './age-problem.ts'

const from8to10 = { agesFrom: 8, agesTo: 10, agesOn: null, startsOn: '2026-12-07' }
const mia = { firstName: 'Mia', birthday: '2019-03-14' }

test('who is too young reads the age, for whom it is, and from which day sessions are for the child', () => {
  expect(ageProblem(mia, from8to10)).toBe(
    'Mia is 7 on December 7; this is for 8 to 10. Mia turns 8 on March 14: sessions that begin from that day are for Mia.',
  )
  expect(ageProblem(mia, { ...from8to10, agesFrom: 13, agesTo: 99 })).toBe(
    'Mia is 7 on December 7; this is for 13 and up. Mia turns 13 on March 14, 2032: sessions that begin from that day are for Mia.',
  )
})

test('who is too old reads the age and for whom it is', () => {
  expect(ageProblem({ ...mia, birthday: '2015-12-07' }, from8to10)).toBe(
    'Mia is 11 on December 7; this is for 8 to 10.',
  )
  expect(ageProblem(mia, { ...from8to10, agesFrom: 0, agesTo: 6 })).toBe(
    'Mia is 7 on December 7; this is for 6 and under.',
  )
  expect(ageProblem(mia, { ...from8to10, agesFrom: 6, agesTo: 6 })).toBe(
    'Mia is 7 on December 7; this is for 6-year-olds.',
  )
})

test('a day that the session names is the one on which the years are counted', () => {
  expect(ageProblem(mia, { ...from8to10, agesOn: '2026-09-01' })).toBe(
    'Mia is 7 on September 1; this is for 8 to 10. Mia turns 8 on March 14.',
  )
  expect(ageProblem(mia, { ...from8to10, startsOn: '2027-03-01', agesOn: '2027-03-14' })).toBeUndefined()
})

test('a child of February 29 is a year older on March 1', () => {
  const leap = { firstName: 'Leo', birthday: '2020-02-29' }
  const ages = { ...from8to10, agesFrom: 7, agesTo: 7 }
  expect(ageProblem(leap, { ...ages, startsOn: '2027-02-28' })).toContain('Leo turns 7 on March 1:')
  expect(ageProblem(leap, { ...ages, startsOn: '2027-03-01' })).toBeUndefined()
  expect(ageProblem(leap, { ...ages, startsOn: '2028-02-28' })).toBeUndefined()
  expect(ageProblem(leap, { ...ages, startsOn: '2028-02-29' })).toContain('Leo is 8 on February 29')
})

test('a session without ages is for everybody, also without a birthday; with ages the birthday is asked for', () => {
  const everybody = { ...from8to10, agesFrom: null, agesTo: null }
  expect(ageProblem({ ...mia, birthday: null }, everybody)).toBeUndefined()
  expect(ageProblem({ ...mia, birthday: null }, from8to10)).toBe(
    'This is for 8 to 10: we need Mia’s birthday first.',
  )
})

const day = (from: number, to: number) =>
  fc
    .integer({ min: Date.UTC(from) / 86_400_000, max: Date.UTC(to) / 86_400_000 })
    .map((days) => new Date(days * 86_400_000).toJSON().slice(0, 10))
const leapDay = fc.constantFrom('1992-02-29', '2012-02-29', '2016-02-29', '2020-02-29')
const born = fc.oneof({ weight: 4, arbitrary: day(1920, 2028) }, { weight: 1, arbitrary: leapDay })
const rule = fc.record({
  agesFrom: fc.integer({ min: 0, max: 20 }),
  years: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(99)),
  startsOn: day(2026, 2031),
  agesOn: fc.option(day(2026, 2031)),
})

/** Counted by the clock: every anniversary that has come; Date makes March 1 of a February 29 that is none. */
function birthdaysUntil(birthday: string, until: string): number {
  const [year = 0, month = 0, date = 0] = birthday.split('-').map(Number)
  let count = 0
  while (Date.UTC(year + count + 1, month - 1, date) <= Date.parse(until)) count += 1
  return count
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

test('ten thousand birthdays, rules and days are judged as the clock counts them', () => {
  const property = fc.property(born, rule, (birthday, { agesFrom, years, startsOn, agesOn }) => {
    const agesTo = Math.min(99, agesFrom + years)
    const words = ageProblem({ firstName: 'Mia', birthday }, { agesFrom, agesTo, startsOn, agesOn })
    const age = birthdaysUntil(birthday, agesOn ?? startsOn)
    expect(words === undefined).toBe(age >= agesFrom && (agesTo === 99 || age <= agesTo))
    const isTooYoung = age < agesFrom
    const match = /turns (\d+) on (\w+) (\d+)(?:, (\d{4}))?(:?)/.exec(words ?? '')
    expect(match !== null).toBe(isTooYoung)
    if (!match) return
    const [, turns, month = '', date, namedYear, isForDay] = match
    const counted = Date.parse(agesOn ?? startsOn)
    const index = months.indexOf(month)
    // Without a year, the next such day.
    let year = Number(namedYear ?? new Date(counted).getUTCFullYear())
    if (!namedYear && Date.UTC(year, index, Number(date)) <= counted) year += 1
    const oldEnough = new Date(Date.UTC(year, index, Number(date)))
    const dayBefore = new Date(oldEnough.getTime() - 86_400_000)
    expect(Number(turns)).toBe(agesFrom)
    expect(birthdaysUntil(birthday, oldEnough.toJSON().slice(0, 10))).toBe(agesFrom)
    expect(birthdaysUntil(birthday, dayBefore.toJSON().slice(0, 10))).toBe(Math.max(0, agesFrom - 1))
    expect(isForDay !== '').toBe(agesOn === null)
  })
  fc.assert(property, { numRuns: 10_000, seed: 20_261_207 })
})

test('a level is said where it is none of the session’s, word for word', () => {
  const beginner = { firstName: 'Mia', skillLevel: 'Beginner' }
  expect(levelNote(beginner, ['Intermediate'])).toBe(
    'This is for Intermediate; Mia’s level is Beginner. You decide.',
  )
  expect(levelNote(beginner, ['Beginner/Intermediate', 'Intermediate'])).toContain(
    'for Beginner/Intermediate and Intermediate;',
  )
  expect(levelNote(beginner, ['Beginner'])).toBeUndefined()
  expect(levelNote(beginner, [])).toBeUndefined()
  expect(levelNote({ ...beginner, skillLevel: null }, ['Advanced'])).toBeUndefined()
})
