import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Kind } from '#events/events.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { countTry } from '#platform/rate-limit.server.ts'
import { tries } from '#platform/tries.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent } from '../../test/builders.ts'
import { aBuyingFamily, pays } from '../../test/buying-family.ts'
import { test } from '../../test/database.ts'
import type { Gateway } from '../../test/world.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const kinds = ['clinic', 'lesson', 'league', 'tournament'] as const

const aFamily = (db: Db, kind?: Kind, account?: 'parent' | 'player') =>
  aBuyingFamily(db, gateway.settings, kind, account)

const rowOf = async (db: Db, personId: string) =>
  (await db.select().from(registrations).where(eq(registrations.personId, personId)))[0]

test('get card client token answers a token of the gateway for one’s own user id only P7.20 P7.21', async ({
  db,
}) => {
  const { id, call } = await aFamily(db)
  const other = await anAccount(db)

  const { status, answer } = await call('/get-card-client-token', { userId: id })

  expect(status).toBe(200)
  const token = JSON.parse(Buffer.from(answer.client_token, 'base64').toString())
  expect(token).toMatchObject({
    authorizationFingerprint: expect.any(String),
    clientApiUrl: expect.any(String),
  })
  expect(await call('/get-card-client-token', { userId: other.id })).toMatchObject({
    status: 403,
    answer: { code: 'not-yours' },
  })
})

test('without the gateway the token’s call says that the card company is away, and when to try again', async ({
  db,
}) => {
  const { id, call } = await aBuyingFamily(db, { GATEWAY_URL: 'http://127.0.0.1:9' })

  expect(await call('/get-card-client-token', { userId: id })).toMatchObject({
    status: 503,
    answer: {
      success: false,
      code: 'gateway-away',
      message: 'We could not reach the card company. Wait a minute, then try again.',
    },
  })
})

test('whoever tries card after card is stopped before the gateway is asked', async ({ db }) => {
  const { id, call, item } = await aFamily(db)
  const { answer } = await call('/process-all-cart-items', { cart: [item], payment: 'card' })
  for (let times = 0; times < 30; times++) await countTry(db, `pay:${id}`, { tries: 30, minutes: 60 })
  const payment = { ...answer.transaction_request, payment_method_nonce: 'fake-valid-nonce' }

  expect(await call('/post-transaction', payment)).toMatchObject({
    status: 429,
    answer: { code: 'too-many-tries' },
  })
  expect(await db.$count(charges)).toBe(0)

  await db.delete(tries)
  expect(await call('/post-transaction', payment)).toMatchObject({ status: 200 })
})

test('whoever checks out cart after cart is stopped for a while', async ({ db }) => {
  const { call, item } = await aBuyingFamily(db, { CARTS_PER_HOUR: '2' })
  const statuses: number[] = []
  for (let times = 0; times < 3; times++)
    statuses.push((await call('/process-all-cart-items', { cart: [item], payment: 'card' })).status)

  expect(statuses).toEqual([200, 200, 429])
})

test('process all cart items takes the cart and answers the request to pay it, by kind P3.36 P7.23', async ({
  db,
}) => {
  for (const kind of kinds) {
    const { id, call, item, pip } = await aFamily(db, kind)

    const { status, answer } = await call('/process-all-cart-items', { cart: [item], payment: 'card' })

    const row = await rowOf(db, pip.id)
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
}) => {
  const { call, item, pip } = await aFamily(db)
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
  await db
    .update(registrations)
    .set({ paidAt: null, paidBy: null, heldUntil: new Date() })
    .where(eq(registrations.personId, pip.id))
  expect(await check()).toMatchObject({ hasError: true, order: { ...order, is_open: true } })
})

test('an item that has become dearer is answered with the price of now', async ({ db }) => {
  const { call, item } = await aFamily(db)
  const cart = [{ ...item, event: { ...item.event, price: 80 } }]

  expect((await call('/check-all-cart-items', { cart })).answer.cart[0]).toMatchObject({
    event: { price: 80 },
    error: 'The price has changed from $80.00 to $95.50.',
    price_now: 95.5,
  })
})

