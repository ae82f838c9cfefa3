import { anAccount } from '../../web/test/builders/builders.ts'
import { expect, test } from '../support/fixtures.ts'

test('a new password is checked, saved, and logs in (P2.74 P2.75 P5.8 P5.9 P5.10)', async ({
  page,
  db,
  mailbox,
}) => {
  const { email } = await anAccount(db)
  await page.goto('/pages/forget/password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.goto(await mailbox.linkTo(email, '/pages/reset-password/'))
  const change = page.getByRole('button', { name: 'Change password' })
  await page.getByLabel('Password', { exact: true }).fill('1234567')
  await change.click()
  await expect(page.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible()
  await expect(page.getByText('Password confirmation is required.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('courtside7')
  await page.getByLabel('Confirm password').fill('courtside7')
  await change.click()
  await expect(page.getByRole('alert')).toContainText('This password is easy to guess.')
  const show = page.getByRole('button', { name: 'Show password' })
  await show.click()
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  for (const label of ['Password', 'Confirm password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'text')
  await show.click()
  await page.getByLabel('Password', { exact: true }).fill('rally eight')
  await page.getByLabel('Confirm password').fill('rally nine!')
  await change.click()
  await expect(page.getByText('Password and Confirm Password must be match.')).toBeVisible()

  await page.getByLabel('Confirm password').fill('rally eight')
  await change.click()

  await expect(page.getByText('Your password has successfully been changed!')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('rally eight')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
})

test('a link that does not work says so, and an empty password too (P5.6 P8.13)', async ({ page }) => {
  await page.goto('/pages/reset-password/no-such-token')
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(page.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible()

  await page.getByLabel('Password', { exact: true }).fill('rally eight')
  await page.getByLabel('Confirm password').fill('rally eight')
  await change.click()

  await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/pages/forget/password')
})

test('without a token both pages lead to login (P2.73 P2.76)', async ({ page }) => {
  for (const path of ['/pages/reset-password', '/pages/confirm']) {
    await page.goto(path)
    await expect(page).toHaveURL('/pages/login')
  }
})

test('an activation is told, with a login button (P2.77 P2.78)', async ({ page, db, mailbox }) => {
  const { email } = await anAccount(db, { activatedAt: null })
  await page.goto('/pages/forget/password?for=activation')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send' }).click()

  await page.goto(await mailbox.linkTo(email, '/pages/confirm/'))

  await expect(page.getByText('Your account has been successfully activated!')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/pages/login')
})
