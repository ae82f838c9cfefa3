import type { Locator } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { people } from '../../web/app/people/people.tables.ts'
import { fullName } from '../../web/app/people/people.ts'
import { picture } from '../support/axe.ts'
import { listCharges } from '../support/checkout.ts'
import { expect, test } from '../support/fixtures.ts'
import { findSales } from '../support/gateway.ts'
import {
  aWishInLatestYear,
  historyRow,
  latest,
  move,
  openHistory,
  payByHand,
  unregister,
} from '../support/history.ts'
import { openTab, register } from '../support/shop.ts'
import { cards, pressButton, typeCard } from '../support/ways-to-pay/cards.ts'

test('what was given up is told with its day and what came back; what is owed is told in other years too, and keeps the account from being deleted', async ({
  page,
  db,
  guardian,
}) => {
  const [byCard, byCheck, unpaid] = [
    await aWishInLatestYear(db, guardian, 8_550),
    await aWishInLatestYear(db, guardian, 7_500),
    await aWishInLatestYear(db, guardian, 6_500),
  ]
  await register(page, [byCard], 'card')
  const { ids } = await register(page, [byCheck], 'later')
  await register(page, [unpaid], 'later')
  await openHistory(page)
  await payByHand(db, ids, 'check')
  for (const [place, told] of [
    [byCheck, 'The $75.00 that you paid will be returned to you.'],
    [byCard, 'We refunded $85.50.'],
    [unpaid, 'The place is free again, and nothing is due.'],
  ] as const) {
    await unregister(page, place)
    await expect(page.getByRole('dialog')).toContainText(told)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(historyRow(page, place)).toHaveCount(0)
  }

  const gone = page.getByRole('region', { name: `Given up in ${latest}`, exact: true })
  const lineOf = ({ player }: typeof byCard) =>
    gone.getByRole('listitem').filter({ hasText: fullName(player) })
  const day = /\w{3} \d{1,2}, \d{4}/.source
  await expect(lineOf(byCard)).toContainText(
    new RegExp(`Given up on ${day}\\..*\\$85\\.50Refunded on ${day} to your card, Visa ending in 1881`),
  )
  await expect(lineOf(byCheck)).toContainText('$75.00We owe you this')
  await expect(lineOf(unpaid)).toContainText('$0.00Nothing was paid')
  await expect(lineOf(unpaid).getByRole('link', { name: 'Receipt' })).toHaveCount(0)
  const receipt = await openTab(lineOf(byCheck).getByRole('link', { name: 'Receipt' }))
  await expect(receipt.getByRole('heading', { level: 1 })).toHaveText(/^Payment receipt/)
  await receipt.close()
  await expect(gone).toContainText('We owe you $75.00')
  await expect(page.getByText(`No registrations found for ${latest}!`, { exact: true })).toBeVisible()
  await expect(page.getByText(`All paid for ${latest}`, { exact: true })).toBeVisible()

  await openHistory(page, latest - 1)
  await expect(page.getByText(`From ${latest}, we owe you $75.00.`)).toBeVisible()
  await page.getByRole('link', { name: `See ${latest}` }).click()
  await expect(gone).toBeVisible()
  await expect(page.getByText(`From ${latest}`)).toHaveCount(0)

  await page.goto('/pages/account/delete')
  await expect(
    page.getByText('We still owe you $75.00. Your account can be deleted when it went back to you.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0)
})

test('above the words of the shown year stands what another year owes, by name; overdue is said in words (P2.96)', async ({
  page,
  db,
  guardian,
}) => {
  const place = await aWishInLatestYear(db, guardian, 6_500)
  await register(page, [place], 'later')
  await move(db, place, `${latest - 1}-01-05`)

  await openHistory(page)

  await expect(page.getByText(`All paid for ${latest}`, { exact: true })).toBeVisible()
  const box = page.getByRole('region', { name: `Unpaid sessions for ${latest - 1}`, exact: true })
  await expect(box).toContainText('$65.00 of it is overdue.')
  await expect(box.getByRole('listitem').filter({ hasText: fullName(place.player) })).toContainText(
    '$65.00 overdue since Jan 5',
  )
  await page.getByRole('link', { name: `See your registrations for ${latest - 1}` }).click()
  await expect(historyRow(page, place)).toContainText('$65.00 overdue since Jan 5')
  await expect(page.getByText(`Unpaid sessions for ${latest - 1}`)).toHaveCount(1)
})

test('a mother of three pays on her phone what is overdue from where it stands first, and sees what is left to pay', async ({
  page,
  db,
  guardian,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [overdue, due, paid] = [
    await aWishInLatestYear(db, guardian, 17_500),
    await aWishInLatestYear(db, guardian, 18_000),
    await aWishInLatestYear(db, guardian, 6_500),
  ]
  await register(page, [due, overdue], 'later')
  await register(page, [paid], 'card')
  await move(db, overdue, `${latest - 1}-01-05`)
  await page.goto('/pages/registration-history')
  const box = page.getByRole('region', { name: 'Unpaid sessions' })
  const dues = box.getByRole('button', { name: /^Pay now ./ })
  await expect(dues.first()).toBeInViewport()
  await expect(dues.first()).toHaveAccessibleName(
    `Pay now ${fullName(overdue.player)}, ${overdue.event.name}`,
  )
  await picture(page, '1 history')

  await dues.first().click()
  await typeCard(page, cards.accepted)
  await picture(page, '2 payment')
  await pressButton(page, 'Pay $175.00')

  await expect(dues).toHaveCount(1)
  await expect(dues).toHaveAccessibleName(`Pay now ${fullName(due.player)}, ${due.event.name}`)
  await expect(box).not.toContainText('overdue')
  await picture(page, '3 what is left')
  const sales = (await findSales(await listCharges(db, guardian))).map((sale) => sale.split(' ')[0])
  expect(sales.toSorted(), 'at the gateway').toEqual(['175.00', '65.00'])
})

test('the filters say what the address says after Back, keep the keyboard, and do not lie offline (P2.94 P2.95)', async ({
  page,
  context,
  db,
  guardian,
}) => {
  const [first, second] = [await aWishInLatestYear(db, guardian), await aWishInLatestYear(db, guardian)]
  await register(page, [first, second], 'later')
  await openHistory(page)
  const year = page.getByLabel('Year')
  const player = page.getByLabel('Player', { exact: true })

  await player.selectOption(fullName(second.player))
  await expect(historyRow(page, first)).toHaveCount(0)
  await page.goBack()
  await expect(historyRow(page, first)).toBeVisible()
  await expect(player).toHaveValue('')

  await year.focus()
  for (const shown of [latest - 1, latest - 2]) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText(`All paid for ${shown}`, { exact: true })).toBeVisible()
    await expect(year).toHaveValue(String(shown))
    await expect(year).toBeFocused()
  }

  await context.setOffline(true)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('You are offline. Nothing was sent')).toBeVisible()
  await expect(year).toHaveValue(String(latest - 2))
  await context.setOffline(false)
})

