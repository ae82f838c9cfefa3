import { expect, test } from 'vitest'
import type { SeasonStructure, StructureSession } from '#season/file/season-structure.server.ts'
import { meetingsOn, runningWithoutHours, withDayOff } from './day-off.ts'

const session = (number: number, change: Partial<StructureSession>): StructureSession => ({
  ...{ number, starts: '2027-06-28', ends: '2027-07-08', note: 'Mon to Thu', places: 8 },
  ...{ meets: 'Mon to Thu, 9:00 to 11:30 am', ...change },
})
const event = (key: string, sessions: StructureSession[]) => ({
  ...{ key, name: key, summary: 'Rallies', price: 180, location: ['Park'], description: 'Play.', sessions },
})
const season = {
  programme: {},
  clinics: [
    event('green', [
      session(1, { skips: ['2027-07-01'] }),
      session(2, { starts: '2027-07-05', ends: '2027-07-05' }),
      session(3, { meets: 'Tue, 9:00 to 11:30 am', extra: ['2027-07-05, 1:00 to 2:00 pm'] }),
      session(4, { meets: 'Tue, 9:00 to 11:30 am' }),
      session(5, { skips: ['2027-07-05'] }),
    ]),
  ],
  tournaments: [event('open', [session(1, { meets: [], active: false })])],
} as unknown as SeasonStructure

test('a day off lists each session that meets then, and says which would never meet', () => {
  expect(meetingsOn(season, '2027-07-05')).toMatchObject([
    { id: 'green 2027-1', name: 'green, Session 1', hours: '9:00 to 11:30 am', isOnly: false },
    { id: 'green 2027-2', isOnly: true },
    { id: 'green 2027-3', hours: '1:00 to 2:00 pm', isOnly: false },
  ])
  expect(runningWithoutHours(season, '2027-07-05')).toEqual(['open, Session 1'])
})

test('a day off is written into the chosen sessions alone, and takes an added meeting of that day out', () => {
  const after = withDayOff(season, '2027-07-05', ['green 2027-1', 'green 2027-3', 'green 2027-4'])

  const sessions = after.clinics?.[0]?.sessions ?? []
  expect(Object.fromEntries(sessions.map(({ number, skips, extra }) => [number, { skips, extra }]))).toEqual({
    1: { skips: ['2027-07-01', '2027-07-05'] },
    2: {},
    3: { extra: [] },
    4: {},
    5: { skips: ['2027-07-05'] },
  })
  expect(meetingsOn(after, '2027-07-05').map(({ id }) => id)).toEqual(['green 2027-2'])
})
