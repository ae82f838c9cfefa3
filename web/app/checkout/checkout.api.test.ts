import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { addDays } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aBuyingFamily } from '../../test/builders/buying-family.ts'
import { limits } from '../../test/builders/limits.ts'
import { test } from '../../test/harness/database.ts'

const kinds = ['clinic', 'lesson', 'league', 'tournament'] as const

test('whoever checks out cart after cart is stopped for a while, also where they are refused', async ({
  db,
}) => {
  const { call, item } = await aBuyingFamily(db, limits({ cartsPerHour: 3 }))
  const cheaper = { ...item, event: { ...item.event, price: 1 } }
  const statuses: number[] = []
  for (const request of [item, cheaper, item, item])
    statuses.push((await call('/process-all-cart-items', { cart: [request], payment: 'card' })).status)

  expect(statuses).toEqual([200, 409, 200, 429])
})

test('process all cart items takes the cart and answers the request to pay it, by kind P3.36 P7.23', async ({
  db,
  gateway,
}) => {
  for (const kind of kinds) {
    const { id, call, item, registration } = await aBuyingFamily(db, gateway.settings, kind)

    const { status, answer } = await call('/process-all-cart-items', { cart: [item], payment: 'card' })

    const row = await registration()
    const lists = {
      registered_clinics: [],
      registered_lessons: [],
      registered_leagues: [],
      registered_tournaments: [],
    }
    expect([status, answer]).toEqual([
      200,
      {
        success: true,
        order_id: row?.orderId,
        transaction_request: {
          user_id: id,
          total_amount: 95.5,
          ...lists,
          [`registered_${kind}s`]: [row?.id],
        },
        held_seconds: 900,
      },
    ])
    expect(row?.heldUntil).toBeInstanceOf(Date)
  }
})

test('what this browser sent and became an order is answered with it, a hold with how long it is kept, another’s key with neither', async ({
  db,
  gateway,
}) => {
  const { call, item, pip } = await aBuyingFamily(db, gateway.settings)
  const sent = crypto.randomUUID()
  const cart = [{ ...item, sent }]
  const check = async (change: object = {}) =>
    (await call('/check-all-cart-items', { cart: [{ ...cart[0], ...change }] })).answer.cart[0]
  const { answer } = await call(
    '/process-all-cart-items',
    { cart, payment: 'card' },
    {
      headers: { 'Idempotency-Key': sent },
    },
  )
  expect(await check()).toEqual({ ...cart[0], held_seconds: 900 })

  await call('/post-transaction', { ...answer.transaction_request, payment_method_nonce: 'fake-valid-nonce' })

  const order = { id: answer.order_id, is_open: false }
  expect(await check()).toMatchObject({ hasError: true, order })
  const flagged = await check({ sent: crypto.randomUUID() })
  expect(flagged).toMatchObject({ error: `${pip.firstName} is already registered for this session.` })
  expect(flagged.order ?? flagged.held_seconds).toBeUndefined()
  const { id: chargeId } = orNotFound((await db.select().from(charges))[0])
  const isOpen = { heldUntil: new Date(), chargeId, chargeCents: 9550 }
  await db.update(registrations).set(isOpen).where(eq(registrations.personId, pip.id))
  expect(await check()).toMatchObject({ hasError: true, order: { ...order, is_open: true } })
})

test('a hold that is being paid is answered without how long it is kept', async ({ db, gateway }) => {
  const { id, call, item } = await aBuyingFamily(db, gateway.settings)
  await call('/process-all-cart-items', { cart: [item], payment: 'card' })
  const pending = { accountId: id, idempotencyKey: crypto.randomUUID(), amountCents: 9550 }
  const [charge] = await db.insert(charges).values(pending).returning()
  await db.update(registrations).set({ chargeId: orNotFound(charge).id, chargeCents: 9550 })

  const { answer } = await call('/check-all-cart-items', { cart: [item] })

  expect(answer.cart).toEqual([
    { ...item, hasError: true, error: expect.any(String), error_code: 'being-paid' },
  ])
})

