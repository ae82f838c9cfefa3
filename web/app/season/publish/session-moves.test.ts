import { expect, test } from 'vitest'
import { moveBetween, type Plan } from './session-moves.ts'

const plan: Plan = {
  startsOn: '2027-06-14',
  endsOn: '2027-06-17',
  description: 'Mon to Thu, 9:00 am',
  location: 'Fairmeadow Park<br>Courts 3 to 6',
  isOn: true,
  meets: { days: [1, 2], starts: '09:00', ends: '11:30' },
  skips: [],
  extra: [],
  court: 'Court 3',
}
const move = (after: Partial<Plan> | undefined, before: Partial<Plan> = {}) =>
  moveBetween(7, { ...plan, ...before }, after && { ...plan, ...after })

test.each([
  [
    { startsOn: '2027-06-28', endsOn: '2027-07-01' },
    'moved',
    ['New days: Jun 28 – Jul 1, 2027 (before: Jun 14 – 17, 2027).'],
  ],
  [
    { description: 'Mon to Thu, 1:00 pm' },
    'reworded',
    ['New days and hours: Mon to Thu, 1:00 pm (before: Mon to Thu, 9:00 am).'],
  ],
  [
    { location: 'Millbrook Courts' },
    'moved',
    ['New place: Millbrook Courts (before: Fairmeadow Park, Courts 3 to 6).'],
  ],
  [
    { meets: { days: [1, 2], starts: '10:00', ends: '12:30' }, court: 'Court 4' },
    'moved',
    [
      'New hours: Mon and Tue, 10:00 am to 12:30 pm (before: Mon and Tue, 9:00 to 11:30 am).',
      'New court: Court 4 (before: Court 3).',
    ],
  ],
  [
    { skips: ['2027-06-15'], extra: [{ day: '2027-06-18', starts: '09:00', ends: '11:30' }] },
    'moved',
    ['No meeting on Jun 15, 2027.', 'A meeting on Jun 18, 2027, 9:00 to 11:30 am.'],
  ],
  [{ isOn: false, startsOn: '2027-06-15' }, 'closed', ['It does not take place.']],
  [undefined, 'closed', ['It does not take place.']],
])('%j is told as %s', (after, kind, sentences) => {
  expect(move(after)).toMatchObject({ sessionId: 7, kind, sentences })
})

test('opening again is told; what stays as it was, or stays closed, is not', () => {
  expect(move({}, { isOn: false })).toMatchObject({
    kind: 'reopened',
    sentences: ['It takes place after all.'],
  })
  expect(move({})).toBeUndefined()
  expect(move({}, { meets: null, court: null }), 'hours that were words').toBeUndefined()
  expect(move({ isOn: false, startsOn: '2027-06-15' }, { isOn: false })).toBeUndefined()
})
