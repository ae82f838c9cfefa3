import { expect, test } from 'vitest'
import type { Role } from '#team/roles.ts'
import { pendingTasks } from './pending-tasks.ts'

const figures = {
  mail: { many: 2 },
  overdue: { many: 1, first: '2099-06-21' },
  owed: { many: 2, cents: 21_550 },
  bounced: { many: 1, cents: 18_000 },
  disputed: { many: 1, cents: 54_000 },
  disputedGifts: { many: 1, cents: 2_000 },
  calls: { many: 2, until: 'tomorrow, 9:00 am' },
  unsigned: { many: 1 },
  uncoached: { many: 3, first: '2099-06-21' },
  runOut: { many: 1, first: '2099-06-21' },
  noMailServer: { many: 1 },
  noGateway: { many: 1 },
}
const nothing = {
  mail: { many: 0 },
  overdue: undefined,
  owed: undefined,
  bounced: undefined,
  disputed: undefined,
  disputedGifts: undefined,
  unsigned: undefined,
  uncoached: undefined,
  runOut: undefined,
}
const linesFor = (...roles: Role[]) =>
  pendingTasks(new Set(roles), figures).map(({ many, text }) => `${many} ${text}`)

test('everybody sees only what waits for their roles', () => {
  const money = [
    '1 family owes for a session that has begun',
    '2 families are owed a refund',
    '1 family owes us for a bounced check',
    '1 family disputes a payment at the bank',
    '1 gift without an account is disputed at the bank',
  ]
  const unsigned = '1 family has not signed the release'
  const calls = '2 families without an email wait for a call'
  const desk = [...money, calls, unsigned, '2 mails did not arrive', '3 sessions have no coach']

  expect(linesFor('owner')).toEqual([
    ...desk,
    '1 member has a check or training that runs out',
    '1 mail server is missing',
    '1 card gateway is missing',
  ])
  expect(linesFor('registrar')).toEqual(desk)
  expect(linesFor('treasurer', 'coach')).toEqual(money)
  expect([linesFor('coach'), linesFor('reader')]).toEqual([[], []])
})

test('what waits says since when and where to see to it, and nothing where nothing does', () => {
  const waits = pendingTasks(new Set<Role>(['owner']), figures)

  expect(waits.map(({ when, to }) => [when, to])).toEqual([
    ['It began on Jun 21, 2099.', '/desk/families?state=overdue'],
    ['$215.50 in all go back by check, cash or Venmo.', '/desk/families?state=owed'],
    ['$180.00 in all had gone back to them before.', '/desk/families?state=bounced'],
    ['$540.00 in all. Nothing of it goes back by itself.', '/desk/families?state=disputed'],
    ['$20.00 in all.', '/desk/mails?kind=for+the+programme'],
    ['The first of them is offered a place until tomorrow, 9:00 am.', '/desk/calls'],
    ['Its players have places, and play once it is signed.', '/desk/families?state=unsigned'],
    ['We tried for three days.', '/desk/mails?state=failed'],
    ['The first of them needs one from Jun 21, 2099 on.', '/desk/sessions?coach=none'],
    ['The first on Jun 21, 2099. Nobody is locked out by a date.', '/desk/team'],
    ['Mails are kept on this machine, and reach nobody.', '/desk/settings'],
    ['The sandbox plays it, and no money moves.', '/desk/settings'],
  ])
  const giftFor = (role: Role) =>
    pendingTasks(new Set([role]), figures).find(({ when }) => when === '$20.00 in all.')
  expect(giftFor('treasurer'), 'no mails are open to it').toMatchObject({ many: 1 })
  expect(giftFor('treasurer')?.to).toBeUndefined()
  expect(pendingTasks(new Set<Role>(['owner']), nothing)).toEqual([])
})
