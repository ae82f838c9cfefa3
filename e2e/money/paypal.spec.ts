import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { donations } from '../../web/app/donations/donations.tables.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { expect, sandbox } from '../support/fixtures.ts'
import { findSales } from '../support/gateway.ts'
import { aWishInLatestYear, historyRow, openHistory } from '../support/history.ts'
import { siteWith } from '../support/second-site.ts'
import { fillCart, register } from '../support/shop.ts'
import { cardField, pressButton } from '../support/ways-to-pay/cards.ts'
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

const test = siteWith({ PAYMENT_OPTIONS: 'card,paypal' })
// One site more is enough.
test.describe.configure({ mode: 'default' })

const merchant = merchantAt(Number(new URL(sandbox || 'http://nowhere').port))
const wide = { width: 1280, height: 900 }
const saveBox = (page: Page) => page.getByRole('checkbox', { name: 'Save this PayPal account for next time' })
const donate = (page: Page) => page.getByRole('button', { name: 'Donate', exact: true })

test('a guest gives by PayPal: a blocked or closed window and a decline lose nothing typed, and another amount is asked for anew', async ({
  page,
  db,
  mailbox,
}) => {
  await blockFirstWindow(page)
  // From another page, whose headers let no window of PayPal's in.
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Donate' }).click()
  const email = `edith-${process.pid}-paypal@example.test`
  await page.getByLabel('First name').fill('Edith')
  await page.getByLabel('Last name').fill('Lobwell')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Mailing address').fill('4 Baseline Road, Fairmeadow, CA 94000')
  await page.getByText('Custom', { exact: true }).click()
  await page.getByLabel('Custom amount').pressSequentially('5001.01')
  await expect(option(page, 'Card')).toBeVisible()

  await option(page, 'PayPal').click()
  await payPalButton(page).click()
  await expect(sheetError(page)).toHaveText("We couldn't connect to PayPal. Please try again.")
  await (await openPayPal(page)).close()
  await expect(sheetError(page)).toHaveText('The PayPal payment was canceled.')
  await expectFitInLightAndDark(page, 'donate with the button')
  const dear = await openPayPal(page)
  await expect(dear.getByText('Courtside Youth Tennis asks for 5001.01 USD')).toBeVisible()
  await approve(dear, 'payer@example.test')
  await expect(account(page, 'payer@example.test')).toBeVisible()
  await donate(page).click()

  const banner = page
    .getByRole('alert')
    .filter({ hasText: 'PayPal declined the payment. Nothing was charged.' })
  await expect(banner).toBeVisible()
  await expect(page.getByLabel('Mailing address')).toHaveValue('4 Baseline Road, Fairmeadow, CA 94000')
  await expectFitInLightAndDark(page, 'donate declined')
  await page.getByText('$250').click()
  await option(page, 'PayPal').click()
  const paypal = await openPayPal(page)
  await expect(paypal.getByText('asks for 250.00 USD')).toBeVisible()
  await approve(paypal, 'payer@example.test')
  await expect(account(page, 'payer@example.test')).toBeVisible()
  await page.getByText('$50', { exact: true }).click()
  await expect(account(page, 'payer@example.test')).toBeHidden()
  await option(page, 'PayPal').click()
  await approve(await openPayPal(page), 'payer@example.test')
  await expect(account(page, 'payer@example.test')).toBeVisible()
  await donate(page).click()

  await expect(page.getByRole('heading', { name: 'Thank you for your gift' })).toBeVisible()
  const [mail] = await mailbox.to(email)
  expect(mail?.text).toMatch(/contribution of \$50\.00 on .*, by PayPal \(payer@example\.test\)\./)
  const gifts = await db
    .select({ id: charges.id })
    .from(donations)
    .innerJoin(charges, eq(charges.id, donations.chargeId))
    .where(eq(donations.email, email))
    .orderBy(charges.createdAt)
  expect(await findSales(gifts)).toEqual(['5001.01 processor_declined', '50.00 settling'])
})

test('on a phone a gift with no way to pay chosen says so, a press leads the cursor to the ways, and its sections stand under one baseline', async ({
  page,
}) => {
  await page.goto('/pages/donate')
  await expect(
    page.getByText('Still needed: first name, last name, email, mailing address, and a way to pay.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  const lines = await page
    .locator('.baseline')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).borderTopWidth))
  expect(lines).toEqual(['4px', '2px', '2px'])
  await page.getByLabel('First name').fill('Edith')
  await page.getByLabel('Last name').fill('Lobwell')
  await page.getByLabel('Email').fill('edith@example.test')
  await page.getByLabel('Mailing address').fill('4 Baseline Road, Fairmeadow, CA 94000')
  await expect(page.getByText('Still needed: a way to pay.')).toBeVisible()

  await donate(page).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Choose how you want to pay.' })).toBeVisible()
  await expect(option(page, 'Card')).toBeFocused()
  await expect(donate(page)).toBeEnabled()
  await expectFitInLightAndDark(page, 'donate without a way')

  await page.keyboard.press('Enter')
  await expect(page.getByText('Still needed:')).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: 'Choose how you want to pay.' })).toBeHidden()
})

