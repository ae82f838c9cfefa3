import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { donations } from '../../web/app/donations/donations.tables.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { anAccount } from '../../web/test/builders/builders.ts'
import { expectNoViolations, picture } from '../support/axe.ts'
import { expect, signIn, site, test } from '../support/fixtures.ts'
import { findSales } from '../support/gateway.ts'
import { openTab } from '../support/shop.ts'
import { cardField, cards, clickTwice, deviceData, typeCard } from '../support/ways-to-pay/cards.ts'

const failed =
  'We encountered an error processing your payment. Please refresh, try again or contact support.'
const donate = (page: Page) => page.getByRole('button', { name: 'Donate', exact: true })
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you for your gift' })

const sharedCard = { ...cards.accepted, number: '5555555555554444' }

let made = 0
/** Fills in everything but amount and card; answers the email, by which the gift is found again. */
async function fillIn(page: Page) {
  const email = `edith-${process.pid}-${++made}@example.test`
  await page.getByLabel('First name').fill('Edith')
  await page.getByLabel('Last name').fill('Lobwell')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Mailing address').fill('4 Baseline Road, Fairmeadow, CA 94000')
  return email
}

/** Types a card and waits until the widget knows that it is whole. */
async function typeWholeCard(page: Page, card = cards.accepted) {
  await typeCard(page, card)
  await page.getByLabel('First name').focus()
  await expect(page.locator('.braintree-hosted-fields-valid')).toHaveCount(5)
}

