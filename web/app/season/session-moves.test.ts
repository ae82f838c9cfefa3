import { expect, test } from 'vitest'
import { moveOf, type Plan } from './session-moves.ts'

const plan: Plan = {
  startsOn: '2027-06-14',
  endsOn: '2027-06-17',
  description: 'Mon to Thu, 9:00 am',
  location: 'Fairmeadow Park<br>Courts 3 to 6',
  isOn: true,
}
const move = (after: Partial<Plan> | undefined, before: Partial<Plan> = {}) =>
  moveOf(7, { ...plan, ...before }, after && { ...plan, ...after })

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
    'reworded',
    ['New place: Millbrook Courts (before: Fairmeadow Park, Courts 3 to 6).'],
  ],
  [{ isOn: false, startsOn: '2027-06-15' }, 'closed', ['It does not take place.']],
  [undefined, 'closed', ['It does not take place.']],
])('%j is told as %s', (after, kind, words) => {
  expect(move(after)).toMatchObject({ sessionId: 7, kind, words })
})

test('opening again is told; what stays as it was, or stays closed, is not', () => {
  expect(move({}, { isOn: false })).toMatchObject({ kind: 'reopened', words: ['It takes place after all.'] })
  expect(move({})).toBeUndefined()
  expect(move({ isOn: false, startsOn: '2027-06-15' }, { isOn: false })).toBeUndefined()
})
