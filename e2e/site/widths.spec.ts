import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { donations } from '../../web/app/donations/donations.tables.ts'
import { giftPurpose } from '../../web/app/donations/receipt/acknowledge.server.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { people } from '../../web/app/people/people.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { aPlayer } from '../../web/test/builders/builders.ts'
import { expect, type Guardian, site, test } from '../support/fixtures.ts'
import { latest, openHistory, payByHand, unregister } from '../support/history.ts'
import { aWish, fillCart, register, type Wish } from '../support/shop.ts'
import { cardField } from '../support/ways-to-pay/cards.ts'
import { expectRoomAtEveryWidth, expectRoomForLargeText, expectRoomOnPaper } from '../support/widths.ts'

// A phone's browser zooms out of a page that is too wide, and so hides that it is.
test.use({ isMobile: false, hasTouch: false })
test.setTimeout(120_000)

async function expectRoom(page: Page) {
  await expectRoomAtEveryWidth(page)
  await expectRoomForLargeText(page)
}

const longNames = [
  ['Annabelcharlottejosephinetheodoramarlene', 'Wolfeschlegelsteinhausenbergerdorffsmith'],
  ['يوسف عبد الرحمن', 'لوبويل'],
  ['Nguyễn Thị Phương Thảo', 'Đặng'],
] as const

/** A place for a child of each of the long names. */
async function longPlaces(db: Db, guardian: Guardian): Promise<Wish[]> {
  const wishes = []
  for (const [firstName, lastName] of longNames) {
    const wish = await aWish(db, guardian, {
      event: { priceCents: 118_050, name: 'Fairmeadow Park Intermediate and Advanced Clinic' },
      session: { startsOn: `${latest}-12-30`, endsOn: `${latest + 1}-01-02` },
    })
    await db.update(people).set({ firstName, lastName }).where(eq(people.id, wish.player.id))
    wishes.push({ ...wish, player: { ...wish.player, firstName, lastName } })
  }
  return wishes
}

test('in forced colours the first button, what is chosen and what has the focus stand out; who wants no motion sees none', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const styleOf = (part: Locator) =>
    part.evaluate((element) => {
      const { backgroundColor, borderTopColor, outlineStyle, outlineColor } = getComputedStyle(element)
      return { backgroundColor, borderTopColor, outlineStyle, outlineColor }
    })
  await page.goto('/pages/donate')
  await page.getByLabel('$250').check()
  expect(await styleOf(page.locator('.choice', { hasText: '$250' }))).toMatchObject({ outlineStyle: 'solid' })
  expect(await styleOf(page.locator('.choice', { hasText: '$500' }))).toMatchObject({ outlineStyle: 'none' })

  await page.goto('/pages/login')
  const ground = (await styleOf(page.locator('body'))).backgroundColor
  expect(await styleOf(page.getByRole('button', { name: 'Show password' }))).toMatchObject({
    borderTopColor: ground,
  })
  const login = page.getByRole('main').getByRole('button', { name: 'Login' })
  expect((await styleOf(login)).backgroundColor).not.toBe(ground)
  await page.getByLabel('Password', { exact: true }).press('Tab')
  await expect(login).toBeFocused()
  const { outlineStyle, outlineColor } = await styleOf(login)
  expect(outlineStyle).toBe('solid')
  expect(outlineColor).not.toBe(ground)

  const moving = await page.evaluate(() => {
    const all = Array.from(document.querySelectorAll('*'), (element) => getComputedStyle(element))
    return all.filter(
      ({ transitionDuration, scrollBehavior }) => `${transitionDuration} ${scrollBehavior}` !== '0s auto',
    ).length
  })
  expect(moving + (await page.evaluate(() => document.getAnimations().length))).toBe(0)
})

