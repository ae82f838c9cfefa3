import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentsAt, parseTime } from '#platform/format/clock.ts'
import { addDays, toLocal } from '#platform/format/dates.ts'
import { formatHours, formatMeets, parseHours, parseMeets, proposedMeets } from './hours.ts'
import { type KnownMeeting, type MeetingChanges, meetingChanges } from './meeting-changes.ts'
import { overlapIn, planMeetings } from './plan-meetings.ts'

test.each([
  ['Mon to Thu, 9:00 to 11:30 am', [1, 2, 3, 4], '09:00', '11:30', 'Mon to Thu, 9:00 to 11:30 am'],
  ['Mon to Fri, 2:00 to 5:00 pm', [1, 2, 3, 4, 5], '14:00', '17:00', 'Mon to Fri, 2:00 to 5:00 pm'],
  ['Saturdays, 10 to 11 am', [6], '10:00', '11:00', 'Sat, 10:00 to 11:00 am'],
  ['Saturday, 9:00 am to 3:00 pm', [6], '09:00', '15:00', 'Sat, 9:00 am to 3:00 pm'],
  ['Sat and Sun, 11:00 – 1:00 pm', [6, 7], '11:00', '13:00', 'Sat and Sun, 11:00 am to 1:00 pm'],
  ['Tue, Thu 14:00-15:30', [2, 4], '14:00', '15:30', 'Tue and Thu, 2:00 to 3:30 pm'],
  ['Mondays, 10:30 am to noon', [1], '10:30', '12:00', 'Mon, 10:30 am to 12:00 pm'],
])('“%s” is understood, and written the same way by everybody', (words, days, starts, ends, written) => {
  const meets = parseMeets(words)
  expect(meets).toEqual({ days, starts, ends })
  expect('wrong' in meets ? '' : formatMeets(meets)).toBe(written)
  expect(parseMeets(written)).toEqual(meets)
})

test('hours that are words alone are proposed where they can be understood', () => {
  expect(proposedMeets('Wednesdays, 4:00 to 5:00 pm (Intermediate)')).toEqual({
    days: [3],
    starts: '16:00',
    ends: '17:00',
  })
  expect(proposedMeets('Saturday and Sunday from 9:00 am (Ages 11 to 17)')).toBeUndefined()
  expect(proposedMeets('By appointment')).toBeUndefined()
})

test('every hour that can be written is read as what it was', () => {
  for (let starts = 0; starts < 24 * 60 - 30; starts += 45)
    for (let ends = starts + 15; ends < 24 * 60; ends += 105) {
      const hours = { starts: clock(starts), ends: clock(ends) }
      expect(parseHours(formatHours(hours)), formatHours(hours)).toEqual(hours)
    }
})
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

test('a session meets on its weekdays but for the days it skips, and on the days beside them', () => {
  const meets = { days: [1, 3], starts: '09:00', ends: '11:00' }
  const extra = [{ day: '2027-07-05', starts: '16:00', ends: '17:00' }]
  const plan = { startsOn: '2027-06-28', endsOn: '2027-07-08', meets, skips: ['2027-07-05'], extra }

  expect(planMeetings(plan).map(({ day, starts }) => `${day} ${starts}`)).toEqual([
    '2027-06-28 09:00',
    '2027-06-30 09:00',
    '2027-07-05 16:00',
    '2027-07-07 09:00',
  ])
  expect(planMeetings({ ...plan, meets: null })).toEqual(extra)
})

test('meetings may follow one another, and not overlap', () => {
  const day = '2027-07-05'
  const hours = (starts: string, ends: string) => ({ day, starts, ends })
  expect(overlapIn([hours('09:00', '10:00'), hours('10:00', '11:00')])).toBeUndefined()
  expect(overlapIn([hours('09:00', '12:00'), hours('09:30', '10:00'), hours('11:00', '13:00')])?.starts).toBe(
    '09:30',
  )
})

test('meetings that were brought in line with their plan are in line with it', () => {
  const today = '2027-06-20'
  const day = fc.integer({ min: -3, max: 3 }).map((days) => addDays(today, days))
  const meeting = fc.record({
    ...{ day, court: fc.constantFrom(null, '7') },
    hours: fc.constantFrom({ starts: '09:00', ends: '10:00' }, { starts: '17:00', ends: '18:30' }),
  })
  const planOf = fc.uniqueArray(meeting, {
    maxLength: 4,
    selector: (one) => `${one.day} ${one.hours.starts}`,
  })
  const state = fc.record({
    isUsed: fc.boolean(),
    isBooked: fc.boolean(),
    state: fc.constantFrom('planned', 'planned', 'cancelled'),
  })
  const rowsOf = planOf.chain((rows) =>
    fc.tuple(...rows.map((row) => state.map((facts) => ({ ...flat(row), ...facts })))),
  )
  const flat = ({
    hours,
    ...row
  }: {
    hours: { starts: string; ends: string }
    day: string
    court: null | string
  }) => ({ ...row, ...hours })
  fc.assert(
    fc.property(rowsOf, planOf, (rows, plan) => {
      const known = rows.map((row, index) => ({ ...row, id: `known ${index}` })) as KnownMeeting[]
      const planned = plan.map(flat)
      const after = changed(known, meetingChanges(known, planned, today))
      expect(meetingChanges(after, planned, today)).toEqual({
        ...{ added: [], changed: [], cancelled: [], removed: [] },
      })
    }),
    { numRuns: 2000, seed: 20_270_620 },
  )
})
function changed(
  known: KnownMeeting[],
  { added, changed, cancelled, removed }: MeetingChanges,
): KnownMeeting[] {
  const replaced = new Set(added.map(({ replacesId }) => replacesId))
  const stay = known
    .filter(({ id }) => !removed.includes(id))
    .map((row) => {
      const isUsed = row.isUsed || replaced.has(row.id)
      if (cancelled.some(({ id }) => id === row.id)) return { ...row, isUsed, state: 'cancelled' as const }
      const now = changed.find(({ id }) => id === row.id)
      return { ...row, isUsed, ...now, ...(now && { state: 'planned' as const }) }
    })
  return [
    ...stay,
    ...added.map((row, index) => ({
      ...row,
      id: `added ${index}`,
      state: 'planned' as const,
      isUsed: false,
      isBooked: false,
    })),
  ]
}

test('a time of the wall clock is one moment, but for the hours that a change of clocks skips or repeats', () => {
  const zone = 'America/Los_Angeles'
  expect(momentsAt('2027-03-01', '09:00', zone)).toEqual([new Date('2027-03-01T17:00:00Z')])
  expect(momentsAt('2027-03-14', '02:30', zone)).toEqual([])
  expect(momentsAt('2027-11-07', '01:30', zone)).toEqual([
    new Date('2027-11-07T08:30:00Z'),
    new Date('2027-11-07T09:30:00Z'),
  ])
  expect(momentsAt('2027-03-14', '03:00', zone)).toEqual([new Date('2027-03-14T10:00:00Z')])
  expect(toLocal(new Date('2027-07-01T06:59:00Z'), zone)).toEqual({ day: '2027-06-30', time: '23:59' })
})

test.each(['25:00', '9:75', '13 pm', '0 am', 'nine', ''])('“%s” is no time of day', (words) => {
  expect(parseTime(words)).toBeUndefined()
})
