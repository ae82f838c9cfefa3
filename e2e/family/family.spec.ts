import type { Page } from '@playwright/test'
import { and, eq } from 'drizzle-orm'
import { people } from '../../web/app/people/people.tables.ts'
import { anAccount, aPlayer, password } from '../../web/test/builders/builders.ts'
import { checkOut, expectRegistered, payLater } from '../support/checkout.ts'
import { expect, test } from '../support/fixtures.ts'
import { aWishInLatestYear, historyRow, move } from '../support/history.ts'
import { aWish, register } from '../support/shop.ts'

const family = '/pages/family-players'

async function fillPlayer(page: Page, phone = '') {
  await page.getByLabel('First name').fill('Juniper')
  await page.getByLabel('Last name').fill('Vale')
  await page.getByLabel('Birthday').fill('2016-04-12')
  await page.getByLabel('Skill level').selectOption('Intermediate')
  await page.getByLabel('Phone').pressSequentially(phone)
}

test('a player is added in a dialog and stands in the table (P2.111 P2.114 P2.115 P4.8 P5.17)', async ({
  page,
  guardian: _,
}) => {
  await page.goto(family)
  await expect(page.getByText('No players found!')).toBeVisible()
  await page.getByRole('button', { name: '+ Add a new player' }).click()
  await expect(page.getByRole('dialog', { name: 'Add a new player' })).toBeVisible()
  await fillPlayer(page, '5550100142')
  await page.getByRole('button', { name: 'Add player' }).click()

  await expect(page.getByText('Save Successful')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  const row = page.getByRole('row', { name: 'Juniper Vale' })
  for (const text of ['Juniper Vale', '(555) 010-0142', 'Apr 12, 2016', 'Intermediate'])
    await expect(row).toContainText(text)
})

test('the same dialog edits a player, and says what is wrong (P2.112 P2.116 P5.18 P5.19 P5.20)', async ({
  page,
  db,
  guardian,
}) => {
  const pip = await aPlayer(db, { accountId: guardian.id, firstName: 'Pip' })
  await page.goto(family)
  await page.getByRole('button', { name: 'Edit Pip Vale' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit player' })
  await expect(dialog.getByLabel('First name')).toHaveValue('Pip')
  await expect(dialog.getByLabel('Birthday')).toHaveValue('2016-04-12')
  await expect(dialog.getByLabel('Skill level')).toHaveValue('Beginner')
  await dialog.getByLabel('Birthday').fill('')
  await dialog.getByLabel('Skill level').selectOption('')
  await dialog.getByLabel('Phone').pressSequentially('555')
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const sentence of [
    'Player birthday is required.',
    'Skill Level is required.',
    'Invalid phone number.',
  ])
    await expect(dialog.getByText(sentence)).toBeVisible()

  await fillPlayer(page)
  await dialog.getByLabel('Phone').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Save Successful')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Juniper Vale' })).toContainText('Intermediate')
  const [saved] = await db.select().from(people).where(eq(people.id, pip.id))
  expect(saved).toMatchObject({ firstName: 'Juniper', birthday: '2016-04-12', phone: null })
})