test('a visitor gives to the programme without an account: id, receipt to print and mail (P2.20 P2.22 P2.117 P2.120 P2.121)', async ({
  page,
  mailbox,
}) => {
  await page.goto('/pages/donate')
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
  await expectNoViolations(page)
  // What came with the form stands behind the page's own styles, and would win over them.
  const styles = await page.evaluate(() =>
    Array.from(document.styleSheets, ({ href }) => href?.split('#')[0]),
  )
  expect(styles).toEqual([...new Set(styles)])
  await page.getByLabel('Phone').pressSequentially('5550100177')
  await expect(page.getByLabel('Phone')).toHaveValue('(555) 010-0177')
  const email = await fillIn(page)
  await page.getByText('$100', { exact: true }).click()
  await picture(page, '1 amount')
  await typeWholeCard(page)
  await picture(page, '2 card')

  const gift = page.waitForRequest('**/api/submit-donation')
  await donate(page).click()

  expect((await gift).postDataJSON().device_data).toMatch(deviceData)
  await expect(thanks(page)).toBeVisible()
  await page.goBack()
  await expect(donate(page)).toBeVisible()
  await page.goForward()
  await expect(thanks(page)).toBeVisible()
  await picture(page, '3 thanks')
  await expect(page).toHaveURL(/\/pages\/donate\/success\/[\w-]+$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect(page.getByText(id)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Given' })).toContainText('$100.00')
  await expect(page.getByRole('region', { name: 'Your gift' })).toContainText('ToCourtside Youth Tennis')
  await expect(page.getByText('A tax receipt will be mailed to the mailing address.')).toBeVisible()
  await expectNoViolations(page)
  const [mail] = await mailbox.to(email)
  expect(mail?.text).toContain(
    'Courtside Youth Tennis (EIN 00-0000142) received your contribution of $100.00',
  )

  const receipt = await openTab(page.getByRole('link', { name: 'Print the receipt' }))
  await expect(receipt.getByRole('heading', { name: 'Donation receipt' })).toBeVisible()
  await expect(receipt.getByText('4 Baseline Road, Fairmeadow, CA 94000')).toBeVisible()
  await expect(
    receipt.getByText('No goods or services were provided in exchange for this contribution.'),
  ).toBeVisible()
  await expectNoViolations(receipt)
})

test('the memorial foundation has the same form, and what is typed stays when the cause changes (P2.21 P1.17)', async ({
  page,
  db,
}) => {
  await page.goto('/pages/donate')
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
  const email = await fillIn(page)
  await page.getByRole('navigation', { name: 'Cause' }).getByRole('link').nth(1).click()
  await expect(page).toHaveURL('/pages/donate-bottinelli')
  await expect(page.getByLabel('Last name')).toHaveValue('Lobwell')
  await expect(page.getByText('a whole season without a bill.')).toBeVisible()
  await expect(page.getByRole('radio', { name: '$50', exact: true })).toHaveAccessibleDescription(
    'Strings for two rackets',
  )
  await typeWholeCard(page)

  await donate(page).click()

  await expect(thanks(page)).toBeVisible()
  const [gift] = await db.select().from(donations).where(eq(donations.email, email))
  expect(gift).toMatchObject({ donationType: 'DBF', amountCents: 10_000, accountId: null })
})

test('presets and a custom amount with its mask, limit and sentences (P2.118 P4.48 P5.30 P5.31 P9.2)', async ({
  page,
}) => {
  await page.goto('/pages/donate')
  await expect(page.getByRole('radio')).toHaveCount(5)
  for (const preset of ['$500', '$250', '$100', '$50', 'Custom'])
    await expect(page.getByRole('radio', { name: preset, exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: '$50', exact: true })).toHaveAccessibleDescription(
    'New balls for a group',
  )
  const custom = page.getByLabel('Custom amount')
  await expect(custom).toBeHidden()
  await page.getByText('Custom', { exact: true }).click()

  await custom.focus()

  await expect(async () => {
    await custom.fill('')
    await custom.pressSequentially('12345678901234')
    await expect(custom).toHaveValue('$1,234,567,890', { timeout: 500 })
  }).toPass()
  await custom.fill('')
  await custom.blur()
  await expect(page.getByText('Custom donation amount is required.')).toBeVisible()
  await custom.pressSequentially('1250.5')
  await expect(custom).toHaveValue('$1,250.5')
  await expect(page.getByLabel('Your gift')).toContainText('$1,250.50')
  await custom.fill('$')
  await custom.pressSequentially('.')
  await custom.blur()
  await expect(page.getByText('Invalid amount.', { exact: true })).toBeVisible()

  await page.getByText('$50', { exact: true }).click()
  await expect(custom).toBeHidden()
})

test('the button waits for a whole form, the card form, and twenty dollars (P4.45 P4.46 P4.47 P8.18)', async ({
  page,
}) => {
  let open = () => undefined as unknown
  const opened = new Promise((resolve) => {
    open = () => resolve(undefined)
  })
  await page.route('**/hosted-fields-frame*', async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/pages/donate')
  await expect(donate(page)).toBeDisabled()
  await fillIn(page)
  await expect(page.getByText('The card form is loading.')).toBeVisible()
  await expect(donate(page)).toBeDisabled()
  open()
  await expect(donate(page)).toBeEnabled()

  await page.getByLabel('Mailing address').fill('')
  await page.getByLabel('Mailing address').blur()
  await expect(donate(page)).toBeDisabled()
  await page.getByLabel('Mailing address').fill('4 Baseline Road')
  await expect(donate(page)).toBeEnabled()

  await page.getByText('Custom', { exact: true }).click()
  await page.getByLabel('Custom amount').pressSequentially('19.99')
  await page.getByLabel('Custom amount').blur()
  await expect(page.getByText('Minimum Donation amount is $20', { exact: true })).toBeVisible()
  await expect(donate(page)).toBeDisabled()
  await page.getByLabel('Custom amount').fill('$20')
  await expect(donate(page)).toBeEnabled()
})

test('a refused card keeps what was typed, after a refresh too, and another card gives (P8.11)', async ({
  page,
  db,
}) => {
  await page.goto('/pages/donate')
  const email = await fillIn(page)
  await page.getByText('Custom', { exact: true }).click()
  await page.getByLabel('Custom amount').pressSequentially('35.50')
  await expect(page.getByLabel('Custom amount')).toHaveValue('$35.50')
  await typeWholeCard(page, cards.refused)
  await donate(page).click()
  const banner = page.getByRole('alert').filter({ has: page.getByText(failed, { exact: true }) })
  await expect(banner).toContainText('The card was declined. Nothing was charged.')
  await expect(banner).toContainText(
    'Without a card: mail us a check. The address is at the end of this page.',
  )
  await expect(page.getByRole('contentinfo')).toContainText('18 Orchard Way')
  await expect(page.getByLabel('Mailing address')).toHaveValue('4 Baseline Road, Fairmeadow, CA 94000')
  await expectNoViolations(page)

  await page.reload()
  await expect(page.getByLabel('Custom amount')).toHaveValue('$35.50')
  await expect(page.getByLabel('First name')).toHaveValue('Edith')
  await typeWholeCard(page)
  await donate(page).click()

  await expect(thanks(page)).toBeVisible()
  const gifts = await db
    .select({ state: charges.state })
    .from(donations)
    .innerJoin(charges, eq(charges.id, donations.chargeId))
    .where(eq(donations.email, email))
  expect(gifts.map(({ state }) => state).sort()).toEqual(['accepted', 'declined'])
})

test('two clicks at once, or an answer that is lost, charge once', async ({ page, db }) => {
  await page.goto('/pages/donate')
  const email = await fillIn(page)
  await typeWholeCard(page)
  let lost = 0
  await page.route('**/api/submit-donation', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })

  await clickTwice(page, 'Donate')

  await expect(thanks(page)).toBeVisible()
  expect(lost).toBeGreaterThan(1)
  expect(await db.$count(donations, eq(donations.email, email))).toBe(1)
})

test('a failure of ours after the charge is told as unknown; refreshed and pressed again, nothing more is charged', async ({
  page,
  db,
}) => {
  await page.goto('/pages/donate')
  const email = await fillIn(page)
  await typeWholeCard(page)
  await page.route('**/api/submit-donation', async (route) => {
    await route.fetch()
    const json = { success: false, code: 'internal', message: 'Something went wrong.' }
    await route.fulfill({ status: 500, json })
  })
  await donate(page).click()
  const banner = page.getByRole('alert').filter({ has: page.getByText(failed, { exact: true }) })
  await expect(banner).toContainText('Press the button again: you will not be charged twice.')
  await expect(page.getByLabel('Last name')).toBeDisabled()
  await page.unroute('**/api/submit-donation')

  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Lobwell')
  await typeWholeCard(page)
  await donate(page).click()

  await expect(thanks(page)).toBeVisible()
  const gifts = await db.select().from(donations).where(eq(donations.email, email))
  expect(await findSales(gifts.map(({ chargeId }) => ({ id: String(chargeId) })))).toEqual([
    '100.00 submitted_for_settlement',
  ])
  await page.goBack()
  await expect(page.getByLabel('Last name')).toHaveValue('')
  await page.goForward()
  await expect(thanks(page)).toBeVisible()
})

test('a signed-in donor finds the form filled in and saved cards offered, and nobody else opens the gift (P6.19 P6.20)', async ({
  page,
  browser,
  guardian,
}) => {
  const tokens: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/get-card-client-token')) tokens.push(request.postDataJSON())
  })
  await page.goto('/pages/donate')
  await expect(page.getByLabel('First name')).toHaveValue('Robin')
  await expect(page.getByLabel('Last name')).toHaveValue('Vale')
  await expect(page.getByLabel('Email')).toHaveValue(guardian.email)
  await expect(page.getByLabel('Phone')).toHaveValue('(555) 010-0100')
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()
  expect(tokens).toEqual([{ userId: guardian.id }])
  await expect(page.getByLabel('Save this card for next time')).toBeVisible()
  await page.getByLabel('Mailing address').fill('4 Baseline Road, Fairmeadow, CA 94000')
  await page.getByLabel('Save this card for next time').check()
  await typeWholeCard(page)
  await donate(page).click()
  await expect(thanks(page)).toBeVisible()
  const gift = new URL(page.url()).pathname

  await page.goto('/pages/donate')
  await expect(page.getByLabel('Mailing address')).toHaveValue('4 Baseline Road, Fairmeadow, CA 94000')
  await expect(page.getByText('Ending in')).toBeVisible()
  const lastOfCard = await page.getByText('Choose another way to pay').boundingBox()
  const total = await page.getByLabel('Your gift').boundingBox()
  const gap = (total?.y ?? 0) - (lastOfCard?.y ?? 0) - (lastOfCard?.height ?? 0)
  expect(gap, 'pixels of nothing below the saved card').toBeLessThan(80)
  await page.emulateMedia({ colorScheme: 'dark' })
  const linkByNight = 'oklch(0.82 0.088 236)'
  for (const link of ['Edit', 'Choose another way to pay'])
    await expect(page.getByText(link, { exact: true })).toHaveCSS('color', linkByNight)

  const stranger = await browser.newContext({ baseURL: site })
  for (const path of [gift, gift.replace('success', 'receipt')]) {
    const answer = await stranger.request.get(path, { maxRedirects: 0 })
    expect(answer.status()).toBe(302)
    expect(answer.headers().location).toContain('/pages/login')
  }
  await stranger.close()
})

