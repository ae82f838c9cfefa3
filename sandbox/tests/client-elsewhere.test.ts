import { expect } from 'vitest'
import { browserClient } from './support/clients.ts'
import { control } from './support/control-client.ts'
import { test as base } from './support/fixtures.ts'

type Browser = Awaited<ReturnType<typeof browserClient>>
const addresses = { returnUrl: 'https://shop.example/back', cancelUrl: 'https://shop.example/away' }
const askVenmo = `mutation($input: CreateVenmoPaymentContextInput!) {
  createVenmoPaymentContext(input: $input) { venmoPaymentContext { id } }
}`

/** The shopper's actions at the bank, in the Venmo app, at PayPal. */
const test = base.extend('elsewhere', ({ sandbox }) => ({
  /** Starts a payment that the bank asks about; gives its nonce and the bank's page. */
  async challenge(browser: Browser) {
    const card = { number: '4000000000002503', expirationMonth: '01', expirationYear: '2031' }
    const path = `payment_methods/${await browser.nonce(card)}/three_d_secure/lookup`
    const { paymentMethod, lookup } = (await browser.post(path, { amount: '9.00' })).body
    return { nonce: String(paymentMethod.nonce), page: String(lookup.acsUrl) }
  },
  /** Types the code that the bank has sent; gives what the bank's page hands on. */
  async confirm(page: string) {
    const { codes } = (await control(sandbox, 'GET', '/bank/integration_merchant_id')).body
    const body = new URLSearchParams({ code: codes[0].code, choice: 'confirm' })
    const answer = await (await fetch(page, { method: 'POST', body })).text()
    return /data-jwt="([^"]+)"/.exec(answer)?.[1]
  },
  async venmo(browser: Browser): Promise<string> {
    const input = { paymentMethodUsage: 'MULTI_USE', intent: 'CONTINUE', customerClient: 'MOBILE_WEB' }
    return (await browser.graphql(askVenmo, { input })).body.data.createVenmoPaymentContext
      .venmoPaymentContext.id
  },
  approveVenmo: (id: string) => control(sandbox, 'PUT', `/venmo/${id}`, { status: 'APPROVED' }),
  async approvedAgreement(browser: Browser): Promise<string> {
    const { agreementSetup } = (await browser.post('paypal_hermes/setup_billing_agreement', addresses)).body
    const body = new URLSearchParams({ choice: 'approve' })
    await fetch(agreementSetup.approvalUrl, { method: 'POST', body, redirect: 'manual' })
    return agreementSetup.tokenId
  },
}))

const payByAgreement = (browser: Browser, billingAgreementToken: string) =>
  browser.post('payment_methods/paypal_accounts', { paypalAccount: { billingAgreementToken } })

test('what a shopper has begun at the bank, at Venmo and at PayPal goes on after a crash', async ({
  sandbox,
  merchant,
  elsewhere,
}) => {
  const browser = await browserClient(sandbox, merchant)
  const { nonce, page } = await elsewhere.challenge(browser)
  const context = await elsewhere.venmo(browser)
  const agreement = await elsewhere.approvedAgreement(browser)

  await sandbox.crash()

  const jwt = await elsewhere.confirm(page)
  const authenticated = await browser.post(`payment_methods/${nonce}/three_d_secure/authenticate_from_jwt`, {
    jwt,
  })
  const sold = await merchant.transaction.sale({
    amount: '9.00',
    paymentMethodNonce: authenticated.body.paymentMethod.nonce,
  })
  expect(sold.transaction.threeDSecureInfo).toMatchObject({ status: 'authenticate_successful' })
  const { paymentMethodNonce } = (await elsewhere.approveVenmo(context)).body
  expect((await merchant.transaction.sale({ amount: '9.00', paymentMethodNonce })).success).toBe(true)
  expect((await payByAgreement(browser, agreement)).status).toBe(201)
})

test('of twenty equal answers at once one counts, whether of the bank, of Venmo or of PayPal', async ({
  sandbox,
  merchant,
  elsewhere,
}) => {
  const browser = await browserClient(sandbox, merchant)
  const twenty = async (call: () => Promise<{ status: number }>, good: number) => {
    const answers = await Promise.all(Array.from({ length: 20 }, call))
    return answers.filter(({ status }) => status === good).length
  }
  const { nonce, page } = await elsewhere.challenge(browser)
  const jwt = await elsewhere.confirm(page)
  const context = await elsewhere.venmo(browser)
  const agreement = await elsewhere.approvedAgreement(browser)

  const path = `payment_methods/${nonce}/three_d_secure/authenticate_from_jwt`
  expect(await twenty(() => browser.post(path, { jwt }), 201)).toBe(1)
  expect(await twenty(() => elsewhere.approveVenmo(context), 200)).toBe(1)
  expect(await twenty(() => payByAgreement(browser, agreement), 201)).toBe(1)
})

test('neither codes of the bank nor a card’s number are in the answers to a page', async ({
  sandbox,
  merchant,
  elsewhere,
}) => {
  const browser = await browserClient(sandbox, merchant)
  const { nonce, page } = await elsewhere.challenge(browser)
  const { codes } = (await control(sandbox, 'GET', '/bank/integration_merchant_id')).body

  const seen = [await (await fetch(page)).text(), (await browser.get(`payment_method_nonces/${nonce}`)).body]

  expect(JSON.stringify(seen)).not.toContain(codes[0].code)
  expect(await sandbox.stored()).not.toContain('4000000000002503')
})
