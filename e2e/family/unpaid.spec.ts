import type { Page } from '@playwright/test'
import { and, eq } from 'drizzle-orm'
import { post } from '../../web/app/ledger/postings.db.server.ts'
import { postings } from '../../web/app/ledger/postings.tables.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { accounts } from '../../web/app/people/people.tables.ts'
import { fullName } from '../../web/app/people/people.ts'
import { listCharges } from '../support/checkout.ts'
import { expect, test } from '../support/fixtures.ts'
import { findSales } from '../support/gateway.ts'
import {
  aWishInLatestYear,
  historyRow,
  latest,
  openHistory,
  payByHand,
  unregister,
} from '../support/history.ts'
import { openTab, register } from '../support/shop.ts'
import { cardField, cards, pressButton, typeCard } from '../support/ways-to-pay/cards.ts'

const payDialog = (page: Page) => page.getByRole('dialog', { name: 'Submit Payment', exact: true })

test('once all is paid, the banner says so and asks for nothing (P2.96 P4.17 P4.18)', async ({
  page,
  db,
  guardian,
}) => {
  const byCash = await register(page, [await aWishInLatestYear(db, guardian)], 'later')
  await payByHand(db, byCash.ids, 'cash')
  await register(page, [await aWishInLatestYear(db, guardian)], 'card')

  await openHistory(page)

  await expect(page.getByText(`All paid for ${latest}`, { exact: true })).toBeVisible()
  await expect(page.getByText('Unpaid sessions')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

test('what is unpaid can be paid in every way (P2.97 P2.98 P2.99 P2.100 P2.101)', async ({
  page,
  db,
  guardian,
}) => {
  const wishes = [await aWishInLatestYear(db, guardian, 6_500), await aWishInLatestYear(db, guardian, 18_050)]
  await register(page, wishes, 'later')

  await openHistory(page)

  const banner = page.getByRole('region', { name: `Unpaid sessions for ${latest}`, exact: true })
  await expect(banner).toContainText('$245.50')
  await expect(banner.getByRole('button', { name: 'Pay now', exact: true })).toBeVisible()
  await expect(banner.getByRole('button', { name: 'Pay all now', exact: true })).toBeVisible()
  await expect(banner.getByRole('heading', { name: 'By Venmo transfer' })).toBeVisible()
  await expect(banner.getByRole('heading', { name: 'By check or cash' })).toBeVisible()
  await expect(page.getByText('All paid')).toHaveCount(0)
})

test('the banner names the wallet and the address, and opens the invoice in a new tab (P2.102 P2.125 P9.15 P9.16 P9.17)', async ({
  page,
  context,
  db,
  guardian,
}) => {
  const wish = await aWishInLatestYear(db, guardian)
  await register(page, [wish], 'later')
  await openHistory(page)

  const banner = page.getByRole('region', { name: 'Unpaid sessions' })
  await expect(banner).toContainText('Send it to @courtside-youth-tennis')
  const [family] = await db.select().from(accounts).where(eq(accounts.id, guardian.id))
  const number = `${latest}-${family?.number}`
  await expect(banner).toContainText(`write your invoice number in the note: ${number}`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await banner.getByRole('button', { name: `Copy ${number}`, exact: true }).click()
  await expect(page.getByText('Copied.', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)
  await expect(banner.getByRole('link', { name: 'Open Venmo' })).toHaveAttribute(
    'href',
    'https://venmo.com/u/courtside-youth-tennis',
  )
  for (const line of ['Courtside Youth Tennis', '18 Orchard Way', 'Fairmeadow, CA 94000'])
    await expect(banner).toContainText(line)
  const invoice = await openTab(banner.getByRole('link', { name: 'View Invoice' }))
  await expect(invoice).toHaveURL(`/pages/invoice/unpaid-invoice/${guardian.id}/${latest}`)
  await expect(historyRow(invoice, wish)).toContainText('$65.00')
  await expect(historyRow(invoice, wish)).toContainText('Dec 30')
  await expect(invoice.getByText('Payment is due on the first day of the session.')).toContainText(
    `Pay by Venmo transfer to @courtside-youth-tennis with ${number} in the note`,
  )
})

test('one row is paid by card; a refused card is told, and stands there but for its CVV (P1.12 P2.107 P4.20 P6.17 P8.12)', async ({
  page,
  db,
  guardian,
}) => {
  const chosen = await aWishInLatestYear(db, guardian, 6_500)
  const other = await aWishInLatestYear(db, guardian, 7_500)
  await register(page, [chosen, other], 'later')
  await openHistory(page)

  await historyRow(page, chosen).getByRole('button', { name: 'Pay now' }).click()
  await typeCard(page, cards.refused)
  await pressButton(page, 'Pay $65.00')
  const sentence = 'We encountered an error processing your payment. Please try again or contact support.'
  const alert = payDialog(page).getByRole('alert').filter({ hasText: sentence })
  const [family] = await db.select().from(accounts).where(eq(accounts.id, guardian.id))
  await expect(alert).toContainText(
    `Without a card: send a Venmo transfer to @courtside-youth-tennis with ${latest}-${family?.number} in the note, or mail or bring a check or cash to Courtside Youth Tennis, 18 Orchard Way, Fairmeadow, CA 94000.`,
  )
  await expect(cardField(page, 'Credit Card Number')).toHaveValue('4111 1111 1111 1111')
  await expect(cardField(page, 'CVV')).toHaveValue('')
  await cardField(page, 'CVV').pressSequentially(cards.accepted.cvv)
  await pressButton(page, 'Pay $65.00')

  await expect(payDialog(page)).toBeHidden()
  await expect(historyRow(page, chosen)).toContainText('$65.00')
  await expect(historyRow(page, chosen).getByRole('link', { name: 'Receipt' })).toBeVisible()
  await expect(historyRow(page, other).getByRole('button', { name: 'Pay now' })).toBeVisible()
})

test('what was paid in another tab is told, shown, and not charged again', async ({
  page,
  context,
  db,
  guardian,
}) => {
  const place = await aWishInLatestYear(db, guardian, 6_500)
  await register(page, [place], 'later')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await openHistory(tab)
    await historyRow(tab, place).getByRole('button', { name: 'Pay now' }).click()
    await typeCard(tab, cards.accepted)
  }
  await pressButton(other, 'Pay $65.00')
  await expect(historyRow(other, place).getByRole('link', { name: 'Receipt' })).toBeVisible()

  await pressButton(page, 'Pay $65.00')

  await expect(payDialog(page)).toContainText('This is paid already: nothing was charged now.')
  await expect(payDialog(page)).not.toContainText('Without a card')
  await payDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(historyRow(page, place).getByRole('link', { name: 'Receipt' })).toBeVisible()
  expect(await db.$count(charges, eq(charges.accountId, guardian.id))).toBe(1)
})

test('what a bounced check left owed for a place that was given up is asked for, and paid by card', async ({
  page,
  db,
  guardian,
}) => {
  const place = await aWishInLatestYear(db, guardian, 6_500)
  const { ids } = await register(page, [place], 'later')
  await payByHand(db, ids, 'check')
  await openHistory(page)
  await unregister(page, place)
  await expect(page.getByRole('dialog')).toContainText('The $65.00 that you paid will be returned to you.')
  const [registrationId = 0] = ids
  const [paid] = await db
    .select()
    .from(postings)
    .where(and(eq(postings.registrationId, registrationId), eq(postings.kind, 'paid')))
  // The desk returned it, and then the check bounced.
  const moved = { registrationId, cents: 6_500, recordedId: paid?.recordedId ?? null }
  await post(db, 'site', [
    { ...moved, kind: 'refunded' },
    { ...moved, kind: 'taken back' },
  ])

  await openHistory(page)
  const banner = page.getByRole('region', { name: `Unpaid sessions for ${latest}`, exact: true })
  await expect(banner).toContainText('$65.00')
  await banner
    .getByRole('listitem')
    .filter({ hasText: fullName(place.player) })
    .getByRole('button')
    .click()
  await typeCard(page, cards.accepted)
  await pressButton(page, 'Pay $65.00')

  await expect(payDialog(page)).toBeHidden()
  await expect(banner).toHaveCount(0)
  const gone = page.getByRole('region', { name: `Given up in ${latest}` })
  await expect(gone).toContainText('Repaid by you on')
  expect(await findSales(await listCharges(db, guardian))).toEqual(['65.00 submitted_for_settlement'])
})

test('a dialog that is closed before its payment form has come opens none behind the page', async ({
  page,
  db,
  guardian,
}) => {
  const place = await aWishInLatestYear(db, guardian, 6_500)
  await register(page, [place], 'later')
  await openHistory(page)
  const vaultReads: string[] = []
  page.on('request', (request) => {
    if (/payment_methods\?/.test(request.url())) vaultReads.push(request.url())
  })
  const payNow = historyRow(page, place).getByRole('button', { name: 'Pay now' })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/get-card-client-token', async (route) => {
    await held
    await route.continue()
  })
  const asking = page.waitForRequest('**/api/get-card-client-token')
  const answered = page.waitForResponse('**/api/get-card-client-token')
  await payNow.click()
  await asking
  await payDialog(page).getByRole('button', { name: 'Close' }).click()
  release()
  await answered

  await payNow.click()
  await expect(cardField(page, 'CVV')).toBeVisible()

  expect(vaultReads).toHaveLength(1)
})

test('the banner pays one session of choice (P2.98)', async ({ page, db, guardian }) => {
  const first = await aWishInLatestYear(db, guardian, 6_500)
  const second = await aWishInLatestYear(db, guardian, 7_500)
  await register(page, [first, second], 'later')
  await openHistory(page)

  await page.getByRole('button', { name: 'Pay now', exact: true }).click()
  await payDialog(page).getByRole('radio', { name: second.player.firstName }).check()
  await typeCard(page, cards.accepted)
  await pressButton(page, 'Pay $75.00')

  await expect(historyRow(page, second).getByRole('link', { name: 'Receipt' })).toBeVisible()
  await expect(historyRow(page, first).getByRole('button', { name: 'Pay now' })).toBeVisible()
})

test('all is paid at once; then a part of it waits for the bank before it comes back (P2.99 P4.20 P4.25)', async ({
  page,
  db,
  guardian,
}) => {
  const first = await aWishInLatestYear(db, guardian, 6_500)
  const second = await aWishInLatestYear(db, guardian, 7_500)
  await register(page, [first, second], 'later')
  await openHistory(page)

  const banner = page.getByRole('region', { name: `Unpaid sessions for ${latest}`, exact: true })
  await banner.getByRole('button', { name: 'Pay all now', exact: true }).click()
  await typeCard(page, cards.accepted)
  await pressButton(page, 'Pay $140.00')
  await expect(page.getByText(`All paid for ${latest}`)).toBeVisible()

  await unregister(page, first)
  await expect(page.getByRole('dialog')).toContainText('Your refund of $65.00 is queued')
  await expect(historyRow(page, first)).toHaveCount(0)
})