test('without a word about payment, processing the cart registers at once and charges nothing P7.22', async ({
  db,
}) => {
  const { call, item, pip } = await aFamily(db)

  expect(await call('/process-all-cart-items', { cart: [item] })).toMatchObject({ status: 200 })

  expect(await rowOf(db, pip.id)).toMatchObject({ heldUntil: null, paidAt: null, chargeId: null })
  expect(await db.$count(charges)).toBe(0)
})

test('post transaction takes the payment request and answers success and transction_id P3.35 P7.11 P7.12', async ({
  db,
}) => {
  const family = await aFamily(db)
  expect((await family.call('/post-transaction', { device_data: 7 })).answer.fields).toEqual({
    device_data: 'device_data must be a text.',
    payment_method_nonce: 'payment_method_nonce is missing.',
    total_amount: 'total_amount is missing.',
    user_id: 'user_id is missing.',
  })

  const { paid } = await pays(family)

  const [charge] = await db.select().from(charges)
  const row = await rowOf(db, family.pip.id)
  expect(charge).toMatchObject({ state: 'accepted', amountCents: 9550 })
  expect(paid).toEqual({
    status: 200,
    answer: { success: true, transction_id: charge?.transactionId, order_id: row?.orderId },
  })
  expect(row).toMatchObject({ paidBy: 'card', chargeId: charge?.id })
})

test('a refused card is answered 402 with the sentence to show, and the place is free again', async ({
  db,
}) => {
  const { call, item, taken } = await aFamily(db)
  const processed = await call('/process-all-cart-items', { cart: [item], payment: 'card' })
  const request = processed.answer.transaction_request

  const refused = { ...request, payment_method_nonce: 'fake-processor-declined-visa-nonce' }
  expect(await call('/post-transaction', refused)).toEqual({
    status: 402,
    answer: {
      success: false,
      code: 'declined',
      message: 'We encountered an error processing your payment. Please try again or contact support.',
    },
  })
  expect(await taken()).toBe(0)
})

