import { expect } from 'vitest'
import { orNotFound } from '#platform/refusal.ts'
import { anEvent } from '../../test/builders/builders.ts'
import { aBuyingFamily, pays } from '../../test/builders/buying-family.ts'
import { paidPlaces, payByCheck } from '../../test/builders/money/paid-places.ts'
import { test } from '../../test/harness/database.ts'

const kinds = ['clinic', 'lesson', 'league', 'tournament'] as const

test('refund transaction gives the money of each kind back and says how much P3.37 P3.38 P7.13 P7.14', async ({
  db,
  gateway,
}) => {
  for (const kind of kinds) {
    const family = await aBuyingFamily(db, gateway.settings, kind)
    const { paid } = await pays(family)
    const row = await family.registration()
    const body = {
      transaction_id: paid.answer.transction_id,
      person_id: family.pip.id,
      r_id: row?.id,
      register_type: kind,
    }

    expect(await family.call('/refund-transaction', body)).toEqual({
      status: 200,
      answer: {
        success: true,
        refund_amount: 95.5,
        refund_transaction_id: expect.stringMatching(/^\w+$/),
        state: 'refunded',
      },
    })
    expect(await family.taken()).toBe(0)
  }
})

test('a refund must name the person, the kind and the transaction of the registration', async ({
  db,
  gateway,
}) => {
  const family = await aBuyingFamily(db, gateway.settings)
  const { paid } = await pays(family)
  const r_id = (await family.registration())?.id
  const right = {
    transaction_id: paid.answer.transction_id,
    person_id: family.pip.id,
    r_id,
    register_type: 'clinic',
  }

  for (const wrong of [
    { transaction_id: 'another1' },
    { person_id: family.id },
    { register_type: 'league' },
    { r_id: 2_000_000_000 },
  ])
    expect((await family.call('/refund-transaction', { ...right, ...wrong })).status).toBe(404)
  expect(await family.registration()).toMatchObject({ removedAt: null, dueCents: 0 })
  expect(await paidPlaces(db)).toMatchObject([{ id: r_id, way: 'card', isGivenUp: false }])

  const unpaid = await aBuyingFamily(db, gateway.settings)
  await unpaid.call('/process-all-cart-items', { cart: [unpaid.item] })
  const row = await unpaid.registration()
  const body = { ...right, person_id: unpaid.pip.id, r_id: row?.id }
  expect((await unpaid.call('/refund-transaction', body)).status).toBe(404)
  expect(await unpaid.taken(), 'nothing was paid by card, and the place is kept').toBe(1)
})

test('remove register session unregisters from the named event and session of each kind P7.15 P7.16', async ({
  db,
  gateway,
}) => {
  const other = await anEvent(db)
  for (const [kind, eventKind] of [
    ['register-leagues', 'league'],
    ['register-lessons', 'lesson'],
    ['register-clinics', 'clinic'],
    ['register-tournaments', 'tournament'],
  ] as const) {
    const { call, item, pip, event, session, taken } = await aBuyingFamily(db, gateway.settings, eventKind)
    await call('/process-all-cart-items', { cart: [item] })
    const right = { kind, personId: pip.id, eventId: event.id, sessionId: session.id }
    const otherKind = kind === 'register-clinics' ? 'register-leagues' : 'register-clinics'
    for (const wrong of [{ eventId: other.id }, { kind: otherKind }, { sessionId: session.id + 1000 }])
      expect((await call('/remove-register-session', { ...right, ...wrong })).status).toBe(404)
    expect(await taken()).toBe(1)

    const removed = { success: true, state: 'removed', refund_amount: 0, refund_transaction_id: null }
    for (const press of ['first', 'again, since the answer was lost'])
      expect(await call('/remove-register-session', right), press).toEqual({ status: 200, answer: removed })
    expect(await taken()).toBe(0)
  }
})

test('remove register session tells what goes back of a place that was paid meanwhile, by card or by check, and tells it again P4.24 P4.25', async ({
  db,
  gateway,
}) => {
  const byCard = await aBuyingFamily(db, gateway.settings)
  const { paid } = await pays(byCard)
  const byCheck = await aBuyingFamily(db, gateway.settings)
  await byCheck.call('/process-all-cart-items', { cart: [byCheck.item] })
  const { id: registrationId, familyId } = orNotFound(await byCheck.registration())
  const payer = { accountId: byCheck.id, familyId: orNotFound(familyId) }
  await payByCheck(db, payer, [registrationId], 9550)

  const answers = []
  for (const { call, pip, event, session } of [byCard, byCheck]) {
    const place = { personId: pip.id, eventId: event.id, sessionId: session.id }
    const press = async () =>
      (await call('/remove-register-session', { kind: 'register-clinics', ...place })).answer
    const first = await press()
    expect(await press()).toEqual(first)
    answers.push(first)
  }

  expect(answers).toEqual([
    {
      success: true,
      state: 'refunded',
      refund_amount: 95.5,
      refund_transaction_id: paid.answer.transction_id,
    },
    { success: true, state: 'owed', refund_amount: 95.5, refund_transaction_id: null },
  ])
})
