import type { Page } from '@playwright/test'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { expect, sandbox } from '../support/fixtures.ts'
import { cardField } from '../support/ways-to-pay/cards.ts'
import {
  account,
  approve,
  blockFirstWindow,
  openPayPal,
  option,
  payPalButton,
  sheetError,
} from '../support/ways-to-pay/paypal.ts'
import { merchantAt } from '../support/widget/merchant.ts'
import { create, type Merchant, openWidget, request, test } from '../support/widget/merchant-page.ts'

const merchant = merchantAt(Number(new URL(sandbox || 'http://nowhere').port))
const once = { flow: 'checkout', amount: '26.00', currency: 'USD' }

/** As on the next page with the widget. */
async function reopen(page: Page, options: object) {
  await page.evaluate(() => (window as Window & Merchant).widget?.teardown())
  await create(page, options)
}

test('a guest pays once with PayPal, also after closing its window and turning back in it (L2.15 L4.63 L8.77)', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage, { paypal: once })
  await option(page, 'PayPal').press('Enter')
  await expect(page.locator('iframe[title=PayPal]')).toBeFocused()
  await expectFitInLightAndDark(page, 'paypal sheet')
  await expect(request(page)).rejects.toThrow('No payment method is available.')
  await expect(sheetError(page)).toHaveText('Use the PayPal button to continue.')

  await (await openPayPal(page)).close()
  await expect(sheetError(page)).toHaveText('The PayPal payment was canceled.')
  const left = await openPayPal(page)
  await left.getByRole('button', { name: 'Cancel' }).click()
  const window = await openPayPal(page)
  await expect(window.getByText('asks for 26.00 USD')).toBeVisible()
  await approve(window, 'robin@example.com')

  await expect(account(page, 'robin@example.com')).toHaveAttribute('aria-pressed', 'true')
  const payload = await request(page)
  expect(payload).toMatchObject({ type: 'PayPalAccount', details: { email: 'robin@example.com' } })
  expect(payload).not.toHaveProperty('vaulted')
  const sale = await merchant.transaction.sale({ amount: '26.00', paymentMethodNonce: payload?.nonce })
  expect(sale).toMatchObject({
    success: true,
    transaction: { paypalAccount: { payerEmail: 'robin@example.com' } },
  })
})

test('a customer’s PayPal account is saved, pays again, and is deleted; a window that was blocked is told (L2.11 L8.81)', async ({
  page,
  merchantPage,
}) => {
  const { customer } = await merchant.customer.create({})
  const { clientToken: authorization } = await merchant.clientToken.generate({ customerId: customer.id })
  const options = { authorization, vaultManager: true, card: false, paypal: { flow: 'vault' } }
  await blockFirstWindow(page)
  await page.goto(merchantPage)
  await create(page, options)
  await payPalButton(page).click()
  await expect(sheetError(page)).toHaveText("We couldn't connect to PayPal. Please try again.")
  await approve(await openPayPal(page), 'robin@example.com')

  await expect(account(page, 'robin@example.com')).toBeVisible()
  expect(await request(page)).toMatchObject({ vaulted: true, details: { email: 'robin@example.com' } })
  expect(await merchant.customer.find(customer.id)).toMatchObject({
    paypalAccounts: [{ email: 'robin@example.com' }],
  })

  await reopen(page, options)
  await expect(page.getByText('Paying with PayPal')).toBeVisible()
  const again = await request(page)
  const sale = await merchant.transaction.sale({ amount: '27.00', paymentMethodNonce: again?.nonce })
  expect(sale).toMatchObject({
    success: true,
    transaction: { paypalAccount: { payerEmail: 'robin@example.com' } },
  })

  await reopen(page, options)
  await page.getByRole('button', { name: 'Edit' }).click()
  await account(page, 'robin@example.com').click()
  await expect(page.getByText('Delete the PayPal account robin@example.com?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(payPalButton(page)).toBeVisible()
  expect(await merchant.customer.find(customer.id)).toMatchObject({ paypalAccounts: [] })
})

test('PayPal Credit is a way of its own, one payer is at PayPal at a time, and a new amount counts (L2.16 L8.82)', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage, { card: false, paypal: once, paypalCredit: { ...once, commit: true } })
  await expectFitInLightAndDark(page, 'paypal chooser')
  await page.evaluate(() =>
    (window as Window & Merchant).widget?.updateConfiguration('paypalCredit', 'amount', '28.00'),
  )
  await option(page, 'PayPal Credit').click()
  const sheet = page.getByRole('group', { name: 'PayPal Credit', exact: true })
  await expect(sheet.locator('.braintree-sheet__header')).toHaveText('PayPal Credit')
  const paypal = await openPayPal(page, 'PayPal Credit')
  await payPalButton(page, 'PayPal Credit').click()
  await expect(sheetError(page)).toHaveText('A PayPal authorization is already in progress.')
  await page.getByRole('button', { name: 'Choose another way to pay' }).click()
  await option(page, 'PayPal').click()
  await payPalButton(page).click()
  await expect(sheetError(page)).toHaveText('A PayPal authorization is already in progress.')

  await paypal.getByLabel('Email').fill('robin@example.com')
  await paypal.getByRole('button', { name: 'Log in' }).click()
  await expect(paypal.getByText('asks for 28.00 USD')).toBeVisible()
  await paypal.getByLabel('Pay over time with PayPal Credit').check()
  await paypal.getByRole('button', { name: 'Pay Now' }).click()
  await expect(account(page, 'robin@example.com')).toBeVisible()
  const payload = await request(page)
  const sale = await merchant.transaction.sale({ amount: '28.00', paymentMethodNonce: payload?.nonce })
  expect(sale.success).toBe(true)
})

