import type { Page } from '@playwright/test'
import { expectFitInLightAndDark, expectNoViolations } from '../support/axe.ts'
import { expect, sandbox } from '../support/fixtures.ts'
import { cardField } from '../support/ways-to-pay/cards.ts'
import { option, sheetError } from '../support/ways-to-pay/paypal.ts'
import { haveApplePay, payWith, walletButton, walletSheet } from '../support/ways-to-pay/wallets.ts'
import { merchantAt } from '../support/widget/merchant.ts'
import { create, nonce, openWidget, request, teardown, test } from '../support/widget/merchant-page.ts'

const merchant = merchantAt(Number(new URL(sandbox || 'http://nowhere').port))
const applePay = {
  displayName: 'Demo club',
  paymentRequest: { total: { label: 'Demo club', amount: '26.00' } },
}
const googlePay = {
  transactionInfo: { totalPriceStatus: 'FINAL', totalPrice: '26.00', currencyCode: 'USD' },
}

async function sell(payload: Awaited<ReturnType<typeof request>>) {
  return await merchant.transaction.sale({ amount: '26.00', paymentMethodNonce: payload?.nonce })
}

/** A guest's widget on a page whose browser has Apple Pay. */
async function openWithApplePay(page: Page, merchantPage: string) {
  const { clientToken } = await merchant.clientToken.generate({})
  await page.goto(merchantPage)
  await haveApplePay(page)
  await create(page, { authorization: clientToken, applePay })
}

/** As on the next page with the widget. */
async function reopen(page: Page, options: object) {
  const { clientToken } = await merchant.clientToken.generate({})
  await teardown(page)
  await create(page, { authorization: clientToken, ...options })
}

test('a guest pays with Apple Pay, also after turning back and after a validation that failed; a declined card does not (L2.18 L3.4 L4.65 L8.79)', async ({
  page,
  merchantPage,
}) => {
  await page.addInitScript(keepErrors)
  await openWithApplePay(page, merchantPage)
  await option(page, 'Apple Pay').press('Enter')
  const button = walletButton(page, 'Apple Pay')
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectFitInLightAndDark(page, 'apple pay sheet')
  await expect(request(page)).rejects.toThrow('No payment method is available.')
  await expect(sheetError(page)).toHaveText('Use the Apple Pay button to continue.')

  await button.press('Enter')
  await expect(walletSheet(page, 'Apple Pay').getByText('Demo club asks for 26.00 USD.')).toBeVisible()
  await expectFitInLightAndDark(page, 'apple pay device')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(sheetError(page)).toBeHidden()

  const fault = { operation: 'apple_pay_session', when: 'before', act: 'answer', status: 400, times: 1 }
  const body = JSON.stringify({ ...fault, about: new URL(merchantPage).origin })
  await fetch(`${sandbox}/control/faults`, { method: 'POST', body })
  await button.click()
  await expect(sheetError(page)).toHaveText('Something went wrong on our end.')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await page.evaluate(() => Reflect.get(window, 'errors'))).toEqual([
    'BraintreeError: The gateway refuses this page for Apple Pay.',
  ])

  await payWith(page, 'Apple Pay', 'Visa 1115, which the bank declines')
  const row = page.getByRole('button', { name: 'Apple Pay' })
  await expect(row).toHaveAttribute('aria-pressed', 'true')
  expect(await sell(await request(page))).toMatchObject({ success: false })

  await page.getByRole('button', { name: 'Choose another way to pay' }).click()
  await option(page, 'Apple Pay').click()
  await button.press('Enter')
  await expect(walletSheet(page, 'Apple Pay').getByLabel('Visa 1111')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(row).toHaveAttribute('aria-pressed', 'true')
  const payload = await request(page)
  expect(payload).toMatchObject({
    type: 'ApplePayCard',
    details: {
      cardType: 'MasterCard',
      rawPaymentData: { token: { paymentMethod: { network: 'MasterCard' } } },
    },
  })
  expect(await sell(payload)).toMatchObject({
    success: true,
    transaction: { applePayCard: { cardType: 'Apple Pay - MasterCard' } },
  })
})

