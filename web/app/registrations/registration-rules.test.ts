import { expect, test } from 'vitest'
import { historyYears, placeProblem, receiptPath, yearToShow } from './registration-rules.ts'

const days = { startsOn: '2027-06-21', endsOn: '2027-06-24' }
const description = 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)'
const session = {
  ...{ number: 2, ...days, description },
  ...{ isActive: true, places: 16, taken: 3, kept: 0, priceCents: 18_000 },
  ...{ agesFrom: 8, agesTo: 10, agesOn: null },
}
const pip = { firstName: 'Pip', isActive: true, birthday: '2017-04-12' }
const free = { session, player: pip, standing: undefined, seenCents: 18_000 }

test('a place can be had up to and including the start day', () => {
  expect(placeProblem(free, '2027-06-21')).toBeUndefined()
  expect(placeProblem(free, '2027-06-22')).toEqual({
    code: 'started',
    message: 'This session has already started.',
  })
})

test.each([
  ['a removed session', { session: undefined }, 'not-offered', 'This session is no longer offered.'],
  [
    'a session taken off the list',
    { session: { ...session, isActive: false } },
    'not-offered',
    'This session is no longer offered.',
  ],
  [
    'a session before its registration opens',
    { session: { ...session, opens: 'March 1, 9:00 am' } },
    'not-open',
    'Registration opens March 1, 9:00 am.',
  ],
  [
    'a session whose registration is closed',
    { session: { ...session, closedWords: 'Too hot: we write to you.' } },
    'closed',
    'Too hot: we write to you.',
  ],
  [
    'a child who is too young',
    { player: { ...pip, birthday: '2019-07-01' } },
    'does-not-fit',
    'Pip is 7 on June 21; this is for 8 to 10. Pip turns 8 on July 1: sessions that begin from that day are for Pip.',
  ],
  [
    'a child without a birthday',
    { player: { ...pip, birthday: null } },
    'does-not-fit',
    'This is for 8 to 10: we need Pip’s birthday first.',
  ],
  ['a full session', { session: { ...session, taken: 16 } }, 'full', 'This session is full.'],
  [
    'a session that has moved',
    { seen: { ...days, endsOn: '2027-06-25', description } },
    'session-changed',
    'This session has changed. It is now “Session 2: Jun 21 - Jun 24 | Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)”.',
  ],
  [
    'a changed price',
    { seenCents: 17_500 },
    'price-changed',
    'The price has changed from $175.00 to $180.00.',
  ],
  [
    'a player who has the place',
    { standing: 'registered' },
    'already-registered',
    'Pip is already registered for this session.',
  ],
  [
    'a place that is being paid',
    { standing: 'being-paid' },
    'being-paid',
    'Pip’s place is being paid in another window.',
  ],
  [
    'somebody else’s player',
    { player: undefined },
    'not-in-family',
    'This player is no longer in your family.',
  ],
] as const)('%s is told in a sentence of its own', (_, changed, code, sentence) => {
  expect(placeProblem({ ...free, ...changed }, '2027-06-01')).toEqual({ code, message: sentence })
})

test('age comes after what holds for everybody, and not before a place is had, held or granted', () => {
  const young = { ...free, player: { ...pip, birthday: '2020-01-01' } }
  const problemCode = (changed: object) => placeProblem({ ...young, ...changed }, '2027-06-01')?.code
  expect(problemCode({ standing: 'registered' })).toBe('already-registered')
  expect(problemCode({ session: { ...session, closedWords: 'Too hot.' } })).toBe('closed')
  expect(problemCode({ session: { ...session, opens: 'March 1, 9:00 am' } })).toBe('not-open')
  expect(problemCode({ session: { ...session, taken: 16 } }), 'before “full”').toBe('does-not-fit')
  expect(problemCode({ standing: 'held' })).toBeUndefined()
  expect(problemCode({ player: { ...young.player, isException: true } })).toBeUndefined()
})

test('what was seen of a session and is still so is no problem, nor what nobody says to have seen', () => {
  for (const seen of [{ ...days, description }, { startsOn: undefined }])
    expect(placeProblem({ ...free, seen }, '2027-06-01')).toBeUndefined()
})

test('a session without a number of places is never full, and a held place is the holder’s', () => {
  expect(
    placeProblem({ ...free, session: { ...session, places: null, taken: 999 } }, '2027-06-01'),
  ).toBeUndefined()
  expect(
    placeProblem({ ...free, session: { ...session, taken: 16 }, standing: 'held' }, '2027-06-01'),
  ).toBeUndefined()
})

test('the history runs from 2019 to this year, latest first, and to next year in November and December P4.51 P4.52 P4.53 P9.9 P9.10', () => {
  expect(historyYears('2021-10-31')).toEqual([2021, 2020, 2019])
  expect(historyYears('2021-11-01')).toEqual([2022, 2021, 2020, 2019])
  expect(historyYears('2021-12-31')[0]).toBe(2022)
})

test('a later year can be looked at before it is offered; what is no year shows the latest', () => {
  const offered = historyYears('2021-10-31')
  const shown = ['2020', '2022', '2024', '2018', '20222', 'soon', null].map((text) =>
    yearToShow(text, offered),
  )
  expect(shown).toEqual([2020, 2022, 2024, 2021, 2021, 2021, 2021])
})

test('a card payment has one receipt, a check or cash payment one for each registration, an unpaid one none', () => {
  const entry = {
    id: 7,
    personId: 'p',
    way: 'check' as const,
    transactionId: null,
    event: { id: 3, kind: 'clinic' as const },
  }

  expect(receiptPath({ ...entry, way: 'card', transactionId: 't1' }, 'a')).toBe('/pages/invoice/receipt/a/t1')
  expect(receiptPath(entry, 'a')).toBe('/pages/invoice/cash-receipt/3/clinic/7/p/a/')
  expect(receiptPath({ ...entry, way: null }, 'a')).toBeNull()
})
