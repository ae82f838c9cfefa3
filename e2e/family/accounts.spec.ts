import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { signIns } from '../../web/app/people/people.tables.ts'
import { sha256 } from '../../web/app/platform/hash.server.ts'
import { anAccount, password } from '../../web/test/builders/builders.ts'
import { tried } from '../../web/test/builders/tried.ts'
import { expect, site, test } from '../support/fixtures.ts'

async function logIn(page: Page, email: string, word: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

test('a wrong password is told in red, and what was typed stays (P8.1)', async ({ page, db }) => {
  const { email } = await anAccount(db)
  await page.goto('/pages/login')
  await logIn(page, email, 'not it')

  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The email or password is not right.')
  await expect(alert, 'oklch(lightness chroma hue): red').toHaveCSS(
    'border-left-color',
    /^oklch\(0\.\d+ 0\.1\d+ 2\d\)$/,
  )
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('a forgotten password is replaced by mail, and signs out everywhere (P2.57 P2.58 P2.74 P2.124)', async ({
  page,
  db,
  guardian,
  mailbox,
}) => {
  await page.context().clearCookies()
  await page.goto('/pages/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot Password', exact: true })
  await dialog.getByLabel('Email').fill(guardian.email)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('If an account matches this email address')

  await page.goto(await mailbox.linkTo(guardian.email, '/pages/reset-password/'))
  await page.getByLabel('Password', { exact: true }).fill('another baseline 9')
  await page.getByLabel('Confirm password').fill('another baseline 9')
  await page.getByRole('button', { name: 'Change password' }).click()

  await expect(page.getByText('Your password has successfully been changed!')).toBeVisible()
  expect(await db.$count(signIns, eq(signIns.accountId, guardian.id))).toBe(0)
})

test('an email that many guess at is opened with a bot check, and its owner is not refused', async ({
  page,
  db,
}) => {
  const { email } = await anAccount(db)
  await tried(db, `login:${sha256(email)}`, { tries: 100, minutes: 60 })
  await page.goto('/pages/login')
  await logIn(page, email, password)
  await expect(page.getByRole('alert')).toContainText('Somebody has tried many passwords for this email.')

  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()

  await expect(page).toHaveURL('/')
})

test('who forgot the password brings the email along, and gets to the page after all', async ({
  page,
  db,
  mailbox,
}) => {
  const { email } = await anAccount(db)
  await page.goto('/pages/login?next=%2Fpages%2Fstaff')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot Password' })
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('If an account matches this email address')
  await page.goto(await mailbox.linkTo(email, '/pages/reset-password/'))
  await page.getByLabel('Password', { exact: true }).fill('another baseline 9')
  await page.getByLabel('Confirm password').fill('another baseline 8')
  await page.getByRole('button', { name: 'Change password' }).click()
  const mismatch = page.getByText('Password and Confirm Password must be match.')
  await expect(mismatch).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('another baseline 8')
  await expect(mismatch, 'the other field was put right').toBeHidden()
  await page.getByRole('button', { name: 'Change password' }).click()

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, email, 'another baseline 8')

  await expect(page).toHaveURL('/pages/staff')
})

test('logging in leads back to where it was asked for, and logging out ends it', async ({ page, db }) => {
  const { email } = await anAccount(db)
  await page.goto('/pages/checkout')
  await logIn(page, email, password)
  await expect(page).toHaveURL('/pages/registration-history')

  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/pages/cart')
  await expect(page).toHaveURL(/\/pages\/login/)
})

test('an activation link works once (P2.79 P8.14)', async ({ page, db, mailbox }) => {
  const { email } = await anAccount(db, { activatedAt: null })
  await page.goto('/pages/login?next=/pages/staff')
  await page.getByRole('link', { name: 'receive an activation email?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend Activation Link' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send' }).click()
  const link = await mailbox.linkTo(email, '/pages/confirm/')
  await page.goto(link)
  await expect(page.getByText('Your account has been successfully activated!')).toBeVisible()

  await page.goto(link)

  await expect(page.getByText('This activation link was used already or is too old.')).toBeVisible()
  await logIn(page, email, password)
  await expect(page).toHaveURL('/pages/staff')
})

test('a foreign address cannot be the way back', async ({ page, db }) => {
  const { email } = await anAccount(db)
  await page.goto('/pages/login?next=https://example.com/')
  await logIn(page, email, password)

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`${site}/`)
})
