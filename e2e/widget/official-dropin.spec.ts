import { expect } from '@playwright/test'
import { blockFirstWindow, openPayPal, payPalButton, sheetError } from '../support/ways-to-pay/paypal.ts'
import { androidChrome } from '../support/ways-to-pay/venmo.ts'
import type { BraintreeHosts } from '../support/widget/braintree-hosts.ts'
import { test } from '../support/widget/braintree-page.ts'
import {
  codeFromBank,
  openDropin,
  readControl,
  requestPaymentMethod,
  tokenFor,
  typeCard,
} from '../support/widget/official-page.ts'

test('Braintree’s own drop-in takes a guest’s card by tokenization key, and the merchant sells the nonce', async ({
  page,
  hosts,
}) => {
  await openDropin(page, hosts, { authorization: 'sandbox_courtside_integration_merchant_id' })
  await typeCard(page, '4111111111111111')
  const { nonce, details } = await requestPaymentMethod(page)

  expect(details).toMatchObject({ cardType: 'Visa', lastFour: '1111', bin: '411111' })
  const sale = await hosts.merchant.transaction.sale({ amount: '21.00', paymentMethodNonce: nonce })
  expect(sale).toMatchObject({ success: true, transaction: { status: 'authorized', amount: '21.00' } })
})

test('Braintree’s own drop-in lists a customer’s cards, pays with one, and deletes another', async ({
  page,
  hosts,
}) => {
  const { customer } = await hosts.merchant.customer.create({ paymentMethodNonce: 'fake-valid-visa-nonce' })
  const method = { customerId: customer.id, paymentMethodNonce: 'fake-valid-mastercard-nonce' }
  const { paymentMethod } = await hosts.merchant.paymentMethod.create(method)
  await openDropin(page, hosts, await tokenFor(hosts, customer.id))
  const rows = page.getByRole('button', { name: /^Ending in/ })

  await expect(rows).toHaveText([/Ending in 1881/, /Ending in 4444/])
  await rows.filter({ hasText: '4444' }).click()
  const { nonce, vaulted } = await requestPaymentMethod(page)
  expect(vaulted).toBe(true)
  const sale = await hosts.merchant.transaction.sale({ amount: '22.00', paymentMethodNonce: nonce })
  expect(sale.transaction.creditCard).toMatchObject({ token: paymentMethod.token, last4: '4444' })

  await page.getByText('Edit', { exact: true }).click()
  await rows.filter({ hasText: '1881' }).locator('.braintree-method__delete-container').click()
  await page.locator('[data-braintree-id="delete-confirmation__yes"]').click()
  await expect(rows).toHaveText([/Ending in 4444/])
  const left = await hosts.merchant.customer.find(customer.id)
  expect(left.creditCards.map(({ last4 }) => last4)).toEqual(['4444'])
})

test('Braintree’s own drop-in saves a customer’s new card, and tells when the gateway refuses one', async ({
  page,
  hosts,
}) => {
  const { customer } = await hosts.merchant.customer.create({})
  await openDropin(page, hosts, await tokenFor(hosts, customer.id, { verifyCard: true }))

  await typeCard(page, '4000111111111115')
  await expect(requestPaymentMethod(page)).rejects.toThrow('DropinError')
  await expect(sheetError(page)).toHaveText(/check your information/)

  await typeCard(page, '5555555555554444')
  const { nonce } = await requestPaymentMethod(page)
  expect((await hosts.merchant.paymentMethodNonce.find(nonce)).details).toMatchObject({ lastFour: '4444' })
  const { creditCards } = await hosts.merchant.customer.find(customer.id)
  expect(creditCards).toMatchObject([{ last4: '4444', verifications: [{ status: 'verified' }] }])
})

