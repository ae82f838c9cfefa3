import { expect } from 'vitest'
import { charges } from '#payments/payments.tables.ts'
import { releases } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { anAccount, anEvent, aPlace, aPlayer, aProgramme, aSession } from '../../test/builders/builders.ts'
import { apiClient } from '../../test/harness/api-client.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { orders, type registrations } from './registrations.tables.ts'

type Place = Pick<typeof registrations.$inferInsert, 'accountId' | 'personId' | 'sessionId'>

/** A place in a session, as a checkout that pays later leaves it, or one that was paid by this charge. */
async function registered(db: Db, place: Place, paid?: { chargeId: string }) {
  const order = { accountId: place.accountId, method: 'later', totalCents: 18_000 } as const
  const [{ id: orderId } = { id: '' }] = await db
    .insert(orders)
    .values({ ...order, idempotencyKey: crypto.randomUUID() })
    .returning({ id: orders.id })
  return (await aPlace(db, { priceCents: 18_000, orderId, ...place }, paid)).id
}

async function aCharge(db: Db, accountId: string, transactionId: string) {
  const [row] = await db
    .insert(charges)
    .values({
      accountId,
      idempotencyKey: transactionId,
      amountCents: 18_000,
      state: 'accepted',
      means: 'card',
      transactionId,
    })
    .returning({ id: charges.id })
  return row?.id ?? ''
}

test('refresh user answers the account with its people, and takes no payload P3.1 P3.2 P3.3 P3.4 P7.32', async ({
  db,
}) => {
  await aProgramme(db)
  const { id, email, parent, myself } = await anAccount(db, { kind: 'player' })
  const pip = await aPlayer(db, { accountId: id, firstName: 'Pip' })
  await anAccount(db)
  const call = await apiClient(aWorld(db), { id })

  const { status, answer } = await call('/refresh-user', undefined, { text: '' })

  expect(status).toBe(200)
  expect(Object.keys(answer).sort()).toEqual([
    'email',
    'family',
    'id',
    'liability_agreed',
    'myself',
    'parent',
  ])
  expect(answer).toMatchObject({ id, email, liability_agreed: true })
  expect(answer.myself).toMatchObject({ id: myself?.id, first_name: myself?.firstName })
  expect(answer.parent).toMatchObject({ id: parent.id, first_name: 'Robin', phone: '(555) 010-0100' })
  expect(answer.family).toEqual([expect.objectContaining({ id: pip.id, first_name: 'Pip' })])
})

test('for whom nobody has signed the release, refresh user says so P3.1', async ({ db }) => {
  await aProgramme(db)
  const { id } = await anAccount(db)
  await db.delete(releases)
  const call = await apiClient(aWorld(db), { id })

  expect((await call('/refresh-user')).answer).toMatchObject({ liability_agreed: false })
})

test('each person comes with registrations by kind, the event under the name of its kind P3.6 P3.20 P3.23 P3.24', async ({
  db,
}) => {
  await aProgramme(db)
  const { id: accountId } = await anAccount(db)
  const pip = await aPlayer(db, { accountId })
  const juno = await aPlayer(db, { accountId })
  const call = await apiClient(aWorld(db), { id: accountId })
  const lists = {
    clinic: 'registered_clinics',
    league: 'registered_leagues',
    lesson: 'registered_lessons',
    tournament: 'registered_tournaments',
  } as const
  const kinds = ['clinic', 'league', 'lesson', 'tournament'] as const
  for (const kind of kinds) {
    const { id: eventId } = await anEvent(db, { kind, name: `Our ${kind}`, priceCents: 18_000 })
    const { id: sessionId } = await aSession(db, { eventId })
    await registered(db, { accountId, personId: pip.id, sessionId })
  }

  const { answer } = await call('/refresh-user')

  const person = (id: string) => answer.family.find((relative: { id: string }) => relative.id === id)
  for (const kind of kinds) {
    expect(person(pip.id)[lists[kind]]).toHaveLength(1)
    expect(person(pip.id)[lists[kind]][0]).toMatchObject({
      [kind]: { id: expect.any(Number), name: `Our ${kind}`, price: 180, type: kind },
    })
    expect(person(juno.id)[lists[kind]]).toEqual([])
  }
})

test('a registration entry tells what was paid, the session and the transaction P3.21 P3.22 P3.25', async ({
  db,
}) => {
  await aProgramme(db)
  const { id: accountId } = await anAccount(db)
  const pip = await aPlayer(db, { accountId })
  const event = await anEvent(db, { priceCents: 99_900, name: 'Summer Mornings' })
  const facts = { eventId: event.id, number: 2, startsOn: '2027-06-21', endsOn: '2027-06-24' }
  const inJune = await aSession(db, { ...facts, description: 'Mornings (Ages 8 to 10)' })
  const inJuly = await aSession(db, { ...facts, number: 3, startsOn: '2027-07-05', endsOn: '2027-07-08' })
  const place = { accountId, personId: pip.id }
  const chargeId = await aCharge(db, accountId, 'k3x9v2qd')
  const byCard = await registered(db, { ...place, sessionId: inJune.id }, { chargeId })
  const later = await registered(db, { ...place, sessionId: inJuly.id })
  const call = await apiClient(aWorld(db), { id: accountId })

  const { answer } = await call('/refresh-user')

  expect(answer.family[0].registered_clinics).toEqual([
    expect.objectContaining({ r_id: later, paid: false, amount_paid: 0, transaction: null }),
    {
      r_id: byCard,
      paid: true,
      amount_paid: 180,
      session: {
        id: inJune.id,
        session_number: 2,
        start_date: '2027-06-21',
        end_date: '2027-06-24',
        description: 'Mornings (Ages 8 to 10)',
      },
      clinic: { id: event.id, name: 'Summer Mornings', price: 180, type: 'clinic' },
      transaction: { transaction_id: 'k3x9v2qd' },
    },
  ])
})
