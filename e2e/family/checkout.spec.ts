import { eq, inArray, sql } from 'drizzle-orm'
import { sessions } from '../../web/app/events/events.tables.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { fullName } from '../../web/app/people/people.ts'
import { longDay } from '../../web/app/platform/format/dates.ts'
import { formatPaysFor } from '../../web/app/registrations/entries.db.server.ts'
import { registrations } from '../../web/app/registrations/registrations.tables.ts'
import { anAccount } from '../../web/test/builders/builders.ts'
import { expectNoViolations } from '../support/axe.ts'
import {
  checkOut,
  expectPaid,
  expectRegistered,
  failureOn,
  keptCart,
  listCharges,
  payLater,
} from '../support/checkout.ts'
import { expect, signIn, site, test } from '../support/fixtures.ts'
import { findSales } from '../support/gateway.ts'
import { aWish, fillCart, logIn, processCart, register, type Wish } from '../support/shop.ts'
import {
  cardField,
  cards,
  pressButton,
  registerAndPayByCard,
  typeCard,
} from '../support/ways-to-pay/cards.ts'
import { enlargeText } from '../support/widths.ts'

const now = 'Pay now in full (Credit Card)'
const later = 'Pay later (Venmo, Cash, Check or Credit Card)'
const widgetFailed = 'Error occurred with your payment method'

test('checkout lists the sessions with their total, and two ways to pay (P2.15 P2.80 P2.81 P2.82 P2.83)', async ({
  page,
  db,
  guardian,
}) => {
  const first = await aWish(db, guardian, { event: { priceCents: 18_000 } })
  const second = await aWish(db, guardian, { event: { priceCents: 6_550 } })
  await checkOut(page, first, second)

  await expect(page.getByRole('row', { name: fullName(first.player) })).toContainText('$180.00')
  await expect(page.getByRole('row', { name: fullName(second.player) })).toContainText('$65.50')
  await expect(page.getByLabel('Total')).toContainText('$245.50')
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Register and Pay' })).toBeVisible()
  for (const name of [now, later]) await expect(page.getByText(name, { exact: true })).toBeVisible()
})

test('checkout begins with the card, and its button says what it will do (P2.84 P2.85 P4.34 P4.35)', async ({
  page,
  db,
  guardian,
}) => {
  await checkOut(page, await aWish(db, guardian))
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await expect(page.getByRole('radio', { name: now })).toBeChecked()
  await expect(button('Register and Pay')).toBeVisible()
  await expect(cardField(page, 'CVV')).toBeVisible()

  await page.getByRole('radio', { name: later }).check()

  await expect(page.getByRole('radio', { name: now })).not.toBeChecked()
  await expect(button('Register Now and Pay Later')).toBeEnabled()
  await expect(button('Register and Pay')).toHaveCount(0)
  await expect(cardField(page, 'CVV')).toBeHidden()
})

test('on a phone sum and button stay in sight and cover nothing that has the focus; with large text they stand at the end', async ({
  page,
  db,
  guardian,
}) => {
  await fillCart(page, await aWish(db, guardian, { event: { priceCents: 18_000 } }))
  const bar = page.locator('.pay-bar')
  const covered = () =>
    bar.evaluate((element) => {
      const focused = document.activeElement ?? document.body
      const isUnder = focused.getBoundingClientRect().bottom > element.getBoundingClientRect().top
      return isUnder && !element.contains(focused) ? focused.outerHTML : 'nothing'
    })
  for (const [path, name, sum] of [
    ['/pages/checkout', 'Register and Pay', '$180.00'],
    ['/pages/donate', 'Donate', '$100.00'],
  ] as const) {
    await page.goto(path)
    await expect(cardField(page, 'CVV')).toBeVisible()
    const button = page.getByRole('main').getByRole('button', { name, exact: true })
    await expect(button).toBeInViewport({ ratio: 1 })
    await expect(bar.getByText(sum)).toBeInViewport({ ratio: 1 })

    await page.getByLabel(path.endsWith('donate') ? '$500' : later).focus()
    while (await cardField(page, 'Postal Code').evaluate((field) => !field.matches(':focus'))) {
      await page.keyboard.press('Tab')
      // The field that was left says what is wrong a moment later.
      await expect.poll(covered, { intervals: [20] }).toBe('nothing')
    }

    await enlargeText(page)
    await expect(button).not.toBeInViewport()
  }
})

test('a card can be paid with once its form is ready, and not while it has an error (P4.37 P4.38 P8.7)', async ({
  page,
  db,
  guardian,
}) => {
  await fillCart(page, await aWish(db, guardian))
  const submit = page.getByRole('button', { name: 'Register and Pay' })
  let wasOpenEarly: boolean | undefined
  await page.route('**/api/get-card-client-token', async (route) => {
    wasOpenEarly = await submit.isEnabled()
    await route.continue()
  })
  await page.goto('/pages/checkout')
  await expect(submit).toBeEnabled()
  expect(wasOpenEarly).toBe(false)

  await submit.tap()

  await expect(page.getByRole('alert').filter({ hasText: widgetFailed })).toBeVisible()
  await expect(submit).toBeDisabled()
  // A browser takes what was tapped last as hovered over.
  await expect(submit).toHaveCSS('background-color', 'oklch(0.973 0.008 158)')
  await typeCard(page, cards.accepted)
  await expect(page.getByText(widgetFailed)).toBeHidden()
  await expect(submit).toBeEnabled()
})

