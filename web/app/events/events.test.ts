import { expect, test } from 'vitest'
import type { Session } from './events.tables.ts'
import {
  isBookable,
  parseGroup,
  registerYear,
  sessionGroups,
  sessionText,
  splitLines,
  stillOpen,
  withoutGroup,
} from './events.ts'

const event = { isActive: true }

function aSession(facts: Partial<Session>): Session & { opens: string | null } {
  return {
    opens: null,
    id: 1,
    eventId: 1,
    number: 2,
    startsOn: '2027-06-21',
    endsOn: '2027-06-24',
    description: 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
    places: 16,
    ...{ taken: 13, waiting: 0, kept: 0, keptSince: null },
    ...{ agesFrom: null, agesTo: null, agesOn: null, levels: [] },
    isActive: true,
    meets: null,
    skips: [],
    extra: [],
    court: null,
    opensAt: null,
    closedWords: null,
    calledOffAt: null,
    revision: 0,
    ...facts,
  }
}

test('a session can be booked up to and including its first day, while event and session are offered', () => {
  const session = aSession({})
  expect(isBookable(event, session, '2027-06-21')).toBe(true)
  expect(isBookable(event, session, '2027-06-22')).toBe(false)
  expect(isBookable(event, aSession({ isActive: false }), '2027-06-01')).toBe(false)
  expect(isBookable({ isActive: false }, session, '2027-06-01')).toBe(false)
})

test('the year to register for is that of the next session to book, else that of the last one P2.31', () => {
  const sessions = [aSession({ startsOn: '2028-06-19', endsOn: '2028-06-22' }), aSession({})]
  expect(registerYear(event, sessions, '2027-06-21')).toBe(2027)
  expect(registerYear(event, sessions, '2027-06-22')).toBe(2028)
  expect(registerYear(event, sessions, '2029-01-01')).toBe(2028)
  expect(registerYear(event, [], '2029-01-01')).toBe(2029)
})

test('a session is named by its number, its days and its description P3.14', () => {
  expect(sessionText(aSession({}))).toBe(
    'Session 2: Jun 21 - Jun 24 | Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
  )
})

test('sessions are grouped by the bracketed part of their description P3.13', () => {
  expect(parseGroup('Mornings (Ages 8 to 10)')).toBe('Ages 8 to 10')
  expect(parseGroup('Mornings (Ages 8 to 10')).toBe('Ages 8 to 10')
  expect(parseGroup('Mornings')).toBe('')
  expect(withoutGroup('Mornings (Ages 8 to 10)')).toBe('Mornings')

  const older = 'Mon to Thu, 1:00 to 3:30 pm (Ages 11 and 12)'
  const groups = sessionGroups(
    event,
    [
      aSession({ id: 1, startsOn: '2027-05-03' }),
      aSession({ id: 2 }),
      aSession({ id: 3, description: older }),
      aSession({ id: 4, taken: 16 }),
      aSession({ id: 5, startsOn: '2028-06-19' }),
    ],
    '2027-06-01',
  )
  expect(groups.map(({ name, sessions }) => [name, sessions.map(({ id }) => id)])).toEqual([
    ['Ages 8 to 10', [2, 4]],
    ['Ages 11 and 12', [3]],
    ['Ages 8 to 10, 2028', [5]],
  ])
  const headings = groups.map(({ heading, laterYear }) => [heading, laterYear])
  expect(headings.at(-1), 'under the heading of its year').toEqual(['Ages 8 to 10', 2028])
  expect(headings.slice(0, -1).map(([, laterYear]) => laterYear)).toEqual([undefined, undefined])
  expect(groups[0]?.sessions.map(({ isFull }) => isFull)).toEqual([false, true])
  expect(stillOpen(groups, '')).toEqual(groups)
  expect(stillOpen(groups, '2027-06-21')).toEqual(groups)
  expect(stillOpen(groups, '2027-06-22').map(({ name }) => name)).toEqual(['Ages 8 to 10, 2028'])
})

test('the location is split on line-break markers of every kind P2.26', () => {
  expect(splitLines('Courts 3 to 6<br>18 Orchard Way<BR/>Mondays<br />9:00\n')).toEqual([
    'Courts 3 to 6',
    '18 Orchard Way',
    'Mondays',
    '9:00',
  ])
})