test('refund transaction gives the money of each kind back and says how much P3.37 P3.38 P7.13 P7.14', async ({
  db,
}) => {
  for (const kind of kinds) {
    const family = await aFamily(db, kind)
    const { paid } = await pays(family)
    const row = await rowOf(db, family.pip.id)
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

test('a refund must name the person, the kind and the transaction of the registration', async ({ db }) => {
  const family = await aFamily(db)
  const { paid } = await pays(family)
  const r_id = (await rowOf(db, family.pip.id))?.id
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
  expect(await rowOf(db, family.pip.id)).toMatchObject({ removedAt: null, paidBy: 'card' })

  const unpaid = await aFamily(db)
  await unpaid.call('/process-all-cart-items', { cart: [unpaid.item] })
  const row = await rowOf(db, unpaid.pip.id)
  const body = { ...right, person_id: unpaid.pip.id, r_id: row?.id }
  expect((await unpaid.call('/refund-transaction', body)).status).toBe(404)
  expect(await unpaid.taken(), 'nothing was paid by card, and the place is kept').toBe(1)
})

test('remove register session unregisters from the named event and session of each kind P7.15 P7.16', async ({
  db,
}) => {
  const other = await anEvent(db)
  for (const [kind, eventKind] of [
    ['register-leagues', 'league'],
    ['register-lessons', 'lesson'],
    ['register-clinics', 'clinic'],
    ['register-tournaments', 'tournament'],
  ] as const) {
    const { call, item, pip, event, session, taken } = await aFamily(db, eventKind)
    await call('/process-all-cart-items', { cart: [item] })
    const right = { kind, personId: pip.id, eventId: event.id, sessionId: session.id }
    const otherKind = kind === 'register-clinics' ? 'register-leagues' : 'register-clinics'
    for (const wrong of [{ eventId: other.id }, { kind: otherKind }, { sessionId: session.id + 1000 }])
      expect((await call('/remove-register-session', { ...right, ...wrong })).status).toBe(404)
    expect(await taken()).toBe(1)

    expect(await call('/remove-register-session', right)).toEqual({ status: 200, answer: { success: true } })
    expect(await taken()).toBe(0)
  }
})

test('remove registration sessions takes the items and gives their holds back P7.24', async ({ db }) => {
  const { call, item, taken } = await aFamily(db)
  await call('/process-all-cart-items', { cart: [item], payment: 'card' })
  expect(await taken()).toBe(1)

  const { answer } = await call('/remove-registration-sessions', { items: [item] })

  expect(answer).toEqual({ success: true, removed: 1 })
  expect(await taken()).toBe(0)
})

test('check registered answers a flag and a message; check all cart items flags the item P3.17 P7.26 P7.27', async ({
  db,
}) => {
  const { call, item } = await aFamily(db)
  expect((await call('/check-registered', item)).answer).toEqual({ registered: false, message: '' })
  expect((await call('/check-all-cart-items', { cart: [item] })).answer).toEqual({ cart: [item] })

  await call('/process-all-cart-items', { cart: [item] })

  const message = 'Pip is already registered for this session.'
  expect((await call('/check-registered', item)).answer).toEqual({ registered: true, message })
  expect((await call('/check-all-cart-items', { cart: [item] })).answer).toEqual({
    cart: [{ ...item, hasError: true, error: message, error_code: 'already-registered' }],
  })
})

test('parent and player accounts alike check out, pay and unregister P6.15 P6.16 P6.17', async ({ db }) => {
  for (const account of ['parent', 'player'] as const) {
    const family = await aFamily(db, 'league', account)
    const { paid } = await pays(family)
    expect(paid.answer.success).toBe(true)
    const { pip, event, session, call, taken } = family
    const place = { personId: pip.id, eventId: event.id, sessionId: session.id }
    expect(await call('/remove-register-session', { kind: 'register-leagues', ...place })).toMatchObject({
      status: 200,
    })
    expect(await taken()).toBe(0)
  }
})

test('with everything known, somebody else can neither see nor change a family’s people and places', async ({
  db,
}) => {
  const family = await aFamily(db)
  const { id, pip, event, session, item } = family
  const { request, paid } = await pays(family)
  const held = await aFamily(db)
  const hold = (await held.call('/process-all-cart-items', { cart: [held.item], payment: 'card' })).answer
  const stranger = await aFamily(db)
  const everything = async () => [
    await db.select().from(people).orderBy(people.id),
    await db.select().from(registrations).orderBy(registrations.id),
    await db.select().from(charges).orderBy(charges.id),
  ]
  const before = await everything()
  const nonce = { payment_method_nonce: 'fake-valid-nonce' }
  const r_id = (await rowOf(db, pip.id))?.id
  const place = { personId: pip.id, eventId: event.id, sessionId: session.id }
  const person = { id: pip.id, first_name: 'Mine', last_name: 'Now', phone: '' }

  for (const [path, body, status] of [
    ['/get-card-client-token', { userId: id }, 403],
    ['/check-registered', item, 404],
    ['/process-all-cart-items', { cart: [item] }, 409],
    ['/post-transaction', { ...hold.transaction_request, ...nonce }, 403],
    ['/post-transaction', { ...hold.transaction_request, ...nonce, user_id: stranger.id }, 409],
    ['/post-transaction', { ...request, ...nonce, user_id: stranger.id }, 409],
    [
      '/refund-transaction',
      { transaction_id: paid.answer.transction_id, person_id: pip.id, r_id, register_type: 'clinic' },
      404,
    ],
    ['/remove-register-session', { kind: 'register-clinics', ...place }, 404],
    ['/update-person', person, 404],
    ['/delete-person', person, 404],
  ] as const)
    expect(await stranger.call(path, body), path).toMatchObject({ status, answer: { success: false } })
  expect(
    (await stranger.call('/remove-registration-sessions', { items: [held.item, item] })).answer.removed,
  ).toBe(0)
  const checked = await stranger.call('/check-all-cart-items', { cart: [item] })
  expect(checked.answer.cart[0].error).toBe('This player is no longer in your family.')
  expect(JSON.stringify(await stranger.call('/refresh-user'))).not.toContain(pip.id)

  expect(await everything()).toEqual(before)
})
