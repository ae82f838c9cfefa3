import { eq } from 'drizzle-orm'
import { people } from '../web/app/people/people.tables.ts'
import type { Db } from '../web/app/platform/database.server.ts'
import { aPlayer } from '../web/test/builders.ts'
import { expect, type Guardian, test } from './fixtures.ts'
import { aPlace, latest, openHistory, payByHand } from './history.ts'
import { fillCart, pageOf, register, type Wish } from './shop.ts'
import { expectRoomAtEveryWidth } from './widths.ts'

// A phone's browser zooms out of a page that is too wide, and so hides that it is.
test.use({ isMobile: false, hasTouch: false })
test.setTimeout(120_000)

const longNames = [
  ['Annabelcharlottejosephinetheodoramarlene', 'Wolfeschlegelsteinhausenbergerdorffsmith'],
  ['يوسف عبد الرحمن', 'لوبويل'],
  ['Nguyễn Thị Phương Thảo', 'Đặng'],
] as const

/** A place for a child of each of the long names. */
async function longPlaces(db: Db, guardian: Guardian): Promise<Wish[]> {
  const wishes = []
  for (const [firstName, lastName] of longNames) {
    const wish = await aPlace(db, guardian, 118_050)
    await db.update(people).set({ firstName, lastName }).where(eq(people.id, wish.player.id))
    wishes.push({ ...wish, player: { ...wish.player, firstName, lastName } })
  }
  return wishes
}

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

    await expectRoomAtEveryWidth(page)
  })

test('long names have room in the history and on its papers at every width', async ({
  page,
  db,
  guardian,
}) => {
  const [unpaid, byCash, byCard] = await longPlaces(db, guardian)
  if (!unpaid || !byCash || !byCard) throw new Error('Three places are made.')
  await register(page, [unpaid], 'later')
  const { ids } = await register(page, [byCash], 'later')
  await payByHand(db, ids, 'cash')
  const { transactionId } = await register(page, [byCard], 'card')

  await openHistory(page)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(4)
  await expectRoomAtEveryWidth(page)

  await page
    .getByRole('button', { name: /^Unregister/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectRoomAtEveryWidth(page)

  for (const paper of [
    `unpaid-invoice/${guardian.id}/${latest}`,
    `receipt/${guardian.id}/${transactionId}`,
    `cash-receipt/${byCash.event.id}/clinic/${ids[0]}/${byCash.player.id}/${guardian.id}`,
  ]) {
    await page.goto(`/pages/invoice/${paper}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectRoomAtEveryWidth(page)
  }
})

test('long names have room from the event to the thank-you at every width', async ({
  page,
  db,
  guardian,
}) => {
  const wishes = await longPlaces(db, guardian)
  const [first] = wishes
  if (!first) throw new Error('Three places are made.')
  await page.goto(pageOf(first.event))
  await page.getByLabel('Player', { exact: true }).selectOption(first.player.id)
  await expectRoomAtEveryWidth(page)

  await fillCart(page, ...wishes)
  await page.goto('/pages/cart')
  await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible()
  await expectRoomAtEveryWidth(page)

  await page.goto('/pages/checkout')
  await expect(page.locator('iframe[title$="CVV"]')).toBeVisible()
  await expectRoomAtEveryWidth(page)

  const { orderId } = await register(page, wishes, 'later')
  await page.goto(`/pages/order/success/${orderId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectRoomAtEveryWidth(page)
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
    await expectRoomAtEveryWidth(page)
  }

  await page.goto('/pages/family-players')
  for (const button of [/^Edit/, /^Delete/]) {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectRoomAtEveryWidth(page)
    await page.keyboard.press('Escape')
  }
})
