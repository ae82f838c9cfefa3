import { once } from 'node:events'
import { createServer, request as passOn } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { charges } from '#payments/payments.tables.ts'
import { mostPriceCents } from '#platform/format/money.ts'
import { tries } from '#platform/http/tries.tables.ts'
import { anAccount, aSession } from '../../../test/builders/builders.ts'
import { aBuyingFamily, pays } from '../../../test/builders/buying-family.ts'
import { limits } from '../../../test/builders/limits.ts'
import { paidPlaces } from '../../../test/builders/money/paid-places.ts'
import { tried } from '../../../test/builders/tried.ts'
import { readGatewayBooks } from '../../../test/gateway/gateway-books.ts'
import { test } from '../../../test/harness/database.ts'

test('get card client token answers a token of the gateway for one’s own user id only P7.20 P7.21', async ({
  db,
  gateway,
}) => {
  const { id, call } = await aBuyingFamily(db, gateway.settings)
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

test('a card form costs two calls to the gateway the first time and one each time after, and one that is taken for the first opens too', async ({
  db,
  gateway,
}) => {
  const { url, asked } = await watched(gateway.settings.GATEWAY_URL)
  const family = await aBuyingFamily(db, { ...gateway.settings, GATEWAY_URL: url })
  const opensForm = async () => {
    asked.length = 0
    expect(await family.call('/get-card-client-token', { userId: family.id })).toMatchObject({ status: 200 })
    return [...asked]
  }

  expect(await opensForm()).toEqual(['POST customers', 'POST client_token'])
  expect(await opensForm()).toEqual(['POST client_token'])

  await db.delete(tries)
  expect(await opensForm(), 'known already').toEqual(['POST customers', 'POST client_token'])

  await pays(family)
  await db.delete(tries)
  expect(await opensForm(), 'after a payment').toEqual(['POST client_token'])
})

/** A way to the gateway that tells what was asked of it. */
async function watched(gatewayUrl: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { method, headers, url } = request
    asked.push(`${method} ${url?.split('/').slice(3).join('/')}`)
    const passedOn = passOn(`${gatewayUrl}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passedOn)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

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

test('whoever tries card after card is stopped before the gateway is asked', async ({ db, gateway }) => {
  const { id, call, item } = await aBuyingFamily(db, gateway.settings)
  const { answer } = await call('/process-all-cart-items', { cart: [item], payment: 'card' })
  await tried(db, `pay:${id}`, { tries: 30, minutes: 60 })
  const payment = { ...answer.transaction_request, payment_method_nonce: 'fake-valid-nonce' }

  expect(await call('/post-transaction', payment)).toMatchObject({
    status: 429,
    answer: { code: 'too-many-tries' },
  })
  expect(await db.$count(charges)).toBe(0)

  await db.delete(tries)
  expect(await call('/post-transaction', payment)).toMatchObject({ status: 200 })
})

test('post transaction takes the payment request and answers success and transction_id P3.35 P7.11 P7.12', async ({
  db,
  gateway,
}) => {
  const family = await aBuyingFamily(db, gateway.settings)
  expect((await family.call('/post-transaction', { device_data: 7 })).answer.fields).toEqual({
    device_data: 'device_data must be a text.',
    payment_method_nonce: 'payment_method_nonce is missing.',
    total_amount: 'total_amount is missing.',
    user_id: 'user_id is missing.',
  })

  const { paid } = await pays(family)

  const [charge] = await db.select().from(charges)
  const row = await family.registration()
  expect(charge).toMatchObject({ state: 'accepted', amountCents: 9550 })
  expect(paid).toEqual({
    status: 200,
    answer: { success: true, transction_id: charge?.transactionId, order_id: row?.orderId },
  })
  expect(await paidPlaces(db)).toMatchObject([{ id: row?.id, way: 'card', chargeId: charge?.id }])
})

test('a family pays all it owes at once, however many places of one kind; too many are refused in words', async ({
  db,
  gateway,
}) => {
  const { id, call, item, event } = await aBuyingFamily(db, {
    ...gateway.settings,
    ...limits({ gatewayTimeoutSeconds: 2, unpaidPlaces: 100 }),
  })
  const ids: number[] = []
  for (const half of [30, 30]) {
    const cart = []
    for (let place = 0; place < half; place += 1) {
      const session = await aSession(db, { eventId: event.id })
      cart.push({ ...item, eventSession: { id: session.id } })
    }
    const { answer } = await call('/process-all-cart-items', { cart, payment: 'later' })
    ids.push(...answer.transaction_request.registered_clinics)
  }
  const request = { user_id: id, total_amount: 60 * 95.5, payment_method_nonce: 'fake-valid-nonce' }

  const strange = ids.map((place) => place + 1_000_000)
  const many = Array.from({ length: 500 }, (_, index) => index + 1)
  const three = { registered_clinics: many, registered_lessons: many.map((place) => place + 500) }
  expect(
    await call('/post-transaction', { ...request, ...three, registered_leagues: strange }),
  ).toMatchObject({
    status: 400,
    answer: { message: 'At most 1,000 places can be paid at once. Pay for some of them first.' },
  })

  const paid = await call('/post-transaction', { ...request, registered_clinics: ids })

  expect(paid).toMatchObject({ status: 200, answer: { success: true } })
  const [charge] = await db.select().from(charges)
  expect(await readGatewayBooks(String(gateway.settings.GATEWAY_URL), charge?.id)).toMatchObject([
    { cents: 573_000 },
  ])
  const all = await paidPlaces(db)
  expect(all.filter(({ way, chargeId }) => way === 'card' && chargeId === charge?.id)).toHaveLength(60)
})

test('the highest price that a season can have is charged', async ({ db, gateway }) => {
  const family = await aBuyingFamily(db, gateway.settings, 'clinic', 'parent', mostPriceCents / 100)

  expect((await pays(family)).paid).toMatchObject({ status: 200, answer: { success: true } })

  const [charge] = await db.select().from(charges)
  expect(await readGatewayBooks(String(gateway.settings.GATEWAY_URL), charge?.id)).toMatchObject([
    { type: 'sale', cents: mostPriceCents },
  ])
})

test('a refused card is answered 402 with the sentence to show, and the place is free again', async ({
  db,
  gateway,
}) => {
  const { call, item, taken } = await aBuyingFamily(db, gateway.settings)
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

test('parent and player accounts alike check out, pay and unregister P6.15 P6.16 P6.17', async ({
  db,
  gateway,
}) => {
  for (const account of ['parent', 'player'] as const) {
    const family = await aBuyingFamily(db, gateway.settings, 'league', account)
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
