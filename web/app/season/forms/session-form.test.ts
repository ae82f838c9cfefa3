import { expect, test } from 'vitest'
import type { StructureSession } from '#season/file/season-structure.server.ts'
import { type FormValues, readSession, sessionForm } from './session-form.ts'

const session: StructureSession = {
  number: 2,
  starts: '2027-06-21',
  ends: '2027-06-24',
  note: 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
  places: 16,
  meets: 'Mon to Thu, 9:00 to 11:30 am',
  skips: ['2027-06-22'],
  extra: ['2027-06-25, 9:00 to 10:00 am'],
  court: 'Courts 3 to 6',
  coaches: ['sol@courtside.example'],
  opens: '2027-03-01, 9:00 am',
  ages: '8 to 10',
  'ages on': '2027-09-01',
  levels: ['Beginner', 'Intermediate'],
  closed: [],
}
const facts = {
  before: session,
  others: [{ ...session, number: 3 }],
  taken: 13,
  coaches: ['sol@courtside.example'],
  today: '2027-06-01',
  timeZone: 'America/Los_Angeles',
}
const problemsOf = (change: FormValues, more: Partial<typeof facts> = {}) =>
  readSession({ ...sessionForm(session), ...change }, { ...facts, ...more }).problems

test('a session goes through its form unchanged', () => {
  expect(readSession(sessionForm(session), facts)).toEqual({ session, problems: {} })
})

test('a form adds a skipped day and a meeting, and takes out what is not ticked any more', () => {
  const { 'skip:2027-06-22': _skip, 'day-4': _thursday, ...values } = sessionForm(session)
  const more = {
    'skip-new': '2027-06-23',
    'extra-day': '2027-06-26',
    'extra-from': '13:00',
    'extra-until': '14:00',
  }

  expect(readSession({ ...values, ...more, places: '' }, facts).session).toEqual({
    ...{ ...session, places: undefined },
    meets: 'Mon to Wed, 9:00 to 11:30 am',
    skips: ['2027-06-23'],
    extra: ['2027-06-25, 9:00 to 10:00 am', '2027-06-26, 1:00 to 2:00 pm'],
  })
})

test.each<[FormValues, FormValues]>([
  [{ starts: '' }, { starts: 'Choose the first day.' }],
  [{ starts: '2027-02-30' }, { starts: 'Choose the first day.' }],
  [{ starts: '2027-05-31' }, { starts: 'That day is past. Choose today or a later day.' }],
  [
    { starts: '2028-06-21', ends: '2028-06-24' },
    { starts: 'This session stays in 2027. To bring it to 2028, copy the year.' },
  ],
  [{ ends: '2027-06-20' }, { ends: 'The last day is before the first.' }],
  [{ ends: '2029-06-20' }, { ends: 'That makes more than 200 meetings. Choose an earlier last day.' }],
  [{ from: '11:30', until: '11:30' }, { until: 'It ends before it starts.' }],
  [{ from: '25:00' }, { from: '25:00 is no time of day.' }],
  [{ from: '' }, { from: 'Enter when it begins.' }],
  [
    { 'extra-day': '2027-06-24', 'extra-from': '11:00', 'extra-until': '12:00' },
    { 'extra-day': 'Two meetings on Jun 24 are at the same time.' },
  ],
  [{ 'extra-day': '2027-06-29' }, { 'extra-from': 'Enter when it begins and ends.' }],
  [{ 'skip-new': '2027-06-26' }, { 'skip-new': 'It does not meet on Jun 26 anyway.' }],
  [{ places: '12' }, { places: '13 places are taken. Enter 13 or more.' }],
  [{ places: 'many' }, { places: 'Enter a number from 1, or nothing where it is never full.' }],
  [{ number: '3' }, { number: 'Session 3 of 2027 is there already. Enter another number.' }],
  [{ note: 'x'.repeat(5000) }, { note: 'That is 5,000 letters long. Write 300 at most.' }],
  [
    { 'coach:ann@courtside.example': 'on' },
    { coaches: 'ann@courtside.example has no account. Invite them to the team first.' },
  ],
  [{ 'ages-from': '10', 'ages-to': '8' }, { 'ages-to': 'That is below 10. Enter 10 or more, or nothing.' }],
  [{ 'ages-from': '0' }, { 'ages-from': 'Enter an age from 1 to 99, or nothing.' }],
  [{ 'ages-to': '200' }, { 'ages-to': 'Enter an age from 1 to 99, or nothing.' }],
  [{ 'ages-on': '2026-09-01' }, { 'ages-on': 'Choose a day of 2027.' }],
  [{ 'ages-on': 'soon' }, { 'ages-on': 'Choose a day.' }],
  [{ 'ages-from': '', 'ages-to': '' }, { 'ages-on': 'Enter ages, or leave this day empty.' }],
  [{ opens: '2027-03-14T02:30' }, { opens: 'Clocks skip that time on that day. Choose an hour later.' }],
  [{ opens: '2027-11-07T01:30' }, { opens: 'That time comes twice on that day. Choose an hour later.' }],
])('%j is answered at its field', (change, problems) => {
  expect(problemsOf(change)).toEqual(problems)
})

test('days without hours and hours without days are asked for', () => {
  const { 'day-1': _1, 'day-2': _2, 'day-3': _3, 'day-4': _4, ...noDays } = sessionForm(session)
  expect(readSession(noDays, facts).problems).toEqual({ days: 'Choose the days, or leave the hours empty.' })
  expect(problemsOf({ from: '', until: '' })).toEqual({ from: 'Enter when it begins.' })
})

test.each([
  ['13', '', '13 and up'],
  ['', '10', '10 and under'],
  ['9', '9', '9'],
  ['', '', []],
])('ages from “%s” to “%s” are %j', (from, to, ages) => {
  const change = { 'ages-from': from, 'ages-to': to, 'ages-on': '' }
  const read = readSession({ ...sessionForm(session), ...change }, facts)
  expect(read).toMatchObject({ session: { ages, 'ages on': [] }, problems: {} })
  expect(sessionForm(read.session)).toMatchObject(change)
})
