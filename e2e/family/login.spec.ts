import { anAccount, password } from '../../web/test/builders/builders.ts'
import { expect, test } from '../support/fixtures.ts'

test('login asks for an email and a password (P2.56 P5.1 P5.2 P5.4)', async ({ page }) => {
  await page.goto('/pages/login')
  const login = page.getByRole('main').getByRole('button', { name: 'Login' })
  await login.click()
  await expect(page.getByText('Valid email address is required.')).toBeVisible()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  await page.getByLabel('Email').fill('robin@')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await login.click()

  await expect(page.getByText('Email address is invalid.')).toBeVisible()
  await expect(page.getByText('Password is required.')).toHaveCount(0)
})

test('the side panel leads to a new account (P2.61 P2.62)', async ({ page }) => {
  await page.goto('/pages/login?next=/pages/clinic/1')
  const panel = page.getByRole('complementary', { name: 'Create an Account' })
  await expect(panel).toContainText(
    'Sign up for a free account to register you or your child for a clinic, league or lesson.',
  )

  await panel.getByRole('link', { name: 'Create an Account' }).click()

  await expect(page).toHaveURL(`/pages/register?next=${encodeURIComponent('/pages/clinic/1')}`)
  await page.getByRole('complementary').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(`/pages/login?next=${encodeURIComponent('/pages/clinic/1')}`)
})

test('the activation link can be asked for again in a modal (P2.59 P2.60 P4.49 P4.50)', async ({
  page,
  db,
}) => {
  const { email } = await anAccount(db, { activatedAt: null })
  await page.goto('/pages/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText('Your account is not activated yet.')

  await page.getByRole('link', { name: "Didn't receive an activation email?" }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend Activation Link' })
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send' }).click()

  await expect(dialog).toContainText('If an account matches this email address')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('login works, tells what is wrong, and leads back to where it was asked for', async ({ page, db }) => {
    const { email } = await anAccount(db)
    await page.goto('/pages/family-players')
    const login = page.getByRole('main').getByRole('button', { name: 'Login' })
    await page.getByLabel('Email').fill(email)
    await login.click()
    await expect(page.getByText('Password is required.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)

    await page.getByLabel('Password', { exact: true }).fill(password)
    await login.click()

    await expect(page).toHaveURL('/pages/family-players')
  })

  test('the email modal is a page (P2.12 P2.123 P2.124)', async ({ page }) => {
    await page.goto('/pages/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL('/pages/forget/password')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot Password')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1)

    await page.getByLabel('Email').fill('nobody@example.test')
    await page.getByRole('button', { name: 'Send' }).click()

    await expect(
      page.getByText('If an account matches this email address, we have sent a reset email'),
    ).toBeVisible()
  })
})
