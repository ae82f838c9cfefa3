import { eq } from 'drizzle-orm'
import { events, sessions } from '../web/app/events/events.tables.ts'
import { anEvent, aPlayer } from '../web/test/builders.ts'
import { expect, test } from './fixtures.ts'
import { addToCart, aWish, choose, fillCart, nameOf, pageOf } from './shop.ts'

test('what is missing is said at its field, and nothing is added (P5.24 P5.25)', async ({
  page,
  db,
  guardian,
}) => {
  const { event } = await aWish(db, guardian)
  await page.goto(pageOf(event))

  await addToCart(page)

  await expect(page.getByText('Choose a session before adding to cart')).toBeVisible()
  await expect(page.getByText('Choose a player before adding to cart')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('cart') ?? '[]')).toBe('[]')
})

test('toasts of the cart last two seconds (P4.2 P4.4 P4.5 P9.11)', async ({ page, db, guardian }) => {
  await page.clock.install()
  await choose(page, await aWish(db, guardian))
  await page.clock.pauseAt(Date.now() + 60_000)

  for (const text of ['Successfully Added to Cart!', 'Already added to your cart!']) {
    await addToCart(page)
    await expect(page.getByText(text)).toBeVisible()
    await page.clock.runFor(1900)
    await expect(page.getByText(text)).toBeVisible()
    await page.clock.runFor(200)
    await expect(page.getByText(text)).toBeHidden()
  }
})

test('a player who has the place already is told so for ten seconds (P4.1 P4.6)', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian)
  await fillCart(page, wish)
  await page.goto('/pages/checkout')
  await page.getByLabel('Pay later').check()
  await page.getByRole('button', { name: 'Register Now and Pay Later' }).click()
  await expect(page.getByText('Your sessions have successfully been registered!')).toBeVisible()
  await page.clock.install()
  await choose(page, wish)
  await page.clock.pauseAt(Date.now() + 60_000)

  await addToCart(page)

  const toast = page.getByRole('status').filter({ hasText: wish.player.firstName })
  await expect(toast).toContainText('already')
  await page.clock.runFor(9900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toBeHidden()
})

test('every item is checked again when the cart opens (P2.53 P4.11 P4.12 P4.14 P4.15)', async ({
  page,
  db,
  guardian,
}) => {
  const full = await aWish(db, guardian)
  const gone = await aWish(db, guardian)
  const dearer = await aWish(db, guardian)
  const good = await aWish(db, guardian, { event: { priceCents: 4_250 } })
  await fillCart(page, full, gone, dearer, good)
  await db.update(sessions).set({ taken: 8 }).where(eq(sessions.id, full.session.id))
  await db.update(events).set({ isActive: false }).where(eq(events.id, gone.event.id))
  await db.update(events).set({ priceCents: 99_000 }).where(eq(events.id, dearer.event.id))

  await page.goto('/pages/cart')

  for (const { player } of [full, gone, dearer])
    await expect(page.getByRole('row', { name: nameOf(player) })).toContainText('Please remove to continue.')
  await expect(page.getByRole('row', { name: nameOf(good.player) })).not.toContainText('Please remove')
  await expect(page.getByRole('button', { name: 'Check out' })).toBeDisabled()
  for (const { player } of [full, gone, dearer])
    await page.getByRole('button', { name: `Remove ${player.firstName}` }).click()
  await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible()
  await expect(page.getByLabel('Total')).toContainText('$42.50')
})

test('an empty cart says where to go (P2.54 P2.55)', async ({ page, guardian: _ }) => {
  await page.goto('/pages/cart')

  await expect(page.getByText('Explore our clinics, lessons or leagues.')).toBeVisible()
})

for (const path of ['/pages/cart', '/pages/checkout', '/pages/registration-history'])
  test(`nobody signed in: ${path} asks to log in and comes back (P6.21)`, async ({ page }) => {
    await page.goto(path)

    await expect(page).toHaveURL(`/pages/login?next=${encodeURIComponent(path)}`)
  })

test('going from one event to another loads the other (P2.6)', async ({ page, db, guardian }) => {
  const first = await aWish(db, guardian, { event: { name: 'Red Ball' } })
  const second = await anEvent(db, { name: 'Green Ball', kind: 'league' })
  await aPlayer(db, { accountId: guardian.id })
  await page.goto(pageOf(first.event))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Red Ball')

  await page.goto(pageOf(second))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Green Ball')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Red Ball')
})