test('whoever pays with an empty or half-filled card hears which fields, with the cursor in the first of them', async ({
  page,
  db,
  guardian,
}) => {
  await checkOut(page, await aWish(db, guardian))
  const alert = page.getByRole('alert').filter({ hasText: widgetFailed })
  await cardField(page, 'CVV').waitFor()

  await pressButton(page, 'Register and Pay')
  await expect(alert).toContainText('Fill in or correct: card number, expiration date, CVV, and postal code.')
  await expect(cardField(page, 'Credit Card Number')).toBeFocused()

  await cardField(page, 'Credit Card Number').pressSequentially(cards.accepted.number)
  await expect(alert).toBeHidden()
  await pressButton(page, 'Register and Pay')
  await expect(alert).toContainText('Fill in or correct: expiration date, CVV, and postal code.')
  await expect(cardField(page, 'Expiration Date')).toBeFocused()
})

test('where the card form cannot open, it says why, can be tried again, and paying later is left (P4.37 P8.7)', async ({
  page,
  db,
  guardian,
}) => {
  await fillCart(page, await aWish(db, guardian))
  const away = 'We could not reach the card company. Wait a minute, then try again.'
  const answer = { success: false, code: 'gateway-away', message: away }
  await page.route('**/api/get-card-client-token', (route) => route.fulfill({ status: 503, json: answer }))

  await page.goto('/pages/checkout')

  const alert = page.getByRole('alert').filter({ hasText: widgetFailed })
  await expect(alert).toContainText(`${away} Nothing was charged.`)
  await expect(alert).toContainText('Without a card: choose to pay later')
  await expectNoViolations(page)
  await expect(page.getByRole('button', { name: 'Register and Pay' })).toBeDisabled()
  await page.getByRole('radio', { name: later }).check()
  await expect(page.getByRole('button', { name: 'Register Now and Pay Later' })).toBeEnabled()
  await page.getByRole('radio', { name: now }).check()
  await page.unroute('**/api/get-card-client-token')
  await page.route('**/api/get-card-client-token', (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('We could not reach the site. Check your connection.')

  await page.unroute('**/api/get-card-client-token')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toBeHidden()
  await expect(page.getByRole('button', { name: 'Register and Pay' })).toBeEnabled()
})

test('when paying later fails, nothing is registered and each item says why (P8.9 P8.10)', async ({
  page,
  db,
  guardian,
}) => {
  const full = await aWish(db, guardian)
  const good = await aWish(db, guardian)
  await checkOut(page, full, good)
  await page.getByRole('radio', { name: later }).check()
  await db.update(sessions).set({ taken: 8 }).where(eq(sessions.id, full.session.id))

  await page.getByRole('button', { name: 'Register Now and Pay Later' }).click()

  const sentence =
    'We encountered an error during registration. Please fix any errors, try again or contact support.'
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  await expect(page.getByRole('row', { name: fullName(full.player) })).toContainText('This session is full.')
  await expect(page.getByRole('row', { name: fullName(good.player) })).not.toContainText('Please remove')
  const [untouched] = await db.select().from(sessions).where(eq(sessions.id, good.session.id))
  expect(untouched?.taken).toBe(0)
})

test('paying later empties the cart, and the history shows the session at once (P1.10 P2.92 P4.41 P4.42)', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian)
  await fillCart(page, wish)
  await page.goto(`/pages/registration-history?year=${yearOf(wish)}`)
  await expect(page.getByText('No registrations found')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('link', { name: 'Check out', exact: true }).click()
  await payLater(page)
  await expectRegistered(page)
  await expect.poll(() => keptCart(page)).toBe('[]')

  await page.getByRole('link', { name: 'View your registrations', exact: true }).click()

  await expect(page.getByRole('row', { name: fullName(wish.player) })).toBeVisible()
})

test('a card is charged at once for the whole cart (P1.9 P4.43 P6.15)', async ({ page, db, guardian }) => {
  const wishes = [
    await aWish(db, guardian, { event: { priceCents: 18_000 } }),
    await aWish(db, guardian, { event: { priceCents: 6_550 } }),
  ]
  await checkOut(page, ...wishes)

  await registerAndPayByCard(page, cards.accepted)

  await expectPaid(page)
  const charged = await listCharges(db, guardian)
  expect(charged).toMatchObject([{ state: 'accepted', amountCents: 24_550 }])
  expect(await findSales(charged)).toEqual(['245.50 submitted_for_settlement'])
})

test('with an empty cart checkout leads to the history (P2.87)', async ({ page, guardian: _ }) => {
  await page.goto('/pages/checkout')

  await expect(page).toHaveURL('/pages/registration-history')
})

test('a paid order thanks for the payment, by its id and by its transaction’s (P2.16 P2.88 P2.89 P2.92)', async ({
  page,
  db,
  guardian,
}) => {
  const { orderId, transactionId } = await register(page, [await aWish(db, guardian)], 'card')
  for (const id of [orderId, transactionId]) {
    await page.goto(`/pages/order/success/${id}`)

    await expectPaid(page)
    await expect(page.getByRole('link', { name: 'Print Payment Receipt' })).toHaveAttribute(
      'href',
      `/pages/invoice/receipt/${guardian.id}/${transactionId}`,
    )
    await expect(page.getByRole('link', { name: 'View your registrations', exact: true })).toBeVisible()
  }
})

test('an order to be paid later tells that its sessions are registered (P2.16 P2.90 P2.91 P2.92)', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian)
  const { orderId } = await register(page, [wish], 'later')

  await page.goto(`/pages/order/success/${orderId}`)

  await expectRegistered(page)
  const bought = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(bought).toContainText(fullName(wish.player))
  await expect(bought).toContainText(`due ${longDay(wish.session.startsOn)}`)
  await expect(page.getByText(`The confirmation is mailed to ${guardian.email}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Print Invoice' })).toHaveAttribute(
    'href',
    `/pages/invoice/unpaid-invoice/${guardian.id}/${yearOf(wish)}`,
  )
  await page.getByRole('link', { name: 'View your registrations', exact: true }).click()
  await expect(page.getByRole('row', { name: fullName(wish.player) })).toBeVisible()
})

const yearOf = ({ session }: Wish) => session.startsOn.slice(0, 4)

test('an order opens for nobody else, and after login for its family', async ({
  page,
  browser,
  context,
  db,
  guardian,
}) => {
  const orders = [
    await register(page, [await aWish(db, guardian)], 'card'),
    await register(page, [await aWish(db, guardian)], 'later'),
  ]
  const ids = [...orders.map(({ orderId }) => orderId), orders[0]?.transactionId ?? '']
  const stranger = await browser.newContext({ baseURL: site })
  await signIn(db, stranger, (await anAccount(db)).id)

  for (const id of ids) expect((await stranger.request.get(`/pages/order/success/${id}`)).status()).toBe(404)

  await stranger.close()
  await context.clearCookies()
  await page.goto(`/pages/order/success/${ids[0]}`)
  await logIn(page, guardian)
  await expect(page).toHaveURL(`/pages/order/success/${ids[0]}`)
})

test('a session that is moved between the press and the charge is not paid: the checkout says what changed, and it is chosen again', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian, { event: { name: 'Green Ball' } })
  await checkOut(page, wish)
  await page.route(
    '**/api/post-transaction',
    async (route) => {
      const moved = { description: 'Mon to Thu, 2:00 to 4:30 pm' }
      await db.update(sessions).set(moved).where(eq(sessions.id, wish.session.id))
      await route.continue()
    },
    { times: 1 },
  )
  await registerAndPayByCard(page, cards.accepted)

  await expect(failureOn(page)).toContainText('Green Ball has changed. It is now “Session')
  await expect(failureOn(page)).toContainText('2:00 to 4:30 pm”. Nothing was charged')
  expect(await listCharges(db, guardian)).toEqual([])
  const row = page.getByRole('row', { name: fullName(wish.player) })
  await expect(row).toContainText('This session has changed.')
  await expectNoViolations(page)
  await row.getByRole('button', { name: 'Take it as it is now' }).click()
  await pressButton(page, 'Register and Pay')
  await expectPaid(page)
})

test('while the bank confirms, nobody is asked to pay again, and the end shows by itself', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian)
  const { orderId, ids } = await processCart(page, [wish], 'card')
  const mine = eq(charges.accountId, guardian.id)
  const { priceCents: chargeCents } = wish.event
  const asked = { state: 'unknown', leasedUntil: sql`now() + interval '10 minutes'` } as const
  const [charge] = await db
    .insert(charges)
    .values({
      ...{ ...asked, accountId: guardian.id, orderId, amountCents: chargeCents },
      ...{ idempotencyKey: orderId, paysFor: formatPaysFor(ids) },
    })
    .returning()
  await db
    .update(registrations)
    .set({ chargeId: charge?.id, chargeCents })
    .where(inArray(registrations.id, ids))

  await page.goto(`/pages/registration-history?year=${wish.session.startsOn.slice(0, 4)}`)
  await expect(page.getByText('We are waiting for the bank to confirm your payment.')).toBeVisible()
  const row = page.getByRole('row', { name: fullName(wish.player) })
  await expect(row).toContainText('The bank is confirming')
  await expect(row.getByRole('button', { name: 'Pay now' })).toHaveCount(0)
  await expectNoViolations(page)
  await page.goto(`/pages/order/success/${orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'We are waiting for the bank to confirm your payment.',
  )

  await db
    .update(charges)
    .set({ state: 'accepted', transactionId: 'asked1', means: 'card', endedAt: sql`now()` })
    .where(mine)
  await expectPaid(page)
})