test('Without its script for 3-D Secure, the drop-in shows the bank’s page in a frame of the gateway', async ({
  page,
  hosts,
}) => {
  await page.route('**/songbird.js', (route) => route.abort())
  await openDropin(page, hosts, { ...(await tokenFor(hosts)), threeDSecure: { amount: '23.00' } })
  await typeCard(page, '4000000000002503')
  const answered = requestPaymentMethod(page, { threeDSecure: { amount: '23.00' } })
  const bank = page.frameLocator('iframe[title="3D Secure Authorization Frame"]')
  await bank.getByLabel('Code that we have sent you').fill(await codeFromBank(hosts, bank))
  await bank.getByRole('button', { name: 'Confirm' }).click()

  const { nonce, liabilityShifted } = await answered
  expect(liabilityShifted).toBe(true)
  const { threeDSecureInfo } = await hosts.merchant.paymentMethodNonce.find(nonce)
  expect(threeDSecureInfo).toMatchObject({ status: 'authenticate_successful' })
})

test('Braintree’s own components read the vault and pay with Venmo once the app has approved', async ({
  browser,
  hosts,
}) => {
  const { customer } = await hosts.merchant.customer.create({ paymentMethodNonce: 'fake-valid-visa-nonce' })
  const { authorization } = await tokenFor(hosts, customer.id)
  const page = await browser.newPage({ userAgent: androidChrome })
  await page.goto(`${hosts.shop}?components`)
  const fetched = await page.evaluate(readVaultAndOpenVenmo, authorization)
  expect(fetched).toMatchObject([{ type: 'CreditCard', details: { lastFour: '1881' } }])

  await expect.poll(() => readControl(hosts, 'analytics')).toContainEqual(venmoIsReady)
  const tokenizing = page.evaluate(() => (window as Components).app?.tokenize())
  await page.waitForEvent('popup')
  await approveInVenmo(hosts)
  const paid = await tokenizing
  expect(paid).toMatchObject({ type: 'VenmoAccount', details: { username: '@robin' } })
  const payment = { amount: '24.00', paymentMethodNonce: paid?.nonce ?? '' }
  const { transaction } = await hosts.merchant.transaction.sale(payment)
  expect(transaction.venmoAccount).toMatchObject({ username: 'robin' })
  await page.context().close()
})

test('Braintree’s own Venmo component opens a window to log in, and goes on when that is approved', async ({
  page,
  hosts,
}) => {
  const { authorization } = await tokenFor(hosts)
  await page.goto(`${hosts.shop}?components`)
  await page.evaluate(openVenmoOnDesktop, authorization)
  await expect.poll(() => readControl(hosts, 'analytics')).toContainEqual(webLoginIsReady)
  const tokenizing = page.evaluate(() => (window as Components).app?.tokenize())
  const login = await page.waitForEvent('popup')
  await login.getByRole('button', { name: 'Approve' }).click()

  const paid = await tokenizing
  expect(paid).toMatchObject({ type: 'VenmoAccount', details: { username: '@venmojoe' } })
  const payment = { amount: '25.00', paymentMethodNonce: paid?.nonce }
  expect((await hosts.merchant.transaction.sale(payment)).success).toBe(true)
})

test('Braintree’s own drop-in takes a guest’s PayPal once, on credit, and tells the same device as the sale', async ({
  page,
  hosts,
}) => {
  const paypalCredit = { flow: 'checkout', amount: '26.00', currency: 'USD', commit: true }
  const authorization = 'sandbox_courtside_integration_merchant_id'
  await openDropin(page, hosts, { authorization, card: false, paypalCredit, dataCollector: true })
  const canceled = await openPayPal(page, 'PayPal Credit')
  await canceled.getByRole('button', { name: 'Cancel' }).click()
  const window = await openPayPal(page, 'PayPal Credit')
  await window.getByLabel('Email').fill('robin@example.com')
  await window.getByRole('button', { name: 'Log in' }).click()
  await expect(window.getByText('asks for 26.00 USD')).toBeVisible()
  await window.getByLabel('Pay over time with PayPal Credit').check()
  await window.getByRole('button', { name: 'Pay Now' }).click()

  await expect(page.getByText('robin@example.com')).toBeVisible()
  const { nonce, details, deviceData = '' } = await requestPaymentMethod(page)
  expect(details).toMatchObject({ email: 'robin@example.com', firstName: 'Pat' })
  const { transaction } = await hosts.merchant.transaction.sale({
    amount: '26.00',
    paymentMethodNonce: nonce,
    deviceData,
  })
  expect(transaction.paypalAccount).toMatchObject({ payerEmail: 'robin@example.com' })
  await expect
    .poll(async () => (await fetch(`${hosts.sandbox}/control/devices`)).json())
    .toMatchObject({
      sessions: [{ id: JSON.parse(deviceData).correlation_id, site: 'https://shop.example' }],
    })
})

