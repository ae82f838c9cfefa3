import { expect, type Page } from '@playwright/test'
import { test } from './braintree-page.ts'
import { openDropin, requestPaymentMethod, startAgain, tokenFor } from './official-page.ts'
import { approveAs, codeFrame, scanCode } from './venmo.ts'

type Wallet = 'Apple Pay' | 'Google Pay'

const amount = '28.00'
const applePay = { displayName: 'A shop', paymentRequest: { total: { label: 'A shop', amount } } }
const transactionInfo = { currencyCode: 'USD', totalPriceStatus: 'FINAL', totalPrice: amount }
const googlePay = { googlePayVersion: 2, transactionInfo }
const device = 'https://api.sandbox.braintreegateway.com/devices/apple-pay.js'

test('Braintree’s own drop-in takes Apple Pay and Google Pay, and a card that the bank declines is not sold', async ({
  page,
  hosts,
}) => {
  const options = { ...(await tokenFor(hosts)), card: false, applePay, googlePay }
  await openDropin(page, hosts, options, [device])
  const rows: [wallet: Wallet, card: string, type: string, isSold: boolean][] = [
    ['Apple Pay', 'Visa 1111', 'ApplePayCard', true],
    ['Google Pay', 'Visa 1115', 'AndroidPayCard', false],
    ['Google Pay', 'Visa 1111', 'AndroidPayCard', true],
    ['Apple Pay', 'Visa 1115', 'ApplePayCard', false],
  ]
  for (const [wallet, card, type, isSold] of rows) {
    await payWith(page, wallet, card)
    const { nonce, ...chosen } = await requestPaymentMethod(page)
    expect(chosen).toMatchObject({ type })
    const { success } = await hosts.merchant.transaction.sale({ amount, paymentMethodNonce: nonce })
    expect(success).toBe(isSold)
    await startAgain(page)
  }
})

test('Braintree’s own drop-in shows Venmo’s code, and a code anew when the phone declines, and the merchant sells what it approves', async ({
  page,
  hosts,
}) => {
  const options = { ...(await tokenFor(hosts)), card: false, venmo: { allowDesktop: true } }
  await openDropin(page, hosts, options)
  await page.locator('[data-braintree-id="venmo-button"]').click()
  const declining = await scanCode(page)
  await declining.getByRole('button', { name: 'Decline' }).click()
  await codeFrame(page).getByRole('button', { name: 'Show a new code' }).click()
  await approveAs(await scanCode(page), 'robin')

  await expect(page.locator('.braintree-method').getByText('@robin')).toBeVisible()
  const { nonce, ...paid } = await requestPaymentMethod(page)
  expect(paid).toMatchObject({ type: 'VenmoAccount', details: { username: '@robin' } })
  const sale = await hosts.merchant.transaction.sale({ amount, paymentMethodNonce: nonce })
  expect(sale).toMatchObject({ success: true, transaction: { venmoAccount: { username: 'robin' } } })
})
async function payWith(page: Page, wallet: Wallet, card: string) {
  await page.getByRole('button', { name: `Paying with ${wallet}` }).click()
  const place = wallet === 'Apple Pay' ? 'apple-pay-button' : 'google-pay-button'
  const button = page.locator(`[data-braintree-id="${place}"]`)
  await (wallet === 'Apple Pay' ? button : button.getByRole('button')).click()
  const sheet = page.frameLocator(`dialog iframe[title="${wallet}"]`)
  await sheet.getByLabel(card).check()
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.locator('.braintree-method').getByText(wallet)).toBeVisible()
}
