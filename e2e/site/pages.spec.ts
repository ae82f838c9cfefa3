import type { Page } from '@playwright/test'
import { anEvent, aPlayer, aSession } from '../../web/test/builders/builders.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { payLater } from '../support/checkout.ts'
import { expect, test } from '../support/fixtures.ts'
import { aWish, eventPage, fillCart, openTab } from '../support/shop.ts'

/** Good in light and in dark for everybody, and whole on the narrowest phone. */
async function expectFitForAll(page: Page) {
  await expectFitInLightAndDark(page, nameOf(page))
  await page.setViewportSize({ width: 320, height: 640 })
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overhang, `pixels too wide at 320 px: ${page.url()}`).toBeLessThanOrEqual(0)
}

/** What its pictures are called, in test-results, one folder a test. */
const nameOf = (page: Page) => new URL(page.url()).pathname.split('/').slice(1, 4).join('-') || 'season'

for (const path of [
  '/',
  '/pages/login',
  '/pages/register',
  '/pages/forget/password',
  '/pages/reset-password/some-token',
  '/pages/donate',
  '/pages/staff',
  '/pages/policy',
  '/development/mail',
])
  test(`${path} is fit for all`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await expectFitForAll(page)
  })

test('an address that leads nowhere is a friendly page', async ({ page, guardian: _ }) => {
  for (const path of ['/pages/clinic/x', '/pages/order/success/%00', '/nowhere']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Just wide of the line' })).toBeVisible()
  }

  await expectFitForAll(page)
})

test('a visitor reads about a clinic and is asked to log in to register (P2.24 P2.28 P2.30 P2.40)', async ({
  page,
  db,
}) => {
  const event = await anEvent(db, {
    name: 'Red Ball Mornings',
    description: 'Rallies from day one.',
    missions: ['Every child plays'],
  })
  await aSession(db, { eventId: event.id, places: 12 })
  await page.goto(eventPage(event))

  await expect(page.getByRole('heading', { level: 1, name: 'Red Ball Mornings' })).toBeVisible()
  await expect(page.getByText('Rallies from day one.')).toBeVisible()
  await expect(page.getByText('Every child plays')).toBeVisible()
  await expect(page.getByText('Log in or create an account to register.')).toBeVisible()
  await expectFitForAll(page)
})

test('the registration box and its player dialog are fit for all', async ({ page, db, guardian }) => {
  const { eventId } = await aSession(db)
  await aPlayer(db, { accountId: guardian.id })
  await page.goto(`/pages/clinic/${eventId}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Choose a player before adding to cart')).toBeVisible()
  await expectFitForAll(page)

  await page.getByRole('button', { name: 'Add a new player' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectFitForAll(page)
})

test('cart, checkout, thank-you, history and invoice are fit for all', async ({ page, db, guardian }) => {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 }
  const wish = await aWish(db, guardian)
  await fillCart(page, wish)
  await page.goto('/pages/cart')
  await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible()
  await expectFitForAll(page)

  await page.setViewportSize({ width, height })
  await page.goto('/pages/checkout')
  await expect(page.locator('iframe[title$="CVV"]')).toBeVisible()
  await expectFitForAll(page)

  await payLater(page)
  await expect(page.getByRole('link', { name: 'Print Invoice' })).toBeVisible()
  await expectFitForAll(page)
  const invoice = await openTab(page.getByRole('link', { name: 'Print Invoice' }))
  await expect(invoice.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFitForAll(invoice)

  await page.setViewportSize({ width, height })
  await page.goto(`/pages/registration-history?year=${wish.session.startsOn.slice(0, 4)}`)
  await expect(page.getByRole('row', { name: wish.player.firstName })).toBeVisible()
  await expectFitForAll(page)
})

for (const path of ['family-players', 'emergency-contact', 'waiting-list', 'account', 'account/delete'])
  test(`/pages/${path} is fit for all`, async ({ page, db, guardian }) => {
    await aPlayer(db, { accountId: guardian.id, phone: '(555) 010-0142' })
    await page.goto(`/pages/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await expectFitForAll(page)
  })

test('the dialog that deletes a player is fit for all', async ({ page, db, guardian }) => {
  await aPlayer(db, { accountId: guardian.id })
  await page.goto('/pages/family-players')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  await expectFitForAll(page)
})
