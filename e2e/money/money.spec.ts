import { fullName } from '../../web/app/people/people.ts'
import { anAccount } from '../../web/test/builders/builders.ts'
import {
  checkOut,
  expectPaid,
  expectRegistered,
  failureOn,
  keptCart,
  listCharges,
  loseAnswers,
  loseNoMore,
  payLater,
  readTaken,
} from '../support/checkout.ts'
import { expect, sandbox, signIn, site, test } from '../support/fixtures.ts'
import { findSales } from '../support/gateway.ts'
import { aWish, fillCart, openTab, register } from '../support/shop.ts'
import {
  cardField,
  cards,
  clickTwice,
  declinedCents,
  pressButton,
  registerAndPayByCard,
  typeCard,
} from '../support/ways-to-pay/cards.ts'

test('a refused card keeps the cart and gives the place back, and another pays (P4.39 P4.40 P8.8)', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian)
  await checkOut(page, wish)

  await registerAndPayByCard(page, cards.refused)

  const banner = failureOn(page)
  await expect(banner).toBeInViewport({ ratio: 1 })
  await expect(banner).toBeFocused()
  await expect(banner.getByText('The card was declined. Nothing was charged.', { exact: true })).toBeVisible()
  await expect(banner).toContainText(
    'Without a card: choose to pay later, and pay by Venmo transfer, check or cash until the first day of the session.',
  )
  await expect(page.getByRole('row', { name: fullName(wish.player) })).toBeVisible()
  expect(await readTaken(db, wish.session.id)).toBe(0)
  await page.reload()
  await registerAndPayByCard(page, cards.accepted)
  await expectPaid(page)
  expect(await readTaken(db, wish.session.id)).toBe(1)
})

test('a parent pays through a network that fails twice, without touching the card, and is told what was bought', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian, { event: { priceCents: 9_550 } })
  await checkOut(page, wish)
  const pay = page.getByRole('button', { name: 'Register and Pay', exact: true })
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
  await expect(page.getByText('Your places are kept for 15 minutes from your press on')).toBeVisible()
  await typeCard(page, cards.accepted)
  await page.route(`${sandbox}/**`, (route) => route.abort())
  await pressButton(page, 'Register and Pay')
  await expect(alert('Network error. Please try again.')).toBeVisible()
  await expect(pay).toBeEnabled()
  await page.unroute(`${sandbox}/**`)
  await loseAnswers(page)

  await pressButton(page, 'Register and Pay')

  await expect(alert('Press the button again: you will not be charged twice.')).toBeVisible({
    timeout: 15_000,
  })
  await expect(page.getByText('We keep your places for 15 more minutes.', { exact: true })).toBeVisible()
  await loseNoMore(page)
  await pressButton(page, 'Register and Pay')
  await expectPaid(page)
  const bought = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(bought).toContainText(fullName(wish.player))
  await expect(bought.getByRole('heading', { name: wish.event.name })).toBeVisible()
  await expect(bought).toContainText(`Session ${wish.session.number},`)
  const receipt = page.getByRole('complementary', { name: 'Paid' })
  await expect(receipt).toContainText('Paid by card, Visa ending in 1111$95.50')
  await expect(receipt).toContainText(`The receipt is mailed to ${guardian.email}.`)
  expect(await findSales(await listCharges(db, guardian))).toEqual(['95.50 submitted_for_settlement'])
})

test('a failure of ours after the charge is told as unknown, and the next press charges nothing more', async ({
  page,
  db,
  guardian,
}) => {
  await checkOut(page, await aWish(db, guardian))
  await page.route('**/api/post-transaction', async (route) => {
    await route.fetch()
    const json = { success: false, code: 'internal', message: 'Something went wrong.' }
    await route.fulfill({ status: 500, json })
  })
  await registerAndPayByCard(page, cards.accepted)
  const banner = failureOn(page)
  await expect(banner).toContainText('We cannot tell whether this went through.')
  await page.unroute('**/api/post-transaction')

  await pressButton(page, 'Register and Pay')

  await expectPaid(page)
  expect(await findSales(await listCharges(db, guardian))).toHaveLength(1)
})