test('two parents save the one card they share, each of them once (L5.51 L8.72)', async ({
  page,
  browser,
  db,
  guardian: _,
}) => {
  async function giveAndSave(on: Page) {
    await on.getByLabel('Mailing address').fill('4 Baseline Road, Fairmeadow, CA 94000')
    await on.getByLabel('Save this card for next time').check()
    await typeWholeCard(on, sharedCard)
    await donate(on).click()
  }
  const other = await browser.newContext({ baseURL: site, reducedMotion: 'reduce' })
  await signIn(db, other, (await anAccount(db)).id)
  for (const on of [page, await other.newPage()]) {
    await on.goto('/pages/donate')
    await giveAndSave(on)
    await expect(thanks(on)).toBeVisible()
  }
  await other.close()

  await page.goto('/pages/donate')
  await page.getByText('Choose another way to pay').click()
  await giveAndSave(page)
  const duplicate = page.getByText('This credit card already exists as a saved funding source.')
  await expect(duplicate).toBeVisible()
  await expect(donate(page)).toBeEnabled()
  await page.getByLabel('Save this card for next time').uncheck()
  await expect(duplicate).toBeHidden()
  await expect(page.getByText('Error occurred with your payment method')).toBeHidden()
  await donate(page).click()
  await expect(thanks(page)).toBeVisible()
})

