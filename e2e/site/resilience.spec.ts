import { eq } from 'drizzle-orm'
import { signIns } from '../../web/app/people/people.tables.ts'
import { fullName } from '../../web/app/people/people.ts'
import { expectNoViolations } from '../support/axe.ts'
import {
  checkOut,
  expectPaid,
  expectRegistered,
  listCharges,
  payLater,
  readTaken,
} from '../support/checkout.ts'
import { expect, sandbox, test } from '../support/fixtures.ts'
import { findSales } from '../support/gateway.ts'
import { aWishInLatestYear, historyRow, latest, openHistory, unregister } from '../support/history.ts'
import {
  addToCart,
  aWish,
  eventPage,
  fillCart,
  logIn,
  openTab,
  register,
  typePlayer,
} from '../support/shop.ts'
import { cards, pressButton, registerAndPayByCard } from '../support/ways-to-pay/cards.ts'
import { merchantAt } from '../support/widget/merchant.ts'

test('offline, links and forms leave the page and what was typed as they are', async ({
  page,
  context,
  guardian: _,
}) => {
  await page.goto('/pages/emergency-contact')
  await page.getByLabel('First name').fill('Marigold')
  await context.setOffline(true)
  await expect(page.getByText('You are offline. This page stays')).toBeVisible()

  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Nothing was sent, and this page stays as it is.').last()).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Staff' }).click()

  await expect(page.getByLabel('First name')).toHaveValue('Marigold')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Your emergency contact is updated.')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Marigold')
})

test('a form that gets no answer says so, keeps what was typed, and can be sent again', async ({
  page,
  db,
  guardian,
}) => {
  const { event } = await aWish(db, guardian)
  await page.goto(eventPage(event))
  await page.route('**/assets/player-dialog*', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Add a new player' }).click()
  await expect(
    page.getByText('We could not reach the site. Check your connection and try again.'),
  ).toBeVisible()
  await page.unroute('**/assets/player-dialog*')
  await page.getByRole('button', { name: 'Add a new player' }).click()
  const dialog = page.getByRole('dialog')
  await typePlayer(page)

  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Add player' }).click()
  const held = dialog
    .getByRole('alert')
    .filter({ hasText: 'Nothing was sent, and this page stays as it is.' })
  await expect(held).toBeInViewport({ ratio: 1 })
  await page.context().setOffline(false)
  await expect(dialog.getByRole('button', { name: 'Add player' })).toBeFocused()
  await page.route('**/family-players/**', (route) => route.abort('connectionreset'))
  await dialog.getByRole('button', { name: 'Add player' }).click()

  await expect(dialog.getByRole('alert')).toContainText('We could not reach the site.')
  await expect(dialog.getByLabel('First name')).toHaveValue('Juniper')
  await page.unroute('**/family-players/**')
  await dialog.getByRole('button', { name: 'Add player' }).click()
  await expect(page.getByText('Save Successful')).toBeVisible()
})

test('a page that takes long shows that it is coming; one that does not come can be tried again', async ({
  page,
}) => {
  await page.goto('/')
  let answer = () => {}
  const awaited = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/staff.data*', async (route) => {
    await awaited
    await route.abort('connectionreset')
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Staff' }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible()
  await expectNoViolations(page)
  answer()

  await expect(page.getByRole('heading', { level: 1, name: 'The page did not come' })).toBeVisible()
  await page.unroute('**/staff.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('staff')
})

test('a session that ends in the middle of checkout leads to login and back, with the cart', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian)
  await checkOut(page, wish)
  await expect(page.getByRole('row', { name: fullName(wish.player) })).toBeVisible()
  await db.delete(signIns).where(eq(signIns.accountId, guardian.id))

  await payLater(page)

  await expect(page.getByText('Please log in to continue.')).toBeVisible()
  await logIn(page, guardian)
  await expect(page).toHaveURL('/pages/checkout')
  await expect(page.getByRole('row', { name: fullName(wish.player) })).toBeVisible()
  await payLater(page)
  await expectRegistered(page)
})

test('a session that ends while a player is typed in leads to login in a new tab, and nothing is lost', async ({
  page,
  db,
  guardian,
}) => {
  const { event } = await aWish(db, guardian)
  await page.goto(eventPage(event))
  await page.getByRole('button', { name: 'Add a new player' }).click()
  const dialog = page.getByRole('dialog')
  await typePlayer(page)
  await db.delete(signIns).where(eq(signIns.accountId, guardian.id))

  await dialog.getByRole('button', { name: 'Add player' }).click()

  await expect(dialog.getByRole('alert')).toContainText('Please log in to continue.')
  await expectNoViolations(page)
  const login = await openTab(dialog.getByRole('link', { name: 'Open login in a new tab' }))
  await logIn(login, guardian)
  await expect(login).toHaveURL(eventPage(event))
  await login.close()
  await expect(dialog.getByLabel('Birthday')).toHaveValue('2017-05-04')
  await expect(dialog.getByLabel('Skill level')).toHaveValue('Beginner')
  await dialog.getByRole('button', { name: 'Add player' }).click()
  await expect(page.getByText('Save Successful')).toBeVisible()
  await expect(page.getByLabel('Player', { exact: true }).locator('option:checked')).toHaveText(
    'Juniper Vale',
  )
})

