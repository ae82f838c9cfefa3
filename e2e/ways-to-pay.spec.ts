import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { donations } from '../web/app/donations/donations.tables.ts'
import { charges } from '../web/app/payments/payments.tables.ts'
import { expectFitInLightAndDark } from './axe.ts'
import { bankDialog, bankPage, typeCode } from './bank.ts'
import { cardField, cards, pressButton, typeCard } from './cards.ts'
import { chargesOf, checkOut, expectPaid } from './checkout.ts'
import { expect, sandbox } from './fixtures.ts'
import { salesOf } from './gateway.ts'
import { aPlace, openHistory, rowOf } from './history.ts'
import { account, option } from './paypal.ts'
import { siteWith } from './second-site.ts'
import { aWish, register } from './shop.ts'
import { approveAs, codeFrame, expectCodeInSight, scanCode, venmoButton } from './venmo.ts'
import { payWith } from './wallets.ts'

const test = siteWith({
  PAYMENT_OPTIONS: 'card,venmo,applePay,googlePay',
  PAYMENT_DEVICE_SCRIPT: `${sandbox}/devices/apple-pay.js`,
  THREE_D_SECURE: 'ask',
})
// One site more is enough.
test.describe.configure({ mode: 'default' })

const phone = { width: 390, height: 844 }
const wide = { width: 1280, height: 900 }

/** Both widths, each in light and in dark. */
async function expectFitAtBothWidths(page: Page, name: string) {
  for (const size of [phone, wide]) {
    await page.setViewportSize(size)
    await expectFitInLightAndDark(page, `${name} ${size.width}`)
  }
}

test('a parent whose bank asks types its code and has paid; the charge keeps that the bank has confirmed it', async ({
  page,
  db,
  guardian,
}) => {
  await checkOut(page, await aWish(db, guardian, { event: { priceCents: 6_500 } }))
  await option(page, 'Card').press('Enter')
  await typeCard(page, cards.asked)
  await pressButton(page, 'Register and Pay')
  await expect(bankPage(page).getByLabel('Code that we have sent you')).toBeVisible()
  await expectFitAtBothWidths(page, 'the bank asks')
  await typeCode(page, bankPage(page))

  await expectPaid(page)
  const paid = await chargesOf(db, guardian)
  expect(paid).toMatchObject([
    { threeDSecureStatus: 'authenticate_successful', liabilityShifted: true, means: 'card' },
  ])
  expect(await salesOf(paid)).toEqual(['65.00 submitted_for_settlement'])
})

test('a parent who closes the bank’s page hears that nothing was charged, and pays with another card', async ({
  page,
  db,
  guardian,
}) => {
  const place = await aPlace(db, guardian, 7_500)
  await register(page, [place], 'later')
  await openHistory(page)
  await rowOf(page, place).getByRole('button', { name: 'Pay now' }).press('Enter')
  await option(page, 'Card').press('Enter')
  await typeCard(page, cards.asked)
  await pressButton(page, 'Pay $75.00')
  await expect(bankPage(page).getByLabel('Code that we have sent you')).toBeVisible()
  await bankDialog(page).getByRole('button', { name: 'Close' }).press('Enter')

  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Nothing was charged. You closed your bank’s page.' })
  await expect(alert).toBeVisible()
  await expectFitAtBothWidths(page, 'the bank was closed')
  await option(page, 'Card').press('Enter')
  await cardField(page, 'Credit Card Number').fill('')
  await cardField(page, 'Credit Card Number').pressSequentially(cards.accepted.number)
  await cardField(page, 'CVV').pressSequentially(cards.accepted.cvv)
  await expect(page.locator('.braintree-form-cvv')).toHaveClass(/braintree-hosted-fields-valid/)
  await pressButton(page, 'Pay $75.00')
  await expect(rowOf(page, place)).toContainText('Paid')
  const paid = await chargesOf(db, guardian)
  expect(paid).toMatchObject([{ threeDSecureStatus: 'lookup_not_enrolled', liabilityShifted: false }])
  expect(await salesOf(paid)).toEqual(['75.00 submitted_for_settlement'])
})

test('a guest gives by Venmo from a computer: the QR code opens the app on a phone, and the receipt names the account', async ({
  page,
  db,
  mailbox,
}) => {
  const email = `edith-${process.pid}-venmo@example.test`
  await page.setViewportSize(wide)
  await page.goto('/pages/donate')
  await page.getByLabel('First name').fill('Edith')
  await page.getByLabel('Last name').fill('Lobwell')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Mailing address').fill('4 Baseline Road, Fairmeadow, CA 94000')
  await option(page, 'Venmo').press('Enter')
  await venmoButton(page).press('Enter')
  await expectCodeInSight(page)
  await expectFitAtBothWidths(page, 'Venmo by code')
  await approveAs(await scanCode(page), 'robin')
  await expect(account(page, '@robin')).toBeVisible()
  await expect(codeFrame(page).getByRole('img')).toBeHidden()
  await pressButton(page, 'Donate')

  await expect(page.getByRole('heading', { name: 'Thank you for your gift' })).toBeVisible()
  const [mail] = await mailbox.to(email)
  expect(mail?.text).toMatch(/contribution of \$100\.00 on .*, by Venmo \(@robin\)\./)
  const gifts = await db
    .select({ id: charges.id })
    .from(donations)
    .innerJoin(charges, eq(charges.id, donations.chargeId))
    .where(eq(donations.email, email))
  expect(await salesOf(gifts)).toEqual(['100.00 submitted_for_settlement'])
})

test('a family pays with Apple Pay and with Google Pay; receipt and history name them', async ({
  page,
  db,
  guardian,
}) => {
  const [first, second] = [await aPlace(db, guardian, 6_500), await aPlace(db, guardian, 7_500)]
  await checkOut(page, first)
  await expect(page.getByText('By card, Venmo, Apple Pay, or Google Pay. Charged today.')).toBeVisible()
  await option(page, 'Apple Pay').press('Enter')
  await expectFitAtBothWidths(page, 'checkout with Apple Pay')
  await payWith(page, 'Apple Pay', 'Visa 1111')
  await expect(page.getByRole('button', { name: 'Apple Pay', pressed: true })).toBeVisible()
  await pressButton(page, 'Register and Pay')
  await expect(page.getByText('You paid $65.00 by Apple Pay, Visa 1111.')).toBeVisible()

  await register(page, [second], 'later')
  await openHistory(page)
  await rowOf(page, second).getByRole('button', { name: 'Pay now' }).click()
  await option(page, 'Google Pay').click()
  await payWith(page, 'Google Pay', 'Visa 1111')
  await expect(page.getByRole('button', { name: 'Google Pay', pressed: true })).toBeVisible()
  await pressButton(page, 'Pay $75.00')
  await expect(rowOf(page, first)).toContainText('Paid by Apple Pay, Visa 1111')
  await expect(rowOf(page, second)).toContainText('Paid by Google Pay, Visa 1111')
  await expectFitAtBothWidths(page, 'history names wallets')
  expect(await salesOf(await chargesOf(db, guardian))).toEqual([
    '65.00 submitted_for_settlement',
    '75.00 submitted_for_settlement',
  ])
})
