import { expect, type Page } from '@playwright/test'
import { approveAs, codeFrame, scanCode } from '../support/ways-to-pay/venmo.ts'
import { test } from '../support/widget/braintree-page.ts'
import type { Outcome } from '../support/widget/widget-log.ts'
import {
  compareLogs,
  makeClientToken,
  open,
  part,
  request,
  typeCard,
  type Walk,
} from '../support/widget/widget-walk.ts'

const amount = '28.00'
const threeDSecure = { amount }
const applePay = { displayName: 'A shop', paymentRequest: { total: { label: 'A shop', amount } } }
const transactionInfo = { currencyCode: 'USD', totalPriceStatus: 'FINAL', totalPrice: amount }
const googlePay = { googlePayVersion: 2, transactionInfo }
const appleDevice = 'https://api.sandbox.braintreegateway.com/devices/apple-pay.js'

const journeys: Record<string, (walk: Walk) => Promise<void>> = {
  async '3-D Secure'(walk) {
    const { log, hosts } = walk
    const authorization = await makeClientToken(hosts, {})
    const courses = [
      { number: '4000000000002503', asks: true, status: 'authorized', said: 'authenticate_successful' },
      { number: '4000000000002701', status: 'authorized', said: 'authenticate_successful' },
      { number: '4000000000002925', status: 'gateway_rejected', said: 'authenticate_frictionless_failed' },
    ]
    await open(walk)
    await log.step('create', () => log.create({ authorization, threeDSecure }))
    for (const { number, asks, status, said } of courses) {
      await typeCard(walk, number)
      const outcome = await request(walk, { threeDSecure }, asks ? () => typeCode(walk) : undefined)
      const transaction = await sell(walk, outcome, { threeDSecure: { required: true } })
      expect(transaction).toMatchObject({ status, threeDSecureInfo: { status: said } })
      await log.step('clear', () => log.call('clearSelectedPaymentMethod'), 'card:focus')
    }
  },

  async Venmo(walk) {
    const { page, log, hosts } = walk
    const authorization = await makeClientToken(hosts, {})
    const phone = await page.context().newPage()
    const venmo = { allowDesktop: true, paymentMethodUsage: 'single_use', totalAmount: amount }
    await open(walk)
    await log.step('create', () => log.create({ authorization, card: false, venmo }))
    await log.step('request nothing', () => log.call('requestPaymentMethod'))
    const again = codeFrame(page).getByRole('button', { name: 'Show a new code' })
    await log.step('decline', async () => {
      await part(page, 'venmo-button').click()
      await scanCode(page, phone)
      await phone.getByRole('button', { name: 'Decline' }).click()
      await again.waitFor()
    })
    await log.step('show a new code', async () => {
      await again.click()
      await codeFrame(page).getByRole('img', { name: 'QR code for Venmo' }).waitFor()
    })
    const approve = async () => approveAs(await scanCode(page, phone), 'robin')
    await log.step('approve', approve, 'paymentMethodRequestable')
    const outcome = await log.step('request', () => log.call('requestPaymentMethod'))
    expect(await sell(walk, outcome)).toMatchObject({ venmoAccount: { username: 'robin' } })
  },

  async wallets(walk) {
    const { page, log, hosts } = walk
    const authorization = await makeClientToken(hosts, {})
    const courses = [
      { wallet: 'Apple Pay', card: 'Visa 1111', status: 'authorized' },
      { wallet: 'Google Pay', card: 'Visa 1115', status: 'processor_declined' },
      { wallet: 'Google Pay', card: 'Visa 1111', status: 'authorized' },
      { wallet: 'Apple Pay', card: 'Visa 1115', status: 'processor_declined' },
    ] as const
    await open(walk)
    await page.addScriptTag({ url: appleDevice })
    await log.step('create', () => log.create({ authorization, card: false, applePay, googlePay }))
    for (const { wallet, card, status } of courses) {
      const { option, button } = placesOf(page, wallet)
      const sheet = page.frameLocator(`dialog iframe[title="${wallet}"]`)
      await log.step(`choose ${wallet}`, () => option.click(), 'paymentOptionSelected')
      await log.step(`turn back from ${wallet}`, async () => {
        await button.click()
        await sheet.getByRole('button', { name: 'Cancel' }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
      const pay = async () => {
        await button.click()
        await sheet.getByLabel(card).check()
        await sheet.getByRole('button', { name: 'Pay', exact: true }).click()
      }
      await log.step(`pay with ${wallet}`, pay, 'paymentMethodRequestable')
      const outcome = await log.step('request', () => log.call('requestPaymentMethod'))
      expect(await sell(walk, outcome)).toMatchObject({ status })
      await log.step('clear', () => log.call('clearSelectedPaymentMethod'), 'changeActiveView')
    }
  },
}

for (const [journey, walk] of Object.entries(journeys))
  test(`${journey}: our widget and the original tell the page and the gateway the same, and the merchant sells the same`, ({
    context,
    hosts,
  }) => compareLogs(journey, walk, context, hosts))

/** Google draws a button of its own into its place; Apple's is the place. */
function placesOf(page: Page, wallet: 'Apple Pay' | 'Google Pay') {
  if (wallet === 'Apple Pay')
    return { option: page.locator('.braintree-option__applePay'), button: part(page, 'apple-pay-button') }
  const button = part(page, 'google-pay-button').getByRole('button')
  return { option: page.locator('.braintree-option__googlePay'), button }
}

/** Types what the bank has sent to the owner of the card. */
async function typeCode({ page, hosts }: Walk) {
  const bank = page.frameLocator('iframe[title="Your bank asks you to confirm the payment"]')
  const field = bank.getByLabel('Code that we have sent you')
  await field.waitFor()
  const asking = page.frames().find((frame) => frame.url().includes('/three-d-secure/bank/'))
  const id = asking?.url().split('/').at(-1)
  const { bank: sent } = await (await fetch(`${hosts.sandbox}/control/three-d-secure/${id}`)).json()
  await field.fill(sent.code)
  await bank.getByRole('button', { name: 'Confirm' }).click()
}

/** The merchant sells what the page was given; gives the sale as the gateway has it. */
async function sell({ hosts }: Walk, outcome: Outcome, options: object = {}) {
  if (!('gives' in outcome)) throw new Error(`There is nothing to sell: ${JSON.stringify(outcome)}`)
  const { nonce } = outcome.gives as { nonce: string }
  const sold = { amount, paymentMethodNonce: nonce, options }
  return (await hosts.merchant.transaction.sale(sold)).transaction
}
