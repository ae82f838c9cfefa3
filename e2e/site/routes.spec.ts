import { anEvent, aPlayer } from '../../web/test/builders/builders.ts'
import { expect, test } from '../support/fixtures.ts'

test('every screen stands under /pages, and nowhere else (P2.1)', async ({ page, db, guardian: _ }) => {
  const event = await anEvent(db)
  const screens = [
    ...['cart', 'checkout', 'registration-history', 'emergency-contact', 'family-players', 'waiting-list'],
    ...['login', 'register', 'forget/password', 'reset-password', 'confirm'],
    ...['donate', 'donate-bottinelli', 'staff', 'policy', `clinic/${event.id}`],
  ]
  for (const screen of screens) {
    expect((await page.request.get(`/pages/${screen}`)).status(), screen).toBe(200)
    expect((await page.request.get(`/${screen}`)).status(), screen).toBe(404)
  }
})

test('an address that leads nowhere is answered with status 404, whatever stands where an id should', async ({
  page,
  guardian,
}) => {
  const pages = [
    ...['clinic', 'order/success', 'donate/success', 'donate/receipt', 'family-players'],
    ...['receipt', 'unpaid-invoice'].map((name) => `invoice/${name}/${guardian.id}`),
    `invoice/cash-receipt/1/clinic`,
  ]
  for (const id of ['999999', 'x', '%00', '99999999999'])
    for (const name of pages) {
      const path = `/pages/${name}/${id}${name.includes('cash') ? `/x/${guardian.id}` : ''}`
      expect((await page.request.get(path)).status(), path).toBe(404)
    }
})

test('login, create account, new password and activation stand at their addresses P2.10 P2.11 P2.13 P2.14', async ({
  page,
}) => {
  await page.goto('/pages/login')
  await expect(page.getByLabel('Email').first()).toBeEditable()
  await expect(page.getByLabel('Password', { exact: true })).toBeEditable()

  await page.goto('/pages/register')
  await expect(page.getByLabel('Confirm password')).toBeEditable()
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()

  await page.goto('/pages/reset-password/some-token')
  await expect(page.getByLabel('Confirm password')).toBeEditable()
  await page.goto('/pages/reset-password')
  await expect(page).toHaveURL(/\/pages\/login/)

  await page.goto('/pages/confirm/some-token')
  await expect(page, 'no such token').toHaveURL(/\/pages\/login\?notice/)
  await page.goto('/pages/confirm')
  await expect(page).toHaveURL(/\/pages\/login/)
})

test('the emergency contact and the family’s players stand at their addresses P2.18 P2.19', async ({
  page,
  db,
  guardian,
}) => {
  await aPlayer(db, { accountId: guardian.id, firstName: 'Juniper', lastName: 'Vale' })

  await page.goto('/pages/emergency-contact')
  await expect(page.getByLabel('Phone')).toHaveValue('(555) 010-0100')
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
  await page.goto('/pages/family-players')

  const row = page.getByRole('row', { name: 'Juniper Vale' })
  await expect(
    row.getByRole('button', { name: /^Edit/ }).or(row.getByRole('link', { name: /^Edit/ })),
  ).toBeVisible()
  await expect(
    row.getByRole('button', { name: /^Delete/ }).or(row.getByRole('link', { name: /^Delete/ })),
  ).toBeVisible()
})

test('the create-account page asks for the kind of account, the person and the passwords P1.5 P2.63 P2.64 P2.65 P4.27', async ({
  page,
}) => {
  await page.goto('/pages/register')

  await expect(page.getByRole('radio')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: 'Parent' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Player' })).toBeVisible()
  for (const label of ['First name', 'Last name', 'Phone', 'Email'])
    await expect(page.getByLabel(label).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByLabel('Confirm password')).toHaveAttribute('type', 'password')
})

test('the create-account page has a liability checkbox and fetches a bot check P2.66 P2.67', async ({
  page,
}) => {
  await page.goto('/pages/register')

  await expect(page.getByRole('checkbox', { name: /liability release/ })).not.toBeChecked()
  const challenge = page.waitForResponse((answer) => answer.url().endsWith('/api/bot-check'))
  await page.getByLabel('First name').filter({ visible: true }).fill('Robin')
  await page.getByRole('button', { name: 'Create account' }).click()
  expect((await challenge).status()).toBe(200)
})

test('one dialog creates a player and edits one, with the fields of a player P2.128 P2.129 P2.130', async ({
  page,
  db,
  guardian,
}) => {
  await aPlayer(db, {
    accountId: guardian.id,
    firstName: 'Juniper',
    lastName: 'Vale',
    skillLevel: 'Advanced',
  })
  await page.goto('/pages/family-players')
  const fields = ['First name', 'Last name', 'Phone', 'Birthday', 'Skill level']
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: '+ Add a new player' }).click()
  for (const label of fields) await expect(dialog.getByLabel(label)).toHaveValue('')
  await dialog.getByRole('button', { name: 'Add player' }).click()
  for (const needed of ['First Name', 'Last Name', 'Player birthday', 'Skill Level'])
    await expect(dialog.getByText(`${needed} is required.`)).toBeVisible()
  await expect(dialog.getByText('required.')).toHaveCount(4)
  await page.keyboard.press('Escape')

  await page.getByRole('row', { name: 'Juniper Vale' }).getByText('Edit').first().click()
  await expect(dialog.getByLabel('First name')).toHaveValue('Juniper')
  await expect(dialog.getByLabel('Skill level')).toHaveValue('Advanced')
  for (const label of fields) await expect(dialog.getByLabel(label)).toBeVisible()
})