test('an item that has become dearer is answered with the price of now', async ({ db, gateway }) => {
  const { call, item, session } = await aBuyingFamily(db, gateway.settings)
  const cart = [{ ...item, event: { ...item.event, price: 80 } }]
  const check = async () => (await call('/check-all-cart-items', { cart })).answer.cart[0]

  expect(await check()).toMatchObject({
    event: { price: 80 },
    error: 'The price has changed from $80.00 to $95.50.',
    price_now: 95.5,
  })

  await db.update(sessions).set({ isActive: false }).where(eq(sessions.id, session.id))
  const gone = await check()
  expect(gone.error).toBe('This session is no longer offered.')
  expect(gone.price_now, 'a price that nobody can take').toBeUndefined()
})

test('a session that was changed since it was chosen is flagged and not registered for, until it is taken as it is now or is as it was', async ({
  db,
}) => {
  const { call, item, session, registration } = await aBuyingFamily(db, {})
  const { id, startsOn: start_date, endsOn: end_date, description } = session
  const cart = [{ ...item, eventSession: { id, start_date, end_date, description } }]
  const set = (change: Partial<typeof session>) => db.update(sessions).set(change).where(eq(sessions.id, id))

  for (const change of [
    { startsOn: addDays(start_date, -1) },
    { endsOn: addDays(end_date, 1) },
    { description: 'In the afternoon' },
  ]) {
    await set(change)
    const [flagged] = (await call('/check-all-cart-items', { cart })).answer.cart
    expect(flagged).toMatchObject({ hasError: true, error_code: 'session-changed' })
    expect(await call('/process-all-cart-items', { cart })).toMatchObject({
      status: 409,
      answer: { code: 'cart-changed', problems: [flagged.error] },
    })
    const asItIsNow = [{ ...cart[0], eventSession: { ...cart[0]?.eventSession, ...flagged.session_now } }]
    expect((await call('/check-all-cart-items', { cart: asItIsNow })).answer.cart).toEqual(asItIsNow)
    await set(session)
  }
  expect(await registration()).toBeUndefined()

  expect(await call('/process-all-cart-items', { cart })).toMatchObject({ status: 200 })
})

test('without a word about payment, processing the cart registers at once and charges nothing P7.22', async ({
  db,
  gateway,
}) => {
  const { call, item, registration } = await aBuyingFamily(db, gateway.settings)

  expect(await call('/process-all-cart-items', { cart: [item] })).toMatchObject({ status: 200 })

  expect(await registration()).toMatchObject({ heldUntil: null, dueCents: 9550, chargeId: null })
  expect(await db.$count(charges)).toBe(0)
})

test('remove registration sessions takes the items and gives their holds back P7.24', async ({
  db,
  gateway,
}) => {
  const { call, item, taken } = await aBuyingFamily(db, gateway.settings)
  await call('/process-all-cart-items', { cart: [item], payment: 'card' })
  expect(await taken()).toBe(1)

  const { answer } = await call('/remove-registration-sessions', { items: [item] })

  expect(answer).toEqual({ success: true, removed: 1 })
  expect(await taken()).toBe(0)
})

test('check registered answers a flag and a message; check all cart items flags the item P3.17 P7.26 P7.27', async ({
  db,
  gateway,
}) => {
  const { call, item } = await aBuyingFamily(db, gateway.settings)
  expect((await call('/check-registered', item)).answer).toEqual({ registered: false, message: '' })
  expect((await call('/check-all-cart-items', { cart: [item] })).answer).toEqual({ cart: [item] })

  await call('/process-all-cart-items', { cart: [item] })

  const message = 'Pip is already registered for this session.'
  expect((await call('/check-registered', item)).answer).toEqual({ registered: true, message })
  expect((await call('/check-all-cart-items', { cart: [item] })).answer).toEqual({
    cart: [{ ...item, hasError: true, error: message, error_code: 'already-registered' }],
  })
})