test('a player is deleted after a question; a registered one is not (P2.113 P5.35 P8.16)', async ({
  page,
  db,
  guardian,
}) => {
  await aPlayer(db, { accountId: guardian.id, firstName: 'Pip' })
  const wish = await aWish(db, guardian)
  const name = `${wish.player.firstName} ${wish.player.lastName}`
  await checkOut(page, wish)
  await payLater(page)
  await expectRegistered(page)
  await page.goto(family)
  await expect(page.getByRole('row', { name })).toContainText('1 current session')

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByRole('alert')).toHaveText(
    `Cannot delete ${name} because they are currently registered for sessions.`,
  )
  await page.getByRole('dialog').getByText('Close', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete Pip Vale' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep Pip' }).click()
  await expect(page.getByRole('row', { name: 'Pip Vale' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Pip Vale' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()

  await expect(page.getByText('Pip Vale is deleted')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Pip Vale' })).toBeHidden()
  await expect(page.getByRole('row', { name })).toBeVisible()
})

test('a player who only played before is counted so, and why nobody deletes him agrees with it', async ({
  page,
  db,
  guardian,
}) => {
  const first = await aWishInLatestYear(db, guardian)
  const second = { ...(await aWishInLatestYear(db, guardian)), player: first.player }
  await register(page, [first, second], 'later')
  for (const place of [first, second]) await move(db, place, '2025-06-02')
  await page.goto(family)

  const row = historyRow(page, first)
  await expect(row).toContainText('0 current sessions and 2 past ones')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByRole('alert')).toContainText('Past sessions count too: they stay in your history.')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('players are added, edited and deleted on pages that lead back (P1.6)', async ({
    page,
    guardian: _,
  }) => {
    await page.goto(family)
    await page.getByRole('button', { name: '+ Add a new player' }).click()
    await page.getByRole('button', { name: 'Add player' }).click()
    await expect(page.getByText('First Name is required.')).toBeVisible()
    await fillPlayer(page)
    await page.getByRole('button', { name: 'Add player' }).click()
    await expect(page.getByText('Save Successful')).toBeVisible()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL(family)

    await page.getByRole('button', { name: 'Edit Juniper Vale' }).click()
    await page.getByLabel('Last name').fill('Lobwell')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Delete Juniper Lobwell' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()

    await expect(page).toHaveURL(family)
    await expect(page.getByText('No players found!')).toBeVisible()
  })
})

test('the emergency contact keeps what was typed when the session has ended', async ({
  page,
  guardian: _,
}) => {
  await page.goto('/pages/emergency-contact')
  await page.getByLabel('First name').fill('Grandma')
  await page.getByLabel('Phone').fill('')
  await page.getByLabel('Phone').pressSequentially('5550100199')
  await page.context().clearCookies()

  await page.getByRole('button', { name: 'Update' }).click()

  await expect(page.getByRole('alert')).toContainText('What you entered stays here.')
  await expect(page.getByLabel('First name')).toHaveValue('Grandma')
  await expect(page.getByLabel('Phone')).toHaveValue('(555) 010-0199')
})

test('the emergency contact wants all three fields and keeps what was typed (P2.109 P2.110 P5.34 P6.12)', async ({
  page,
  guardian: _,
}) => {
  await page.goto('/pages/emergency-contact')
  for (const label of ['First name', 'Last name', 'Phone']) await page.getByLabel(label).fill('')
  await page.getByRole('button', { name: 'Update' }).click()
  for (const sentence of [
    'First Name is required.',
    'Last Name is required.',
    'Valid phone number is required.',
  ])
    await expect(page.getByText(sentence)).toBeVisible()

  await page.getByLabel('First name').fill('Alex')
  await page.getByLabel('Last name').fill('Demo')
  await page.getByLabel('Phone').pressSequentially('5550100177')
  await page.getByRole('button', { name: 'Update' }).click()

  await expect(page.getByText('Your emergency contact is updated.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Alex')
  await expect(page.getByLabel('Phone')).toHaveValue('(555) 010-0177')
})

test('a player account has its own contact, and itself among the players (P6.12)', async ({ page, db }) => {
  const { email, id, myself } = await anAccount(db, { kind: 'player' })
  await page.goto('/pages/login?next=/pages/emergency-contact')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('We call this person')).toBeVisible()
  await page.getByLabel('First name').fill('Alex')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Your emergency contact is updated.')).toBeVisible()
  const isParent = and(eq(people.accountId, id), eq(people.role, 'parent'))
  expect((await db.select().from(people).where(isParent))[0]?.firstName).toBe('Alex')

  await page.goto(family)
  const row = page.getByRole('row', { name: myself?.firstName ?? 'nobody' })
  await expect(row.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Delete' })).toHaveCount(0)
})

test('signed out, both pages ask to log in and come back', async ({ page }) => {
  for (const path of [family, '/pages/emergency-contact', '/pages/account']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/pages/login?notice=signed-out&next=${encodeURIComponent(path)}`)
  }
})
