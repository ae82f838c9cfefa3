import { expect, test } from 'vitest'
import { isCallable, isCoachable, isMarkedInTime } from './window.ts'

const at = (moment: string) => new Date(`2027-06-${moment}Z`)
const meeting = { startsAt: at('21T16:00:00'), endsAt: at('21T18:30:00') }
const session = { startsAt: at('21T16:00:00'), endsAt: at('24T18:30:00') }

test('a coach sees numbers and notes from a day before a meeting to twelve hours after it', () => {
  const moments = ['20T15:59:59', '20T16:00:00', '22T06:30:00', '22T06:30:01'].map(at)
  expect(moments.map((now) => isCallable(meeting, now))).toEqual([false, true, true, false])
})

test('a coach sees names and marks from seven days before the first meeting to seven days after the last', () => {
  const moments = [at('14T15:59:59'), at('14T16:00:00'), new Date('2027-07-01T18:30:00Z')]
  expect(moments.map((now) => isCoachable(session, now))).toEqual([false, true, true])
  expect(isCoachable(session, new Date('2027-07-01T18:30:01Z'))).toBe(false)
})

test('what a phone marked in time is taken a month later, and from a clock that went back to 2019', () => {
  const later = new Date('2027-08-02T09:00:00Z')
  expect(isMarkedInTime(session, at('21T16:05:00'), later)).toBe(true)
  expect(isMarkedInTime(session, new Date('2019-01-01T00:00:00Z'), at('21T17:00:00'))).toBe(true)
  expect(isMarkedInTime(session, later, later)).toBe(false)
  expect(isMarkedInTime(session, at('21T16:05:00'), at('10T09:00:00'))).toBe(false)
})