test('a card that the gateway cannot read, or a wallet without one, is told in the sheet (L8.86 L8.87)', async ({
  page,
  merchantPage,
}) => {
  await openWithApplePay(page, merchantPage)
  await option(page, 'Apple Pay').click()
  await payWith(page, 'Apple Pay', 'Visa 0002, which the gateway cannot read')
  await expect(sheetError(page)).toHaveText("We couldn't reach Apple Pay. Please try again.")
  await expect(page.getByRole('dialog')).toBeHidden()

  await haveApplePay(page, '?cards=none')
  await reopen(page, { card: false, applePay })
  await walletButton(page, 'Apple Pay').click()
  await expect(sheetError(page)).toHaveText('Add a supported card to your Apple Pay wallet first.')
  await expect(page.getByRole('dialog')).toBeHidden()

  for (const device of ['?payments=none', '?newest=1']) {
    await haveApplePay(page, device)
    await reopen(page, { applePay })
    await expect(cardField(page, 'Credit Card Number')).toBeVisible()
    await expect(option(page, 'Apple Pay')).toHaveCount(0)
  }
})

test('under Trusted Types a guest pays with Google Pay, by either version; a declined card does not (L2.19 L3.4)', async ({
  page,
  merchantPage,
}) => {
  await page.addInitScript(keepErrors)
  await openWidget(page, `${merchantPage}strict`, { nonce, googlePay })
  await option(page, 'Google Pay').press('Enter')
  const button = walletButton(page, 'Google Pay')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectFitInLightAndDark(page, 'google pay sheet')
  await expect(request(page)).rejects.toThrow('No payment method is available.')
  await expect(sheetError(page)).toHaveText('Use the Google Pay button to continue.')

  await button.click()
  await expect(walletSheet(page, 'Google Pay').getByText('26.00 USD')).toBeVisible()
  await expectNoViolations(page)
  await walletSheet(page, 'Google Pay').getByRole('button', { name: 'Cancel' }).click()
  await expect(sheetError(page)).toBeHidden()
  await payWith(page, 'Google Pay', 'Visa 0002, which the gateway cannot read')
  await expect(sheetError(page)).toHaveText('Something went wrong on our end.')

  expect(await page.evaluate(() => Reflect.get(window, 'errors'))).toEqual([
    'BraintreeError: The Google Pay card did not become a nonce.',
  ])

  await payWith(page, 'Google Pay', 'Visa 1115, which the bank declines')
  const row = page.getByRole('button', { name: 'Google Pay' })
  await expect(row).toHaveAttribute('aria-pressed', 'true')
  const declined = await request(page)
  expect(declined).toMatchObject({
    type: 'AndroidPayCard',
    details: { isNetworkTokenized: false, rawPaymentData: { paymentMethodToken: {} } },
  })
  expect(await sell(declined)).toMatchObject({ success: false })

  await reopen(page, { nonce, card: false, googlePay: { ...googlePay, googlePayVersion: 2 } })
  await payWith(page, 'Google Pay', 'Mastercard 4444')
  await expect(row).toHaveAttribute('aria-pressed', 'true')
  const payload = await request(page)
  expect(payload).toMatchObject({
    details: { isNetworkTokenized: true, rawPaymentData: { apiVersion: 2 }, lastFour: '4444' },
  })
  expect(await sell(payload)).toMatchObject({
    success: true,
    transaction: { androidPayCard: { sourceCardLast4: '4444' } },
  })
})

test('a browser without Google Pay is not offered it, and where Google’s script fails its row is disabled', async ({
  page,
  merchantPage,
}) => {
  await page.addInitScript(keepErrors)
  await page.route('**/gp/p/js/pay.js', (route) => route.abort())
  await openWidget(page, merchantPage, { googlePay })
  await expect(option(page, 'Google Pay')).toHaveAttribute('aria-disabled', 'true')
  expect(await page.evaluate(() => Reflect.get(window, 'errors'))).toEqual([
    expect.stringContaining('pay.js did not load.'),
  ])

  await page.addScriptTag({ url: `${sandbox}/gp/p/js/pay.js?payments=none` })
  await reopen(page, { googlePay })
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
  await expect(option(page, 'Google Pay')).toHaveCount(0)
})

/** What the widget tells its developer, for this test instead of the console. */
function keepErrors() {
  const errors: string[] = []
  console.error = (problem) => errors.push(String(problem))
  Object.assign(window, { errors })
}