test('long names have room in the history and on its papers at every width', async ({
  page,
  db,
  guardian,
}) => {
  // Six pages, each at every width.
  test.slow()
  const [unpaid, byCash, byCard] = await longPlaces(db, guardian)
  if (!unpaid || !byCash || !byCard) throw new Error('Three places are made.')
  await register(page, [unpaid], 'later')
  const { ids } = await register(page, [byCash], 'later')
  await payByHand(db, ids, 'cash')
  const { transactionId } = await register(page, [byCard], 'card')

  const [gone] = await longPlaces(db, guardian)
  if (!gone) throw new Error('Three places are made.')
  await register(page, [gone], 'later')
  await db.update(people).set({ lastName: 'Gone' }).where(eq(people.id, gone.player.id))
  await openHistory(page)
  await unregister(page, { ...gone, player: { ...gone.player, lastName: 'Gone' } })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await expect(page.getByRole('region', { name: /^Given up in/ })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(4)
  await expectRoom(page)
  await expectRoomOnPaper(page)

  for (const [button, content] of [
    [/^Unregister/, page.getByRole('dialog').getByText('gives up the place')],
    [/^Pay now Anna/, cardField(page, 'CVV')],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click()
    await expect(content).toBeVisible()
    await expectRoom(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }

  for (const paper of [
    `unpaid-invoice/${guardian.id}/${latest}`,
    `receipt/${guardian.id}/${transactionId}`,
    `cash-receipt/${byCash.event.id}/clinic/${ids[0]}/${byCash.player.id}/${guardian.id}`,
  ]) {
    await page.goto(`/pages/invoice/${paper}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectRoom(page)
    await expectRoomOnPaper(page)
    const names = longNames.map((name) => name.join(' ')).join('|')
    await expect(page.getByRole('cell', { name: new RegExp(names) })).toBeVisible()
  }
})

test('a long name and a huge sum have room from the gift to its receipt at every width', async ({
  page,
  db,
  guardian,
}) => {
  await page.goto('/pages/donate')
  await page.getByText('Custom', { exact: true }).click()
  await page.getByLabel('Custom amount').pressSequentially('1234567890')
  await expect(page.getByLabel('Your gift')).toContainText('$1,234,567,890.00')
  await expectRoomAtEveryWidth(page)

  const id = await aGift(db, guardian, 123_456_789_000)
  for (const path of [`success/${id}`, `receipt/${id}`]) {
    await page.goto(`/pages/donate/${path}`)
    await expect(page.getByText('$1,234,567,890.00').first()).toBeVisible()
    await expectRoomAtEveryWidth(page)
    await expectRoomOnPaper(page)
  }
})

/** A gift of the guardian's with its receipt; answers its id. */
async function aGift(db: Db, { id: accountId, email }: Guardian, amountCents: number) {
  const [firstName, lastName] = longNames[0]
  const taken = {
    accountId,
    amountCents,
    state: 'accepted',
    means: 'card',
    transactionId: 'abc123',
    endedAt: new Date(),
  } as const
  const [charge] = await db
    .insert(charges)
    .values({ ...taken, idempotencyKey: crypto.randomUUID() })
    .returning()
  const mailingAddress =
    '4 Baseline Road, Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, CA 94000'
  const [gift] = await db
    .insert(donations)
    .values({
      accountId,
      chargeId: orNotFound(charge).id,
      donationType: 'MCT',
      firstName,
      lastName,
      email,
      mailingAddress,
      amountCents,
    })
    .returning()
  await giftPurpose(site).ended(db, orNotFound(charge))
  return orNotFound(gift).id
}

test('long names have room from the event to the thank-you at every width', async ({
  page,
  db,
  guardian,
}) => {
  const wishes = await longPlaces(db, guardian)
  const [first] = wishes
  if (!first) throw new Error('Three places are made.')
  await fillCart(page, first)
  await expect(page.getByRole('button', { name: 'Add another player' })).toBeVisible()
  await expectRoom(page)

  await fillCart(page, ...wishes.slice(1))
  await page.goto('/pages/cart')
  await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible()
  await expectRoom(page)

  await page.goto('/pages/checkout')
  await expect(page.locator('iframe[title$="CVV"]')).toBeVisible()
  await expectRoom(page)

  const { orderId } = await register(page, wishes, 'later')
  await page.goto(`/pages/order/success/${orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectRoom(page)
  await expectRoomOnPaper(page)
})

test('long names have room in the family and the account at every width', async ({ page, db, guardian }) => {
  const players = []
  for (const [firstName, lastName] of longNames)
    players.push(await aPlayer(db, { accountId: guardian.id, firstName, lastName }))
  const ofPlayer = `/pages/family-players/${players[0]?.id}`
  for (const path of [
    '/pages/family-players',
    ofPlayer,
    `${ofPlayer}/delete`,
    '/pages/emergency-contact',
    '/pages/account',
    '/pages/account/delete',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectRoom(page)
  }

  await page.goto('/pages/family-players')
  for (const button of [/^Edit/, /^Delete/]) {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectRoom(page)
    await page.keyboard.press('Escape')
  }
})

// The short ones are last, so that the end of a run keeps both workers busy.
for (const path of [
  '/',
  '/pages/login',
  '/pages/register',
  '/pages/forget/password',
  '/pages/reset-password/some-token',
  '/pages/confirm',
  '/pages/donate',
  '/pages/donate-bottinelli',
  '/pages/staff',
  '/pages/policy',
  '/development/mail',
  '/nowhere',
])
  test(`${path} has room at every width, and breaks no amount`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await expectRoom(page)
  })