test('on a phone a family is asked whether PayPal is to be saved, and paying once keeps nothing', async ({
  page,
  db,
  guardian,
}) => {
  await fillCart(page, await aWishInLatestYear(db, guardian, 5_500))
  await page.goto('/pages/checkout')
  const keep = saveBox(page)
  await expect(option(page, 'Card')).toBeVisible()
  await expect(keep).toBeHidden()
  await option(page, 'PayPal').click()
  await expect(keep).not.toBeChecked()
  await expectFitInLightAndDark(page, 'checkout asks whether to keep PayPal')
  await approve(await openPayPal(page), 'robin@example.test')
  await expect(account(page, 'robin@example.test')).toBeVisible()
  await pressButton(page, 'Register and Pay')
  await expect(page.getByRole('complementary', { name: 'Paid' })).toContainText('Paid by PayPal')
  expect(await merchant.customer.find(guardian.id), 'paying once keeps nothing').toMatchObject({
    paypalAccounts: [],
  })
})

test('a family checks out with PayPal and pays again with the account that was saved; history and refund name it', async ({
  page,
  db,
  guardian,
}) => {
  const [first, second] = [
    await aWishInLatestYear(db, guardian, 6_500),
    await aWishInLatestYear(db, guardian, 7_500),
  ]
  await page.setViewportSize(wide)
  const keep = saveBox(page)
  await fillCart(page, first)
  await page.goto('/pages/cart')
  await page.getByRole('link', { name: 'Check out' }).click()
  await expect(page.getByText('By card or PayPal. Charged today.')).toBeVisible()
  await option(page, 'PayPal').click()
  await keep.check()
  await approve(await openPayPal(page), 'robin@example.test')
  await expect(account(page, 'robin@example.test')).toBeVisible()
  await expectFitInLightAndDark(page, 'checkout with PayPal')
  await pressButton(page, 'Register and Pay')
  await expect(page.getByRole('complementary', { name: 'Paid' })).toContainText(
    'Paid by PayPal, robin@example.test$65.00The receipt is mailed to',
  )

  await register(page, [second], 'later')
  await openHistory(page)
  await historyRow(page, second).getByRole('button', { name: 'Pay now' }).click()
  await expect(account(page, 'robin@example.test')).toBeVisible()
  await expectFitInLightAndDark(page, 'history pays with PayPal')
  await pressButton(page, 'Pay $75.00')
  for (const wish of [first, second]) await expect(historyRow(page, wish)).toContainText('Paid by PayPal')
  await historyRow(page, second).getByRole('button', { name: 'Unregister' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('We refund $75.00 to the PayPal account that paid.')
  await dialog.getByRole('button', { name: 'Unregister', exact: true }).click()
  await expect(dialog).toContainText(
    'Your refund of $75.00 is queued: it goes out once the payment has settled',
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  expect(await merchant.customer.find(guardian.id), 'one account, saved once').toMatchObject({
    paypalAccounts: [{ email: 'robin@example.test' }],
  })
  const paid = await db
    .select()
    .from(charges)
    .where(eq(charges.accountId, guardian.id))
    .orderBy(charges.createdAt)
  expect(await findSales(paid)).toEqual(['65.00 settling', '75.00 settling'])
  const watched = await (await fetch(sandbox)).text()
  expect(watched, 'the visit that the collector told of').toContain(
    `Named by the sale <code>${paid[1]?.transactionId}</code>`,
  )
})

test('a card is paid with as before where PayPal is offered too, and what is typed stays while the gift changes', async ({
  page,
}) => {
  await page.goto('/pages/donate')
  await option(page, 'Card').click()
  await cardField(page, 'Credit Card Number').pressSequentially('4111111111111111')
  await page.getByText('$250').click()

  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
  await expect(cardField(page, 'Credit Card Number')).toHaveValue('4111 1111 1111 1111')
  await page.getByRole('button', { name: 'Choose another way to pay' }).click()
  await option(page, 'PayPal').click()
  const paypal = await openPayPal(page)
  await expect(paypal.getByText('asks for 250.00 USD')).toBeVisible()
})
