import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { donations } from '../../web/app/donations/donations.tables.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { checkOut, expectPaid, listCharges } from '../support/checkout.ts'
import { expect } from '../support/fixtures.ts'
import { findSales } from '../support/gateway.ts'
import { aWishInLatestYear, historyRow, openHistory } from '../support/history.ts'
import { enterAt, tabTo, typeCardByTab } from '../support/keys.ts'
import { siteWith } from '../support/second-site.ts'
import { aWish, register } from '../support/shop.ts'
import {
  bankDialog,
  bankPage,
  codeField,
  confirmButton,
  sentCode,
  typeCode,
} from '../support/ways-to-pay/bank.ts'
import { type Card, cardField, cards, pressButton, typeCard } from '../support/ways-to-pay/cards.ts'
import { account, option } from '../support/ways-to-pay/paypal.ts'
import {
  androidChrome,
  approveAs,
  codeFrame,
  expectCodeInSight,
  leadBack,
  leadBackAnew,
  openVenmo,
  scanCode,
  venmoButton,
} from '../support/ways-to-pay/venmo.ts'
import { payWith, walletButton, walletSheet } from '../support/ways-to-pay/wallets.ts'

const test = siteWith({
  PAYMENT_OPTIONS: 'card,venmo,applePay,googlePay',
  THREE_D_SECURE: 'ask',
})
// One site more is enough.
test.describe.configure({ mode: 'default' })

const phone = { width: 390, height: 844 }
const wide = { width: 1280, height: 900 }

const donor = (email: string) => ({
  'First name': 'Edith',
  'Last name': 'Lobwell',
  Email: email,
  'Mailing address': '4 Baseline Road, Fairmeadow, CA 94000',
})
const ways = (page: Page) => page.locator('.braintree-option')
const button = (page: Page, name: string) => page.getByRole('button', { name })

/** Both widths, each in light and in dark. */
async function expectFitAtBothWidths(page: Page, name: string) {
  for (const size of [phone, wide]) {
    await page.setViewportSize(size)
    await expectFitInLightAndDark(page, `${name} ${size.width}`)
  }
}

/** The gifts of a donor, as the gateway has their sales. */
async function giftsOf(db: Db, email: string) {
  const gifts = await db
    .select({ id: charges.id })
    .from(donations)
    .innerJoin(charges, eq(charges.id, donations.chargeId))
    .where(eq(donations.email, email))
  return findSales(gifts)
}

/** What stood there stands there still, but for the CVV, where the form puts the cursor as it opens. */
async function retypeCard(page: Page, { number, cvv }: Card) {
  await expect(cardField(page, 'CVV')).toBeFocused()
  await cardField(page, 'Credit Card Number').fill('')
  await cardField(page, 'Credit Card Number').pressSequentially(number)
  await cardField(page, 'CVV').pressSequentially(cvv)
  await expect(page.locator('.braintree-form-cvv')).toHaveClass(/braintree-hosted-fields-valid/)
}

test('a parent whose bank asks goes by Tab to its page, types its code and has paid; the charge keeps that the bank has confirmed it', async ({
  page,
  db,
  guardian,
}) => {
  await checkOut(page, await aWish(db, guardian, { event: { priceCents: 6_500 } }))
  await enterAt(option(page, 'Card'))
  await expect(cardField(page, 'Cardholder Name')).toBeFocused()
  await typeCardByTab(page, cards.asked)
  await enterAt(button(page, 'Register and Pay'))
  await expect(codeField(bankPage(page))).toBeVisible()
  await expectFitAtBothWidths(page, 'the bank asks')
  await tabTo(codeField(bankPage(page)))
  await page.keyboard.type(await sentCode(page))
  await enterAt(confirmButton(bankPage(page)))

  await expectPaid(page)
  const paid = await listCharges(db, guardian)
  expect(paid).toMatchObject([
    { threeDSecureStatus: 'authenticate_successful', liabilityShifted: true, means: 'card' },
  ])
  expect(await findSales(paid)).toEqual(['65.00 submitted_for_settlement'])
})