test('Braintree’s own drop-in keeps a customer’s PayPal account, also when its window was blocked and closed before', async ({
  page,
  hosts,
}) => {
  const { customer } = await hosts.merchant.customer.create({})
  await blockFirstWindow(page)
  await openDropin(page, hosts, {
    ...(await tokenFor(hosts, customer.id)),
    card: false,
    paypal: { flow: 'vault' },
  })
  await payPalButton(page, 'PayPal').click()
  await expect(sheetError(page)).toHaveText(/Something went wrong/)
  await (await openPayPal(page, 'PayPal')).close()
  const window = await openPayPal(page, 'PayPal')
  await window.getByRole('button', { name: 'Log in' }).click()
  await window.getByRole('button', { name: 'Agree & Continue' }).click()

  await expect(page.getByText('payer@example.com')).toBeVisible()
  const { nonce, vaulted } = await requestPaymentMethod(page)
  expect(vaulted).toBe(true)
  const { paypalAccounts } = await hosts.merchant.customer.find(customer.id)
  expect(paypalAccounts).toMatchObject([{ email: 'payer@example.com' }])
  const sold = await hosts.merchant.transaction.sale({ amount: '27.00', paymentMethodNonce: nonce })
  expect(sold).toMatchObject({
    success: true,
    transaction: { paypalAccount: { payerEmail: 'payer@example.com' } },
  })
})

type Component<Made> = { create: (options: object) => Promise<Made> }
type Components = Window & {
  app?: { tokenize: () => Promise<{ nonce: string; type: string; details: object }> }
  braintree?: {
    client: Component<object>
    vaultManager: Component<{ fetchPaymentMethods: () => Promise<object[]> }>
    venmo: Component<Components['app']>
  }
}
const webLoginIsReady = { kind: 'web.venmo.mobile-payment-context.presented', count: 1 }
const venmoIsReady = { kind: 'web.venmo.manual-return.presented', count: 1 }

/** Runs in the page: gives the customer's methods, and gets ready for Venmo. */
async function readVaultAndOpenVenmo(authorization: string) {
  const shop: Components = window
  const { client, vaultManager, venmo } = shop.braintree ?? {}
  const made = { client: await client?.create({ authorization }) }
  const usage = { paymentMethodUsage: 'multi_use', requireManualReturn: true, mobileWebFallBack: true }
  shop.app = await venmo?.create({ ...made, ...usage })
  return (await vaultManager?.create(made))?.fetchPaymentMethods()
}

async function openVenmoOnDesktop(authorization: string) {
  const shop: Components = window
  const client = await shop.braintree?.client.create({ authorization })
  const usage = { paymentMethodUsage: 'multi_use', allowDesktop: true, allowDesktopWebLogin: true }
  shop.app = await shop.braintree?.venmo.create({ client, ...usage })
}

/** What the person does in the app: approves the payment that the page has asked for. */
async function approveInVenmo(hosts: BraintreeHosts) {
  const [context] = await readControl(hosts, 'venmo')
  const body = JSON.stringify({ status: 'APPROVED', payer: { userName: 'robin' } })
  const { status } = await fetch(`${hosts.sandbox}/control/venmo/${context?.id}`, { method: 'PUT', body })
  expect(status).toBe(200)
}