test('a guest’s card form opens by the public key, and no card is kept or offered (P2.119 P6.9 P6.10)', async ({
  page,
}) => {
  const keys: string[] = []
  page.on('request', (request) => {
    const { authorization } = request.headers()
    if (request.url().includes('/graphql') || request.url().includes('/client_api/'))
      keys.push(authorization ?? request.url())
  })
  await page.goto('/pages/donate')
  await expect(cardField(page, 'Credit Card Number')).toBeVisible()

  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) expect(key).toContain('development_courtside_integration_merchant_id')
  await expect(page.getByLabel('Save this card for next time')).toHaveCount(0)
  await expect(page.getByText('Ending in')).toHaveCount(0)
})

test('an address is completed by the arrow keys; anything else may stand there too (P1.19 P7.37)', async ({
  page,
}) => {
  await page.goto('/pages/donate')
  const address = page.getByRole('combobox', { name: 'Mailing address' })
  await expect(donate(page)).toBeDisabled()

  await address.pressSequentially('4 Baseline Road, palo alto')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(address).toHaveValue('4 Baseline Road, Palo Alto, CA 94301')
  await expect(page.getByRole('listbox'), 'closed with its options').toHaveCount(0)
  await expect(address).toBeFocused()

  await address.fill('')
  await address.pressSequentially('4 Baseline Road, fairfield')
  await page.getByRole('option', { name: /Fairfield, CA \d{5} to \d{5}/ }).click()
  await page.getByRole('option', { name: '4 Baseline Road, Fairfield, CA 94533' }).click()
  await expect(address).toHaveValue('4 Baseline Road, Fairfield, CA 94533')

  await expect(page.getByText('Suggestions are for US addresses; type yours in full.')).toBeVisible()
  const doubt = page.getByText('That looks short for an address.')
  await address.fill('asdf')
  await page.getByLabel('First name').focus()
  await expect(doubt).toBeVisible()
  await expectNoViolations(page)
  await address.fill('22 Rue Sherbrooke, Montréal QC H2X 1Y6, Canada')
  await page.getByLabel('First name').focus()
  await expect(doubt).toBeHidden()
  await expect(page.getByText('Still needed:')).not.toContainText('mailing address')
})