test('on a phone without the provider’s script the bank’s page stands in a frame of ours, which names the sum in dollars', async ({
  page,
  db,
  guardian,
}) => {
  await page.route('**/songbird.js', (route) => route.abort())
  await checkOut(page, await aWish(db, guardian, { event: { priceCents: 18_000 } }))
  await option(page, 'Card').click()
  await typeCard(page, cards.asked)
  await pressButton(page, 'Register and Pay')

  const frame = page.getByRole('dialog', { name: 'Your bank wants to be sure it is you' })
  const bank = frame.frameLocator('iframe[title="3D Secure Authorization Frame"]')
  await expect(frame.getByRole('button', { name: 'Close' })).toBeInViewport()
  await expect(frame).toContainText('This page is your bank’s. Close it, and nothing is charged.')
  await expect(bank.getByText('Confirm the payment of $180.00')).toBeVisible()
  await expectFitAtBothWidths(page, 'the bank asks in our frame')
  await typeCode(page, bank)
  await expectPaid(page)
  expect(await findSales(await listCharges(db, guardian))).toEqual(['180.00 submitted_for_settlement'])
})

test('a parent hears what is our fault, and of which no bank knows, and what is not; closes the bank’s page, and pays with another card', async ({
  page,
  db,
  guardian,
}) => {
  const place = await aWishInLatestYear(db, guardian, 7_500)
  await register(page, [place], 'later')
  await openHistory(page)
  await historyRow(page, place).getByRole('button', { name: 'Pay now' }).press('Enter')
  await option(page, 'Card').press('Enter')
  await typeCard(page, cards.asked)
  await page.route('**/three_d_secure/lookup', (route) => route.fulfill({ status: 422, json: {} }), {
    times: 1,
  })
  const reported = page.waitForRequest('**/api/report-form-fault')
  await pressButton(page, 'Pay $75.00')
  const fault =
    'Nothing was charged. Something is set up wrongly on our side: it is neither your card nor your bank.'
  await expect(page.getByRole('alert').filter({ hasText: fault })).toContainText('Without a card: ')
  expect((await reported).postDataJSON()).toEqual({ code: 'THREEDS_LOOKUP_VALIDATION_ERROR' })

  await option(page, 'Card').press('Enter')
  await retypeCard(page, cards.asked)
  await pressButton(page, 'Pay $75.00')
  await expect(codeField(bankPage(page))).toBeVisible()
  await bankDialog(page).getByRole('button', { name: 'Close' }).press('Enter')

  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Nothing was charged. You closed your bank’s page.' })
  await expect(alert).toBeVisible()
  await expectFitAtBothWidths(page, 'the bank was closed')
  await option(page, 'Card').press('Enter')
  await retypeCard(page, cards.accepted)
  await pressButton(page, 'Pay $75.00')
  await expect(historyRow(page, place)).toContainText('Paid')
  const paid = await listCharges(db, guardian)
  expect(paid).toMatchObject([{ threeDSecureStatus: 'lookup_not_enrolled', liabilityShifted: false }])
  expect(await findSales(paid)).toEqual(['75.00 submitted_for_settlement'])
})

test('a guest gives by Venmo from a computer by Tab and Enter alone: the QR code opens the app on a phone, and the receipt names the account', async ({
  page,
  db,
  mailbox,
}) => {
  const email = `edith-${process.pid}-venmo@example.test`
  await page.setViewportSize(wide)
  await page.goto('/pages/donate')
  for (const [label, text] of Object.entries(donor(email))) {
    await tabTo(page.getByLabel(label))
    await page.keyboard.type(text)
  }
  await enterAt(option(page, 'Venmo'))
  await enterAt(venmoButton(page))
  await expectCodeInSight(page)
  await expectFitAtBothWidths(page, 'Venmo by code')
  await approveAs(await scanCode(page), 'robin')
  await expect(account(page, '@robin')).toBeVisible()
  await expect(codeFrame(page).getByRole('img')).toBeHidden()
  await enterAt(page.getByRole('button', { name: 'Donate', exact: true }))

  await expect(page.getByRole('heading', { name: 'Thank you for your gift' })).toBeVisible()
  const [mail] = await mailbox.to(email)
  expect(mail?.text).toMatch(/contribution of \$100\.00 on .*, by Venmo \(@robin\)\./)
  expect(await giftsOf(db, email)).toEqual(['100.00 submitted_for_settlement'])
})

test('a visitor whose device has no wallet is offered the rest in the order of the shop', async ({
  page,
}) => {
  await page.route('**/devices/apple-pay.js', (route) => route.abort())
  await page.addInitScript(() => {
    class PaymentsClient {
      isReadyToPay = async () => ({ result: false })
    }
    Object.assign(window, { google: { payments: { api: { PaymentsClient } } } })
  })
  await page.goto('/pages/donate')
  await expect(ways(page)).toHaveText(['Card', 'Venmo'])
})

