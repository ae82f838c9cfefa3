import { eq } from 'drizzle-orm'
import { sessions } from '../web/app/events/events.tables.ts'
import { charges } from '../web/app/payments/payments.tables.ts'
import type { Db } from '../web/app/platform/database.server.ts'
import { anAccount } from '../web/test/builders.ts'
import { cards, clickTwice, declinedCents, payWith, pressButton, typeCard } from './cards.ts'
import { expect, type Guardian, signIn, site, test } from './fixtures.ts'
import { aWish, fillCart, nameOf } from './shop.ts'

const chargesOf = (db: Db, { id }: Guardian) => db.select().from(charges).where(eq(charges.accountId, id))

async function takenOf(db: Db, id: number) {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, id))
  return session?.taken
}

const failed = 'We encountered an error processing your payment. Please try again or contact support.'
const registered = 'Your sessions have successfully been registered!'
const paid = 'Your payment was successfully processsed!'

test('a refused card keeps the cart and gives the place back, and another pays (P4.39 P4.40 P8.8)', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian)
  await fillCart(page, wish)
  await page.goto('/pages/checkout')

  await payWith(page, cards.refused)

  const banner = page.getByRole('alert').filter({ hasText: failed })
  await expect(banner).toBeInViewport({ ratio: 1 })
  await expect(banner).toBeFocused()
  await expect(page.getByRole('row', { name: nameOf(wish.player) })).toBeVisible()
  expect(await takenOf(db, wish.session.id)).toBe(0)
  await page.reload()
  await payWith(page, cards.accepted)
  await expect(page.getByRole('heading', { name: paid })).toBeVisible()
  expect(await takenOf(db, wish.session.id)).toBe(1)
})

test('what the bank declines can be paid later', async ({ page, db, guardian }) => {
  const wish = await aWish(db, guardian, { event: { priceCents: declinedCents } })
  await fillCart(page, wish)
  await page.goto('/pages/checkout')
  await payWith(page, cards.accepted)
  await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()

  await page.getByLabel('Pay later').check()
  await page.getByRole('button', { name: 'Register Now and Pay Later' }).click()

  await expect(page.getByRole('heading', { name: registered })).toBeVisible()
  expect((await chargesOf(db, guardian)).map(({ state }) => state)).toEqual(['declined'])
})

test('pay later registers without a charge and prints an invoice (P2.85 P2.90 P2.91 P4.41 P4.44)', async ({
  page,
  context,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian, { event: { priceCents: 6_500 } })
  await fillCart(page, wish)
  await page.goto('/pages/checkout')
  await page.getByLabel('Pay later').check()
  await page.getByRole('button', { name: 'Register Now and Pay Later' }).click()
  await expect(page.getByRole('heading', { name: registered })).toBeVisible()
  const opened = context.waitForEvent('page')

  await page.getByRole('link', { name: 'Print Invoice' }).click()

  const invoice = await opened
  await expect(invoice.getByRole('row', { name: nameOf(wish.player) })).toContainText('$65.00')
  expect(await chargesOf(db, guardian)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe('[]')
})

test('two clicks at once ask once and charge once (P4.36)', async ({ page, db, guardian }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/process-all|post-transaction/.test(request.url())) asked.push(request.url())
  })
  await fillCart(page, await aWish(db, guardian))
  await page.goto('/pages/checkout')
  await typeCard(page, cards.accepted)

  await clickTwice(page, 'Register and Pay')

  await expect(page.getByRole('heading', { name: paid })).toBeVisible()
  expect(asked).toHaveLength(2)
  expect(await chargesOf(db, guardian)).toHaveLength(1)
})

test('two tabs that pay for the same cart charge once', async ({ page, context, db, guardian }) => {
  const wish = await aWish(db, guardian)
  await fillCart(page, wish)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/pages/checkout')
    await typeCard(tab, cards.accepted)
  }

  await Promise.all([page, other].map((tab) => pressButton(tab, 'Register and Pay')))

  // The tab that came second is told so, or finds its cart paid and empty and goes to the history.
  for (const tab of [page, other]) {
    const end = tab.getByRole('heading', { name: /successfully processsed|Registration history/ })
    await expect(end.or(tab.getByRole('alert').filter({ hasText: failed }))).toBeVisible()
  }
  const accepted = (await chargesOf(db, guardian)).filter(({ state }) => state === 'accepted')
  expect(accepted).toHaveLength(1)
  expect(await takenOf(db, wish.session.id)).toBe(1)
})

test('nobody else opens a receipt or an order', async ({ page, browser, db, guardian }) => {
  await fillCart(page, await aWish(db, guardian))
  await page.goto('/pages/checkout')
  await payWith(page, cards.accepted)
  await expect(page.getByRole('heading', { name: paid })).toBeVisible()
  const receipt = await page.getByRole('link', { name: 'Print Payment Receipt' }).getAttribute('href')
  const own = [new URL(page.url()).pathname, receipt ?? '']
  expect(own[1]).toContain('/pages/invoice/receipt/')
  const stranger = await browser.newContext({ baseURL: site })
  for (const path of own) expect((await stranger.request.get(path, { maxRedirects: 0 })).status()).toBe(302)
  await signIn(db, stranger, (await anAccount(db)).id)

  for (const path of own) expect((await stranger.request.get(path)).status()).toBe(404)

  for (const path of own) expect((await page.request.get(path)).status()).toBe(200)
  await stranger.close()
})