test('without PayPal’s script its row is disabled and the card still pays; the next creation tries again (L2.27 L2.28)', async ({
  page,
  merchantPage,
}) => {
  const asked: string[] = []
  page.on('request', (sent) => asked.push(sent.url()))
  await page.addInitScript(keepErrors)
  await page.route('**/api/checkout.min.js', (route) => route.abort())
  const authorization = await openWidget(page, merchantPage)
  expect(asked.filter((url) => /paypal|checkout\.min/.test(url))).toEqual([])

  await reopen(page, { authorization, paypal: once })
  const row = option(page, 'PayPal')
  await expect(row).toHaveAttribute('aria-disabled', 'true')
  await expect(row).toContainText('Developer Error: Something went wrong. Check the console for details.')
  expect(await page.evaluate(() => Reflect.get(window, 'errors'))).toEqual([
    expect.stringContaining('checkout.min.js did not load.'),
  ])
  await row.dispatchEvent('click')
  await row.press('Enter')
  await expect(page.locator('.braintree-sheet--active'), 'a press on it opens nothing').toHaveCount(0)
  await option(page, 'Card').click()
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()

  await page.unroute('**/api/checkout.min.js')
  await reopen(page, { authorization, paypal: once })
  await option(page, 'PayPal').click()
  await expect(payPalButton(page)).toBeVisible()
})

test('a page that draws PayPal’s button itself gets its payment and its nonce from the part of the SDK', async ({
  page,
  merchantPage,
}) => {
  await page.goto(merchantPage)
  for (const url of ['parts/client.js', 'parts/paypal-checkout.js', `${sandbox}/api/checkout.min.js`])
    await page.addScriptTag({ url })
  const { clientToken } = await merchant.clientToken.generate({})
  await page.evaluate(drawOwnButton, clientToken)
  await approve(await openPayPal(page), 'robin@example.com')

  await expect(page).toHaveTitle(/^[\w-]{20,}$/)
  const sale = await merchant.transaction.sale({ amount: '29.00', paymentMethodNonce: await page.title() })
  expect(sale.success).toBe(true)
})

type Part<Made> = { create: (options: object) => Promise<Made> }
type OwnPage = {
  braintree: {
    client: Part<object>
    paypalCheckout: Part<{
      createPayment: (payment: object) => Promise<string>
      tokenizePayment: (approval: object) => Promise<{ nonce: string }>
    }>
  }
  paypal: { Button: { render: (options: object, place: string) => Promise<void> } }
}

/** Runs in the page: shows the nonce as its title. */
async function drawOwnButton(authorization: string) {
  const { braintree, paypal } = window as Window & Partial<OwnPage> as Window & OwnPage
  const client = await braintree.client.create({ authorization })
  const checkout = await braintree.paypalCheckout.create({ client })
  const payment = () => checkout.createPayment({ flow: 'checkout', amount: '29.00', currency: 'USD' })
  async function onAuthorize(approval: object) {
    document.title = (await checkout.tokenizePayment(approval)).nonce
  }
  await paypal.Button.render({ env: 'sandbox', payment, onAuthorize }, '#place')
}

/** What the widget tells its developer, for this test instead of the console. */
function keepErrors() {
  const errors: string[] = []
  console.error = (problem) => errors.push(String(problem))
  Object.assign(window, { errors })
}
