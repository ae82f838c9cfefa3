import { eq } from 'drizzle-orm'
import { sessions } from '../../web/app/events/events.tables.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { addDays, todayIn } from '../../web/app/platform/format/dates.ts'
import { anAccount, aPlayer, timeZone } from '../../web/test/builders/builders.ts'
import { picture } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { aWishInLatestYear, historyRow, latest, move, openHistory, unregister } from '../support/history.ts'
import { register } from '../support/shop.ts'

test('unregistering asks first; what was not paid is simply removed (P1.13 P2.108 P4.21 P4.23 P6.16)', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWishInLatestYear(db, guardian)
  await register(page, [wish], 'later')
  await openHistory(page)
  const dialog = page.getByRole('dialog')
  const button = historyRow(page, wish).getByRole('button', { name: 'Unregister' })

  await button.click()
  await dialog.getByRole('button', { name: 'Keep the place' }).click()
  await expect(dialog).toBeHidden()
  await expect(historyRow(page, wish)).toBeVisible()

  await button.click()
  await dialog.getByRole('button', { name: 'Unregister', exact: true }).click()
  await expect(dialog).toContainText('nothing is due')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText(`No registrations found for ${latest}!`)).toBeVisible()
  expect((await db.select().from(sessions).where(eq(sessions.id, wish.session.id)))[0]?.taken).toBe(0)
})

test('on its first day what a card paid comes back in full, with amount and transaction (P4.22 P4.24 P4.25 P9.13)', async ({
  page,
  db,
  guardian,
}) => {
  const today = todayIn(timeZone)
  const wish = await aWishInLatestYear(db, guardian, 6_550, { startsOn: today, endsOn: addDays(today, 3) })
  const { transactionId } = await register(page, [wish], 'card')
  await openHistory(page, today.slice(0, 4))
  await picture(page, '1 history')

  await unregister(page, wish)

  await expect(page.getByRole('dialog')).toContainText('We refunded $65.50.')
  await picture(page, '2 refunded')
  await expect(page.getByRole('dialog')).toContainText(transactionId)
  await expect(historyRow(page, wish)).toHaveCount(0)
})

test('a refund that fails is told, and the place is kept (P4.26 P8.15)', async ({ page, db, guardian }) => {
  const wish = await aWishInLatestYear(db, guardian)
  const { transactionId } = await register(page, [wish], 'card')
  const unknown = { transactionId: `gone${transactionId}` }
  await db.update(charges).set(unknown).where(eq(charges.transactionId, transactionId))
  await openHistory(page)

  await unregister(page, wish)

  await expect(page.getByRole('dialog', { name: 'Refund failed', exact: true })).toContainText(
    'Refund failed: An error occurred, your refund was unsuccessful. Please email or call us for help requesting a refund.',
  )
  await page.keyboard.press('Escape')
  await expect(historyRow(page, wish)).toBeVisible()
})

test('from the day after the start nobody unregisters, and a tooltip says why (P5.36 P8.17 P9.14)', async ({
  page,
  db,
  guardian,
}) => {
  const wish = await aWishInLatestYear(db, guardian)
  await register(page, [wish], 'later')
  const today = todayIn(timeZone)
  const yesterday = addDays(today, -1)
  await move(db, wish, yesterday, addDays(today, 2))
  await openHistory(page, yesterday.slice(0, 4))
  const button = historyRow(page, wish).getByRole('button', { name: 'Unregister' })
  const tooltip = page.getByRole('tooltip')

  await expect(button).toBeDisabled()
  await expect(tooltip).toBeHidden()
  await button.focus()
  await expect(tooltip).toBeVisible()
  await expect(tooltip).toHaveText(
    'You cannot unregister from this session since the session has already started! Please email or call us if you need further help.',
  )
  await button.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the holder of a player account manages his own registrations (P6.13 P6.15 P6.16)', async ({
  page,
  context,
  db,
}) => {
  const account = await anAccount(db, { kind: 'player' })
  await signIn(db, context, account.id)
  const wish = { ...(await aWishInLatestYear(db, account)), player: account.myself ?? (await aPlayer(db)) }
  await register(page, [wish], 'later')
  await openHistory(page)

  await expect(historyRow(page, wish)).toBeVisible()
  await unregister(page, wish)

  await expect(page.getByText(`No registrations found for ${latest}!`)).toBeVisible()
})
