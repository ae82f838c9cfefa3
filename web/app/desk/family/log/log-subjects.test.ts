import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { recordPayment } from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { people } from '#people/people.tables.ts'
import { addChange } from '#platform/changes.db.server.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { erasePeople } from '#registrations/erase-people.server.ts'
import { aMeeting, aMember } from '../../../../test/builders/builders.ts'
import { aDebtor } from '../../../../test/builders/money/debtor.ts'
import { test } from '../../../../test/harness/database.ts'
import { aWorld } from '../../../../test/harness/world.ts'
import { readableLog } from './log-subjects.server.ts'

const newestOf = async (db: Db) => {
  const [line] = await readableLog(db, await db.select().from(changes).orderBy(desc(changes.id)).limit(1))
  return [line?.sum, line?.about]
}
const green = 'Green Ball Clinic, Session 1, Jun 21 – 24, 2027'
const orange = 'Orange Ball Open, Session 1, Jun 21 – 24, 2027'

test('the log says what was paid for whom and which sessions, and what of it was taken back', async ({
  db,
}) => {
  const { payment } = await aDebtor(db)
  const { id } = await recordPayment(aWorld(db), payment)
  const [sum, about] = await newestOf(db)
  expect(sum).toBe('$215.00')
  expect(about).toEqual([expect.stringMatching(/^C-\d+$/), 'Pip Lobwell', green, orange])

  await takeBackPayment(aWorld(db), { id, registrationIds: [], actor: 'command:robin', hasBounced: false })
  expect(await newestOf(db)).toEqual(['$215.00', [about?.[0]]])
})

test('the log names players, sessions, meetings and members as they are called today, and those that are gone as gone', async ({
  db,
}) => {
  const { account, pip, rows } = await aDebtor(db)
  const { familyId } = account
  const sessionId = rows[0]?.sessionId ?? 0
  const meeting = await aMeeting(db, { sessionId, day: '2027-06-22' })
  const member = await aMember(db, ['coach'])
  const newest = async (change: Omit<Parameters<typeof addChange>[1], 'actor'>) => {
    await addChange(db, { actor: 'site', ...change } as Parameters<typeof addChange>[1])
    return (await newestOf(db))[1]
  }

  expect(await newest({ what: 'places given up', familyId, personId: pip.id, sessionId })).toEqual([
    'Pip Lobwell',
    green,
  ])
  expect(await newest({ what: 'mark refused', meetingId: meeting.id })).toEqual([green, 'Tue, Jun 22, 2027'])
  expect(await newest({ what: 'second step reset', after: { member: member.id } })).toEqual(['Robin Vale'])
  expect(await newest({ what: 'second step reset', after: { member: crypto.randomUUID() } })).toEqual([
    'a former member',
  ])
  expect(await newest({ what: 'member invited', after: { roles: ['coach'] } })).toEqual(['Coach'])
  expect(
    await newest({ what: 'roles changed', after: { roles: [{ role: 'reader', firstDay: '2027-01-01' }] } }),
  ).toEqual(['Reader'])
  expect(await newest({ what: 'family changed', familyId, after: ['holderName', 'email'] })).toEqual([
    'holder name, email',
  ])
  expect(await newest({ what: 'session taken over', sessionId: 99_999 })).toEqual(['a session that is gone'])

  await erasePeople(db, eq(people.id, pip.id))
  const gone = [pip.id, crypto.randomUUID()]
  for (const personId of gone)
    expect(await newest({ what: 'player changed', personId })).toEqual(['Deleted player'])
})
