import { expect } from 'vitest'
import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aBuyingFamily } from '../../../test/builders/buying-family.ts'
import { limits } from '../../../test/builders/limits.ts'
import { aDonor } from '../../../test/builders/money/donor.ts'
import { heldPlaces } from '../../../test/builders/money/held-places.ts'
import { apiClient } from '../../../test/harness/api-client.ts'
import { test } from '../../../test/harness/database.ts'
import { aLog } from '../../../test/harness/log.ts'
import { aWorld, type Gateway } from '../../../test/harness/world.ts'
import { pay } from './pay.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const visa = (end: string) => `fake-three-d-secure-visa-${end}-nonce`
const confirmed = visa('full-authentication')
const failed = visa('failed-authentication')

/** Pays for a place with this nonce, and gives the charge, the log, and the sale as the gateway has it. */
async function paysWith(db: Db, THREE_D_SECURE: string, nonce: string, priceCents = 18_000) {
  const settings = { ...gateway.settings, THREE_D_SECURE }
  const { world, visitor, payment } = await heldPlaces(db, settings, { priceCents })
  const { log, lines } = aLog()
  const charge = await pay({ ...world, log }, visitor, { ...payment, nonce })
  const [sale] = await gatewayFor(world.env).call(async (sdk) => {
    const found = []
    for await (const made of sdk.transaction.search((search) => search.orderId().is(charge.id)))
      found.push(made)
    return found
  })
  return { charge, sale, logged: lines.filter(({ msg }) => msg === 'what 3-D Secure came to') }
}

test('the charge keeps what 3-D Secure came to, as the gateway has it, and the log tells it; the sale goes on without', async ({
  db,
}) => {
  for (const [nonce, threeDSecureStatus, liabilityShifted] of [
    [confirmed, 'authenticate_successful', true],
    [failed, 'authenticate_failed', false],
  ] as const) {
    const { charge, sale, logged } = await paysWith(db, 'ask', nonce)

    const came = { liabilityShifted, liabilityShiftPossible: true }
    expect(charge).toMatchObject({ state: 'accepted', threeDSecureStatus, ...came })
    expect(sale).toMatchObject({
      status: 'submitted_for_settlement',
      threeDSecureInfo: { status: threeDSecureStatus, ...came },
    })
    expect(logged).toMatchObject([{ level: 30, charge: charge.id, threeDSecureStatus, liabilityShifted }])
  }
  const { charge, logged } = await paysWith(db, 'ask', 'fake-valid-nonce')
  expect(charge).toMatchObject({ state: 'accepted', threeDSecureStatus: null, liabilityShifted: null })
  expect(logged).toEqual([])
})

test('with "always" only a card whose bank confirmed the payer is charged; what has no bank to ask pays as it is', async ({
  db,
}) => {
  expect(await paysWith(db, 'always', confirmed)).toMatchObject({
    charge: { state: 'accepted', liabilityShifted: true },
    sale: { status: 'submitted_for_settlement' },
  })
  for (const nonce of [failed, 'fake-valid-nonce', 'fake-android-pay-visa-nonce']) {
    expect(await paysWith(db, 'always', nonce), nonce).toMatchObject({
      charge: { state: 'declined', declineReason: 'three_d_secure', declineCode: 'three_d_secure' },
      sale: { status: 'gateway_rejected', gatewayRejectionReason: 'three_d_secure' },
    })
  }
  expect(await db.$count(registrations), 'the place of the first').toBe(1)
  for (const nonce of [
    'fake-android-pay-mastercard-nonce',
    'fake-apple-pay-visa-nonce',
    'fake-paypal-one-time-nonce',
    'fake-venmo-account-nonce',
  ])
    expect((await paysWith(db, 'always', nonce)).charge.state, nonce).toBe('accepted')
})

test('a family and a donor hear that the bank did not confirm them, or wants to be asked to', async ({
  db,
}) => {
  for (const [THREE_D_SECURE, payment_method_nonce, price, reason] of [
    ['always', failed, 90, 'not-confirmed'],
    ['ask', 'fake-valid-nonce', 2099, 'to-be-confirmed'],
    ['off', 'fake-valid-nonce', 2099, undefined],
    ['ask', 'fake-valid-nonce', 2000, undefined],
  ] as const) {
    const settings = { ...gateway.settings, THREE_D_SECURE }
    const { call, item } = await aBuyingFamily(db, settings, 'clinic', 'parent', price)
    const { answer } = await call('/process-all-cart-items', { cart: [item], payment: 'card' })
    const paid = await call('/post-transaction', { ...answer.transaction_request, payment_method_nonce })
    expect(paid, `${THREE_D_SECURE} ${price}`).toMatchObject({ status: 402, answer: { code: 'declined' } })
    expect(paid.answer.reason, `${THREE_D_SECURE} ${price}`).toBe(reason)
  }

  const { world, gift } = await aDonor(db, { ...gateway.settings, THREE_D_SECURE: 'always' })
  const { amountCents: _, ...donor } = await gift({ payment_method_nonce: failed })
  const guest = await apiClient(world)
  expect(await guest('/submit-donation', { ...donor, transaction_amount: 100 })).toMatchObject({
    status: 402,
    answer: { code: 'declined', reason: 'not-confirmed' },
  })
})

test('whoever gives without an account gets a client token without a customer where banks are asked, as often as a network may open card forms', async ({
  db,
}) => {
  const settings = { ...gateway.settings, ...limits({ cardFormsPerHour: 1 }) }
  const { world } = await aDonor(db, { ...settings, THREE_D_SECURE: 'ask' })
  const guest = await apiClient(world)
  const ask = () => guest('/get-guest-client-token', {})

  const { status, answer } = await ask()

  expect(status).toBe(200)
  const token = JSON.parse(Buffer.from(answer.client_token, 'base64').toString())
  expect(token.authorizationFingerprint).not.toContain('customer_id')
  for (let times = 1; times < 10; times += 1) await ask()
  expect(await ask()).toMatchObject({ status: 429, answer: { code: 'too-many-tries' } })

  const withoutBanks = await apiClient(aWorld(db, gateway.settings))
  expect(await withoutBanks('/get-guest-client-token', {})).toMatchObject({
    status: 404,
    answer: { message: 'No bank is asked who pays here: guests pay with the public key.' },
  })
})

test('what the payment form reports of our set-up is a line of the log, a few times of one network', async ({
  db,
}) => {
  const { log, lines } = aLog()
  const call = await apiClient({ ...aWorld(db), log })
  const report = (code: string) => call('/report-form-fault', { code })

  for (let times = 0; times < 10; times += 1)
    expect(await report('THREEDS_NOT_ENABLED')).toEqual({ status: 200, answer: { success: true } })
  expect(await report('THREEDS_NOT_ENABLED')).toMatchObject({ status: 429 })
  expect(await report('anything else')).toMatchObject({ status: 400 })

  expect(lines).toHaveLength(10)
  expect(lines[0]).toMatchObject({
    level: 40,
    code: 'THREEDS_NOT_ENABLED',
    msg: 'the payment form cannot ask banks: its set-up is wrong',
  })
})