test('a session that ends before a place is given up leads to login, and back to the same year and player', async ({
  page,
  db,
  guardian,
}) => {
  const [wish, other] = [await aWishInLatestYear(db, guardian), await aWishInLatestYear(db, guardian)]
  await register(page, [wish, other], 'later')
  await openHistory(page)
  await page.getByLabel('Player').selectOption(wish.player.id)
  await expect(historyRow(page, other)).toHaveCount(0)
  await db.delete(signIns).where(eq(signIns.accountId, guardian.id))

  await unregister(page, wish)

  await expect(page.getByText('Please log in to continue.')).toBeVisible()
  await logIn(page, guardian)
  await expect(page).toHaveURL(`/pages/registration-history?year=${latest}&player=${wish.player.id}`)
  await unregister(page, wish)
  await expect(page.getByRole('dialog')).toContainText('nothing is due')
})

test('who waits long for an answer hears what is going on; one that is lost is asked for again, and the card is charged once', async ({
  page,
  db,
  guardian,
}) => {
  await page.clock.install()
  await checkOut(page, await aWish(db, guardian))
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  let lost = 0
  await page.route('**/api/post-transaction', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await answered
    return route.abort('connectionreset')
  })
  const waiting = page.locator('.pay-bar').getByRole('status')
  await expect(waiting).toBeAttached()

  await registerAndPayByCard(page, cards.accepted)

  await expect.poll(() => lost).toBe(1)
  await expect(waiting).toBeEmpty()
  await page.clock.fastForward(5_000)
  await expect(waiting).toHaveText('Still talking to the bank. Please keep this page open.')
  await expect(waiting).toBeInViewport({ ratio: 1 })
  await expectNoViolations(page)
  await page.clock.fastForward(15_000)
  await expect(waiting).toContainText('you can press again, and you will not be charged twice.')
  await expect(page.getByRole('button', { name: 'Paying' })).toBeInViewport({ ratio: 1 })
  answer()
  await expectPaid(page)
  expect(lost).toBe(2)
  expect((await listCharges(db, guardian)).map(({ state }) => state)).toEqual(['accepted'])
})

test('paying with a saved card offline, nothing is sent and the page says so; back online it is paid once, also when the network goes away once more', async ({
  page,
  context,
  db,
  mailbox,
  guardian,
}) => {
  const merchant = merchantAt(Number(new URL(sandbox).port))
  await merchant.customer.create({ id: guardian.id, paymentMethodNonce: 'fake-valid-nonce' })
  const wish = await aWish(db, guardian, { event: { priceCents: 9_550 } })
  await checkOut(page, wish)
  const card = page.getByRole('button', { name: /^Ending in .+ 1881/ })
  await expect(card).toBeVisible()
  await context.setOffline(true)

  await pressButton(page, 'Register and Pay')

  const words =
    /^We encountered an error processing your payment\. Please try again or contact support\.\s*You were offline, so nothing was sent\. Nothing was charged\./
  const banner = page.getByRole('alert').filter({ hasText: words })
  await expect(banner).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('row', { name: fullName(wish.player) })).toBeVisible()
  await expect(card).toBeVisible()
  expect(await readTaken(db, wish.session.id)).toBe(0)
  await context.setOffline(false)
  await page.route(
    '**/api/post-transaction',
    async (route) => {
      await route.fetch()
      await context.setOffline(true)
      await route.abort('internetdisconnected')
      await context.setOffline(false)
    },
    { times: 1 },
  )
  await pressButton(page, 'Register and Pay')
  await expectPaid(page)
  expect(await findSales(await listCharges(db, guardian))).toEqual(['95.50 submitted_for_settlement'])
  expect(await readTaken(db, wish.session.id)).toBe(1)
  const mails = await mailbox.to(guardian.email)
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Payment receipt/)])
})

test('the back button keeps what was chosen, and never leads back into a finished order', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian)
  await fillCart(page, wish)
  await page.getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByRole('row', { name: fullName(wish.player) })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Session', { exact: true })).toHaveValue(String(wish.session.id))
  await expect(page.getByLabel('Player', { exact: true })).toHaveValue(wish.player.id)
  await page.goForward()
  await page.getByRole('link', { name: 'Check out' }).click()
  await payLater(page)
  await expectRegistered(page)

  await page.goBack()

  await expect(page.getByRole('heading', { level: 1, name: /Registration history|Cart/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register' })).toBeHidden()
})

test('two tabs share one cart', async ({ page, context, db, guardian }) => {
  const [first, second] = [await aWish(db, guardian), await aWish(db, guardian)]
  const other = await context.newPage()
  await other.goto('/pages/cart')
  await expect(other.getByText('Your cart is empty')).toBeVisible()

  await fillCart(page, first, second)

  await expect(other.getByRole('row', { name: fullName(first.player) })).toBeVisible()
  await other.getByRole('button', { name: `Remove ${first.player.firstName}` }).click()
  await expect(page.getByRole('link', { name: 'Cart 1 item' })).toBeVisible()
})

test('pressed before the script has come, the form comes back with what was chosen', async ({
  page,
  db,
  guardian,
}) => {
  const { event, session, player } = await aWish(db, guardian)

  await page.goto(`${eventPage(event)}?session=${session.id}&player=${player.id}`)

  await expect(page.getByLabel('Session', { exact: true })).toHaveValue(String(session.id))
  await addToCart(page)
  await expect(page.getByText('Successfully Added to Cart!')).toBeVisible()
})
