import type { Browser, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { accounts, people } from '../../web/app/people/people.tables.ts'
import { aPlayer, password } from '../../web/test/builders/builders.ts'
import { expect, type Guardian, site, test } from '../support/fixtures.ts'
import { aWish, fillCart, register } from '../support/shop.ts'

const setting = (page: Page, name: string) => page.getByRole('region', { name })

async function logIn(page: Page, email: string, word: string) {
  await page.goto('/pages/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

/** The guardian in another browser. */
async function elsewhere(browser: Browser, { email }: Guardian) {
  const page = await (await browser.newContext({ baseURL: site })).newPage()
  await logIn(page, email, password)
  await expect(page).toHaveURL('/')
  return page
}

test('the email changes when the link in the new mailbox is opened', async ({ page, guardian, mailbox }) => {
  const email = `new-${crypto.randomUUID()}@example.test`
  await page.goto('/pages/account')
  const form = setting(page, 'Change email')
  await form.getByLabel('New email').fill(email)
  await form.getByLabel('Present password').fill('not it')
  await form.getByRole('button', { name: 'Change email' }).click()
  await expect(form.getByRole('alert')).toHaveText('The present password is not right.')
  await expect(form.getByLabel('New email')).toHaveValue(email)
  await form.getByLabel('Present password').fill(password)
  await form.getByRole('button', { name: 'Change email' }).click()
  await expect(form).toContainText(`We have sent a link to ${email}.`)
  expect((await mailbox.to(guardian.email)).map(({ subject }) => subject)).toEqual([
    'Your email address is about to change',
  ])

  await page.goto(await mailbox.linkTo(email, '/pages/confirm-email/'))

  await expect(page.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible()
  await page.goto('/pages/account')
  await expect(page).toHaveURL(/\/pages\/login/)
  await logIn(page, email, password)
  await expect(page).toHaveURL('/')
  await page.goto('/pages/account')
  await expect(page.getByText(`You log in as ${email}.`)).toBeVisible()
})

test('a new password keeps this browser and logs out the others', async ({ page, browser, guardian }) => {
  const other = await elsewhere(browser, guardian)
  await page.goto('/pages/account')
  const form = setting(page, 'Change password')
  await form.getByLabel('New password').fill('1234567')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('Password is required.')).toBeVisible()
  await expect(form.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible()
  await form.getByLabel('Present password').fill(password)
  await form.getByLabel('New password').fill('another baseline 9')
  await form.getByLabel('Confirm password').fill('another baseline 9')

  await form.getByRole('button', { name: 'Change password' }).click()

  await expect(form).toContainText('Your password is changed.')
  await other.goto('/pages/account')
  await expect(other).toHaveURL(/\/pages\/login/)
  await other.context().close()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible()
})

test('another device is named in the list and logged out alone', async ({ page, browser, guardian }) => {
  const other = await elsewhere(browser, guardian)
  await page.goto('/pages/account')
  const list = setting(page, 'Where you are logged in')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').filter({ hasText: '(this device)' })).toHaveCount(1)

  await list.getByRole('button', { name: /^Log out Chrome on / }).click()

  await expect(list).toContainText('That device is logged out.')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await other.goto('/pages/account')
  await expect(other).toHaveURL(/\/pages\/login/)
  await other.context().close()
})

test('the holder changes the name on receipts and invoices; the emergency contact stays', async ({
  page,
  guardian,
}) => {
  await page.goto('/pages/account')
  const form = setting(page, 'Your name')
  await form.getByLabel('Last name').fill('www.evil.example')
  await form.getByRole('button', { name: 'Change name' }).click()
  await expect(form.getByText('This does not look like a name.')).toBeVisible()
  await form.getByLabel('Last name').fill('Lobwell')

  await form.getByRole('button', { name: 'Change name' }).click()

  await expect(form).toContainText('Your name is changed.')
  await page.goto(`/pages/invoice/unpaid-invoice/${guardian.id}/2027`)
  await expect(page.getByText('For Robin Lobwell')).toBeVisible()
  await page.goto('/pages/emergency-contact')
  await expect(page.getByLabel('Last name')).toHaveValue('Vale')
})

test('a link from a mail that is too old says so to somebody who is logged in', async ({
  page,
  guardian,
}) => {
  await page.goto('/pages/confirm-email/no-such-token')

  await expect(page.getByText('If your email is not changed yet, ask for a new link below.')).toBeVisible()
  await expect(page.getByText(`You log in as ${guardian.email}.`)).toBeVisible()
})

test('logging out everywhere ends this browser and the others', async ({ page, browser, guardian }) => {
  const other = await elsewhere(browser, guardian)
  await page.goto('/pages/account')

  await page.getByRole('button', { name: 'Log out everywhere' }).click()

  await expect(page.getByText('You are logged out everywhere.')).toBeVisible()
  for (const tab of [page, other]) {
    await tab.goto('/pages/account')
    await expect(tab).toHaveURL(/\/pages\/login/)
  }
  await other.context().close()
})

test('an account is deleted with its players, after the password was asked', async ({
  page,
  db,
  guardian,
}) => {
  const { player, ...wish } = await aWish(db, guardian)
  await aPlayer(db, { accountId: guardian.id })
  await register(page, [await aWish(db, guardian)], 'card')
  await fillCart(page, { player, ...wish })
  await page.goto('/pages/account')
  await page.getByRole('link', { name: 'Delete my account' }).click()
  // The colour of what is due stays with what is.
  await expect(page.locator('.banner').filter({ hasText: 'You have paid places' })).toHaveClass(/plain/)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await page.getByLabel('Present password').fill(password)

  await page.getByRole('button', { name: 'Delete my account' }).click()

  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  expect(await db.$count(accounts, eq(accounts.id, guardian.id))).toBe(0)
  expect(await db.$count(people, eq(people.id, player.id))).toBe(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
  await logIn(page, guardian.email, password)
  await expect(page.getByRole('alert')).toContainText('The email or password is not right.')
})