test('a family pays with Apple Pay, by Tab and Enter alone, and with Google Pay; receipt and history name them', async ({
  page,
  db,
  guardian,
}) => {
  const [first, second] = [
    await aWishInLatestYear(db, guardian, 6_500),
    await aWishInLatestYear(db, guardian, 7_500),
  ]
  await checkOut(page, first)
  await expect(page.getByText('By card, Venmo, Apple Pay, or Google Pay. Charged today.')).toBeVisible()
  await expect(ways(page)).toHaveText(['Apple Pay', 'Google Pay', 'Card', 'Venmo'])
  await enterAt(option(page, 'Apple Pay'))
  await expectFitAtBothWidths(page, 'checkout with Apple Pay')
  await enterAt(walletButton(page, 'Apple Pay'))
  const sheet = walletSheet(page, 'Apple Pay')
  await tabTo(sheet.getByLabel('Visa 1111'))
  await enterAt(sheet.getByRole('button', { name: 'Pay', exact: true }))
  await expect(page.getByRole('button', { name: 'Apple Pay', pressed: true })).toBeVisible()
  await enterAt(button(page, 'Register and Pay'))
  await expect(page.getByRole('complementary', { name: 'Paid' })).toContainText(
    'Paid by Apple Pay, Visa 1111$65.00',
  )

  await register(page, [second], 'later')
  await openHistory(page)
  await historyRow(page, second).getByRole('button', { name: 'Pay now' }).click()
  await option(page, 'Google Pay').click()
  await payWith(page, 'Google Pay', 'Visa 1111')
  await expect(page.getByRole('button', { name: 'Google Pay', pressed: true })).toBeVisible()
  await pressButton(page, 'Pay $75.00')
  await expect(historyRow(page, first)).toContainText('Paid by Apple Pay, Visa 1111')
  await expect(historyRow(page, second)).toContainText('Paid by Google Pay, Visa 1111')
  await expectFitAtBothWidths(page, 'history names wallets')
  expect(await findSales(await listCharges(db, guardian))).toEqual([
    '65.00 submitted_for_settlement',
    '75.00 submitted_for_settlement',
  ])
})

test.describe('on a phone with Venmo’s app', () => {
  test.use({ userAgent: androidChrome })

  test('a parent is led back to the checkout as it was left, and pays once', async ({
    page,
    db,
    guardian,
  }) => {
    await checkOut(page, await aWish(db, guardian, { event: { priceCents: 8_500 } }))
    await option(page, 'Venmo').tap()
    const app = await openVenmo(page)
    await approveAs(app, 'robin')
    await leadBack(page, app)
    await expect(account(page, '@robin')).toBeVisible()
    await expect(page).toHaveURL(/\/pages\/checkout$/)
    await pressButton(page, 'Register and Pay')

    await expect(page.getByRole('complementary', { name: 'Paid' })).toContainText(
      'Paid by Venmo @robin$85.00',
    )
    expect(await findSales(await listCharges(db, guardian))).toEqual(['85.00 submitted_for_settlement'])
  })

  test('a guest’s gift stands there as it was typed when the phone loads the page anew, and is given once', async ({
    page,
    db,
  }) => {
    const email = `edith-${process.pid}-phone@example.test`
    await page.goto('/pages/donate')
    await page.getByText('Custom', { exact: true }).tap()
    await page.getByLabel('Custom amount').pressSequentially('35')
    const typed = Object.entries(donor(email))
    for (const [label, text] of typed) await page.getByLabel(label).fill(text)
    await option(page, 'Venmo').tap()
    const app = await openVenmo(page)
    await approveAs(app, 'sasha')
    await leadBackAnew(page, app)
    await expect(account(page, '@sasha')).toBeVisible()
    await expect(page).toHaveURL(/\/pages\/donate$/)
    for (const [label, text] of typed) await expect(page.getByLabel(label)).toHaveValue(text)
    await pressButton(page, 'Donate')

    await expect(page.getByRole('heading', { name: 'Thank you for your gift' })).toBeVisible()
    expect(await giftsOf(db, email)).toEqual(['35.00 submitted_for_settlement'])
  })
})
