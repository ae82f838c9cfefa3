import { eq } from 'drizzle-orm'
import { events, sessions } from '../../web/app/events/events.tables.ts'
import { releases } from '../../web/app/people/people.tables.ts'
import { fullName } from '../../web/app/people/people.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { checkOut, expectRegistered, payLater } from '../support/checkout.ts'
import { expect, test } from '../support/fixtures.ts'
import { addToCart, aWish, choose, eventPage, fillCart, logIn, register } from '../support/shop.ts'

test('what is missing is said at its field, and nothing is added (P5.24 P5.25)', async ({
  page,
  db,
  guardian,
}) => {
  const { event } = await aWish(db, guardian)
  await page.goto(eventPage(event))

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
  await checkOut(page, wish)
  await payLater(page)
  await expectRegistered(page)
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

test('error toasts last two, ten or five seconds (P4.5 P4.6 P4.7 P8.4 P9.12)', async ({
  page,
  context,
  db,
  guardian,
}) => {
  const inCart = await aWish(db, guardian)
  const registered = await aWish(db, guardian)
  const signedOut = await aWish(db, guardian)
  await register(page, [registered], 'later')
  await fillCart(page, inCart)
  const lasts = [
    [inCart, 2000, 'Already added to your cart!'],
    [registered, 10_000, `${registered.player.firstName} is already registered for this session.`],
    [signedOut, 5000, 'Unknown error occurred, please try again or contact support.'],
  ] as const
  await page.clock.install()
  for (const [wish, ms, text] of lasts) {
    await choose(page, wish)
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
    if (wish === signedOut) await context.clearCookies()

    await addToCart(page)

    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await page.clock.runFor(ms - 100)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await page.clock.runFor(200)
    await expect(page.getByText(text, { exact: true })).toBeHidden()
    await page.clock.resume()
  }
})

test('a registration that fails for a reason unknown is told for five seconds (P4.7 P8.5)', async ({
  page,
  db,
  guardian,
}) => {
  await page.clock.install()
  await choose(page, await aWish(db, guardian))
  await page.route('**/api/check-registered', (route) => route.abort())
  await page.clock.pauseAt(Date.now() + 60_000)

  await addToCart(page)

  const toast = page.getByText('Unknown error, please try again or contact support.', { exact: true })
  await expect(toast).toBeVisible()
  await page.clock.runFor(4900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toBeHidden()
})

test('the cart is a table with a total, and leads to checkout (P2.8 P2.50 P2.51 P2.52 P9.7)', async ({
  page,
  db,
  guardian,
}) => {
  const first = await aWish(db, guardian, { event: { priceCents: 18_000 } })
  const second = await aWish(db, guardian, { event: { priceCents: 6_550 } })
  await fillCart(page, first, second)

  await page.goto('/pages/cart')

  await expect(page.getByRole('columnheader')).toHaveText(['Player', 'Session', 'Price', 'Remove'])
  for (const [{ event, session, player }, price] of [
    [first, '$180.00'],
    [second, '$65.50'],
  ] as const) {
    const row = page.getByRole('row', { name: fullName(player) })
    await expect(row).toContainText(event.name)
    await expect(row).toContainText(`Session ${session.number}:`)
    await expect(row).toContainText(price)
  }
  await expect(page.getByLabel('Total')).toContainText('$245.50')
  await page.getByRole('link', { name: 'Check out', exact: true }).click()
  await expect(page).toHaveURL('/pages/checkout')
})

test('what the check of the cart finds is kept with the item (P3.17 P4.12 P4.13)', async ({
  page,
  db,
  guardian,
}) => {
  const full = await aWish(db, guardian)
  await fillCart(page, full)
  await db.update(sessions).set({ taken: 8 }).where(eq(sessions.id, full.session.id))

  await page.goto('/pages/cart')
  await expect(page.getByRole('row', { name: fullName(full.player) })).toContainText('Please remove')

  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? ''))
  expect(kept).toMatchObject([{ hasError: true, error: 'This session is full.' }])
})

test('a cart that costs nothing cannot be checked out, and what became free is flagged (P4.16 P9.8)', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian, { event: { priceCents: 18_000 } })
  await fillCart(page, wish)
  await db.update(events).set({ priceCents: 0 }).where(eq(events.id, wish.event.id))

  await page.goto('/pages/cart')

  await expect(
    page.getByText('This is free now: register on its page. Please remove to continue.'),
  ).toBeVisible()
  await page.evaluate(() =>
    localStorage.setItem('cart', (localStorage.getItem('cart') ?? '').replace('"price":180', '"price":0')),
  )
  await page.reload()
  await expect(page.getByLabel('Total')).toContainText('$0.00')
  await expect(page.getByRole('button', { name: 'Check out' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Check out' })).toHaveCount(0)
})

test('one press registers for a free event, without a cart, and it is free wherever its price stands', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian, { event: { priceCents: 0, name: 'Open Courts' } })
  const { event, player } = wish
  await page.goto(eventPage(event))
  await expect(page.getByRole('complementary', { name: /^Register for/ })).toContainText('Free')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Choose a player before adding to cart')).toBeVisible()
  await choose(page, wish)
  await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible()

  await page.getByRole('button', { name: 'Register', exact: true }).click()

  await expect(
    page.getByRole('heading', { name: 'Your sessions have successfully been registered!' }),
  ).toBeVisible()
  await expect(page.getByText('Nothing is due: it is free.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: event.name })).toContainText('Free')
  expect(await page.evaluate(() => localStorage.getItem('cart') ?? '[]')).toBe('[]')
  await expectFitInLightAndDark(page, 'a free place')

  await page.getByRole('link', { name: 'View your registrations' }).click()
  const row = page.getByRole('row').filter({ hasText: fullName(player) })
  await expect(row).toContainText('$0.00')
  await expect(row).toContainText('Free')
  await expect(row.getByRole('link', { name: /Receipt/ })).toHaveCount(0)
  await row.getByRole('button', { name: 'Unregister' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unregister' }).click()
  await expect(page.getByText('The place is free again, and nothing is due.')).toBeVisible()
})

test('every item is checked again when the cart opens (P2.53 P4.11 P4.12 P4.14 P4.15)', async ({
  page,
  db,
  guardian,
}) => {
  const full = await aWish(db, guardian)
  const gone = await aWish(db, guardian)
  const dearer = await aWish(db, guardian)
  const moved = await aWish(db, guardian)
  const good = await aWish(db, guardian, { event: { priceCents: 4_250 } })
  await fillCart(page, full, gone, dearer, moved, good)
  await db.update(sessions).set({ taken: 8 }).where(eq(sessions.id, full.session.id))
  await db.update(events).set({ isActive: false }).where(eq(events.id, gone.event.id))
  await db.update(events).set({ priceCents: 99_000 }).where(eq(events.id, dearer.event.id))
  await db
    .update(sessions)
    .set({ description: 'Mon to Thu, 1:00 to 3:30 pm' })
    .where(eq(sessions.id, moved.session.id))

  await page.goto('/pages/cart')

  for (const { player } of [full, gone, dearer, moved])
    await expect(page.getByRole('row', { name: fullName(player) })).toContainText(
      'Please remove to continue.',
    )
  await expect(page.getByRole('row', { name: fullName(moved.player) })).toContainText(
    /This session has changed\. It is now “Session \d+: .* \| Mon to Thu, 1:00 to 3:30 pm”\./,
  )
  await expect(page.getByRole('row', { name: fullName(good.player) })).not.toContainText('Please remove')
  await expect(page.getByRole('button', { name: 'Check out' })).toBeDisabled()
  for (const { player } of [full, gone, dearer])
    await page.getByRole('button', { name: `Remove ${player.firstName}` }).click()
  await expect(page.getByText('Take what is new or remove the session, then check out.')).toBeVisible()
  await page.getByRole('button', { name: `Take it as it is now ${moved.player.firstName}` }).click()
  await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row', { name: fullName(moved.player) })).toContainText('1:00 to 3:30 pm')
  await expect(page.getByRole('row', { name: fullName(moved.player) })).not.toContainText('Please remove')
  await page.getByRole('button', { name: `Remove ${moved.player.firstName}` }).click()
  await expect(page.getByLabel('Total')).toContainText('$42.50')
})

test('a price that has changed is taken where it is told, in the cart and in the middle of checking out', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian, { event: { priceCents: 18_000 } })
  const other = await aWish(db, guardian, { event: { priceCents: 6_500 } })
  const setPrice = (priceCents: number) =>
    db.update(events).set({ priceCents }).where(eq(events.id, wish.event.id))
  const row = page.getByRole('row', { name: fullName(wish.player) })
  const take = page.getByRole('button', { name: `Take the new price ${wish.player.firstName}` })
  await fillCart(page, wish, other)
  await setPrice(19_000)
  await page.goto('/pages/cart')
  await expect(row).toContainText('The price has changed from $180.00 to $190.00.')
  await expect(page.getByText('Take the new price or remove the session, then check out.')).toBeVisible()
  await take.click()
  await expect(page.getByLabel('Total')).toContainText('$255.00')
  await page.getByRole('link', { name: 'Check out', exact: true }).click()
  await page.getByLabel('Pay later').check()
  await setPrice(20_000)
  await db.update(sessions).set({ taken: 8 }).where(eq(sessions.id, other.session.id))
  const submit = page.getByRole('button', { name: 'Register Now and Pay Later' })
  await submit.click()

  await expect(row).toContainText('The price has changed from $190.00 to $200.00.')
  await expect(submit).toBeDisabled()
  await take.click()
  await page.getByRole('button', { name: `Remove ${other.player.firstName}` }).click()

  await expect(page.getByLabel('Total')).toContainText('$200.00')
  await submit.click()
  await expect(page.getByRole('complementary', { name: 'To pay' })).toContainText('$200.00')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('cart and checkout say that they need it', async ({ page, guardian: _ }) => {
    for (const path of ['/pages/cart', '/pages/checkout']) {
      await page.goto(path)

      const sentence = page.locator('noscript p')
      await expect(sentence).toBeVisible()
      await expect(sentence).toContainText(
        'Your cart is kept in your browser, and needs JavaScript to be read.',
      )
      await expect(page.locator('.cart-skeleton')).toBeHidden()
    }
  })
})

test('an empty cart says where to go (P2.54 P2.55)', async ({ page, guardian: _ }) => {
  await page.goto('/pages/cart')

  await expect(page.getByText('Your cart is empty', { exact: true })).toBeVisible()
  await expect(page.getByText('Explore our clinics, lessons or leagues.')).toBeVisible()
})

for (const path of ['/pages/cart', '/pages/checkout', '/pages/registration-history'])
  test(`nobody signed in: ${path} asks to log in and comes back, with the cart (P2.9 P2.86 P2.93 P6.21)`, async ({
    page,
    context,
    db,
    guardian,
  }) => {
    await fillCart(page, await aWish(db, guardian))
    await context.clearCookies()

    await page.goto(path)
    await expect(page).toHaveURL(`/pages/login?notice=signed-out&next=${encodeURIComponent(path)}`)
    await logIn(page, guardian)

    await expect(page).toHaveURL(path)
  })

test('a family that has not signed the release signs it on its way to the checkout, and its cart stays', async ({
  page,
  db,
  guardian,
}) => {
  await db.delete(releases).where(eq(releases.accountId, guardian.id))
  const wish = await aWish(db, guardian)
  await fillCart(page, wish)
  await page.goto('/pages/cart')
  await expect(page.getByText('The release is not signed yet.')).toBeVisible()
  await expectFitInLightAndDark(page, 'cart')

  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByRole('button', { name: 'Sign the release' }).click()
  await expect(page.getByText('Please agree to the liability release form.')).toBeVisible()
  await expectFitInLightAndDark(page, 'release')
  await page.getByLabel('I have read and accept the liability release.').check()
  await page.getByRole('button', { name: 'Sign the release' }).dblclick()

  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(fullName(wish.player))
  await payLater(page)
  await expectRegistered(page)
})