test('places that are kept for a payment count down, also when the page is loaded again; once they are paid, the page leads to the order, and what was bought leaves the cart', async ({
  page,
  db,
  guardian,
}) => {
  const bought = await aWish(db, guardian)
  await page.clock.install()
  await checkOut(page, bought)
  await page.route('**/api/post-transaction', (route) => route.abort('connectionreset'))
  await registerAndPayByCard(page, cards.accepted)
  await expect(page.getByText('Press the button again: you will not be charged twice.')).toBeVisible()
  await page.clock.fastForward('10:00')
  await expect(
    page.getByRole('status').filter({ hasText: 'We keep your places for 5 more minutes.' }),
  ).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('We keep your places for 15 more minutes.', { exact: true })).toBeVisible()
  await page.route('**/api/post-transaction', async (route) => {
    await route.fetch()
    await page.evaluate(() => location.reload())
  })

  await registerAndPayByCard(page, cards.accepted)

  await expectPaid(page)
  await expect(page.getByRole('link', { name: 'Print Payment Receipt' })).toBeVisible()
  expect(await keptCart(page)).toBe('[]')
})

test('what went through meanwhile is out of the cart with a link to it; what was had elsewhere stays flagged', async ({
  page,
  db,
  guardian,
}) => {
  const [bought, elsewhere] = [await aWish(db, guardian), await aWish(db, guardian)]
  await checkOut(page, bought)
  await page.route('**/api/post-transaction', async (route) => {
    await route.fetch()
    await page.goto('about:blank')
  })
  await registerAndPayByCard(page, cards.accepted)
  await expect(page).toHaveURL('about:blank')
  await fillCart(page, elsewhere)
  await register(page, [elsewhere], 'later')

  await page.goto('/pages/cart')

  await expect(page.getByText('What you sent before has gone through')).toBeVisible()
  await expect(page.getByRole('row', { name: fullName(bought.player) })).toHaveCount(0)
  await expect(page.getByRole('row', { name: fullName(elsewhere.player) })).toContainText(
    `${elsewhere.player.firstName} is already registered for this session. Please remove to continue.`,
  )
  await page.getByRole('link', { name: 'See your order and its receipt' }).click()
  await expectPaid(page)
})

test('Enter in the last card field pays, and the thank-you page is reached again by Forward', async ({
  page,
  db,
  guardian,
}) => {
  await checkOut(page, await aWish(db, guardian))
  await typeCard(page, cards.accepted)

  await cardField(page, 'Postal Code').press('Enter')

  await expectPaid(page)
  await page.goBack()
  await expect(page).toHaveURL(/registration-history/)
  await page.goForward()
  await expectPaid(page)
})

test('what the bank declines can be paid later', async ({ page, db, guardian }) => {
  const wish = await aWish(db, guardian, { event: { priceCents: declinedCents } })
  await checkOut(page, wish)
  await registerAndPayByCard(page, cards.accepted)
  await expect(failureOn(page)).toBeVisible()

  await payLater(page)

  await expectRegistered(page)
  expect((await listCharges(db, guardian)).map(({ state }) => state)).toEqual(['declined'])
})

test('pay later registers without a charge and prints an invoice (P2.85 P2.90 P2.91 P4.41 P4.44)', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian, { event: { priceCents: 6_500 } })
  await checkOut(page, wish)
  await payLater(page)
  await expectRegistered(page)
  const invoice = await openTab(page.getByRole('link', { name: 'Print Invoice' }))
  await expect(invoice.getByRole('row', { name: fullName(wish.player) })).toContainText('$65.00')
  expect(await listCharges(db, guardian)).toEqual([])
  expect(await keptCart(page)).toBe('[]')
})

test('two clicks at once ask once and charge once (P4.36)', async ({ page, db, guardian }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (/process-all|post-transaction/.test(request.url())) calls.push(request.url())
  })
  await checkOut(page, await aWish(db, guardian))
  await typeCard(page, cards.accepted)

  await clickTwice(page, 'Register and Pay')

  await expectPaid(page)
  expect(calls).toHaveLength(2)
  expect(await listCharges(db, guardian)).toHaveLength(1)
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
    await expect(end.or(failureOn(tab))).toBeVisible()
  }
  const accepted = (await listCharges(db, guardian)).filter(({ state }) => state === 'accepted')
  expect(accepted).toHaveLength(1)
  expect(await readTaken(db, wish.session.id)).toBe(1)
})

test('nobody else opens a receipt or an order', async ({ page, browser, db, guardian }) => {
  await checkOut(page, await aWish(db, guardian))
  await registerAndPayByCard(page, cards.accepted)
  await expectPaid(page)
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