test('in a wide window Unregister stands beside Pay now, and the sign of a status keeps its size', async ({
  page,
  db,
  guardian,
}) => {
  const place = await aWishInLatestYear(db, guardian, 118_050)
  await register(page, [place], 'later')
  await page.setViewportSize({ width: 1280, height: 900 })
  await openHistory(page)

  const topOf = async (name: string) =>
    (await historyRow(page, place).getByRole('button', { name }).boundingBox())?.y
  expect(await topOf('Unregister')).toBe(await topOf('Pay now'))
  const sign = await historyRow(page, place).locator('.chip svg').boundingBox()
  expect(sign?.width).toBe(sign?.height)
})

test('in a wide window the tables of a family have room: no short name wraps, the description is wider than the dates, and Calendar takes no line of the actions', async ({
  page,
  db,
  guardian,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const place = await aWishInLatestYear(db, guardian)
  const pip = { firstName: 'Pip', lastName: 'Lobwell', phone: '(555) 010-0123' }
  await db.update(people).set(pip).where(eq(people.id, place.player.id))
  await register(page, [place], 'card')
  await openHistory(page)

  const widths = await page
    .getByRole('columnheader')
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width))
  expect(widths[3], 'the description').toBeGreaterThan(Math.max(...widths.slice(0, 3)))
  const row = page.getByRole('row', { name: 'Pip Lobwell' })
  const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? Number.POSITIVE_INFINITY
  expect(await heightOf(row.locator('.acts'))).toBeLessThan(50)
  expect(await heightOf(row.locator('bdi'))).toBeLessThan(30)
  await expect(row.getByRole('link', { name: 'Calendar' })).toBeVisible()

  await page.goto('/pages/family-players')
  expect(await heightOf(row.locator('bdi'))).toBeLessThan(30)
})

test('two clicks on Unregister at once give the place up once, and tell the truth (P4.21)', async ({
  page,
  db,
  guardian,
}) => {
  const place = await aWishInLatestYear(db, guardian)
  await register(page, [place], 'later')
  await openHistory(page)
  await historyRow(page, place).getByRole('button', { name: 'Unregister' }).click()

  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Unregister', exact: true })
    .evaluate((button: HTMLButtonElement) => [button.click(), button.click()])

  await expect(page.getByRole('dialog')).toContainText('nothing is due')
  await expect(page.getByRole('dialog', { name: `${place.player.firstName} is unregistered` })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the history has no dead buttons, and says why', async ({ page, db, guardian }) => {
    const place = await aWishInLatestYear(db, guardian)
    await register(page, [place], 'later')
    await openHistory(page)

    await expect(historyRow(page, place)).toBeVisible()
    await expect(page.getByText('Paying by card and unregistering here need JavaScript.')).toBeVisible()
    for (const name of [/^Pay/, /^Unregister/])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
  })
})
