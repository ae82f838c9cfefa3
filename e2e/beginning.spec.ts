import { aSession, password } from '../web/test/builders.ts'
import { expectNoViolations } from './axe.ts'
import { expect, site, test } from './fixtures.ts'
import { addToCart, typePlayer } from './shop.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a new family signs up from an event, opens the mail in another browser, and comes back there to add its first player (P4.10)', async ({
  page,
  db,
  mailbox,
  browser,
}) => {
  test.setTimeout(90_000)
  const session = await aSession(db)
  const event = `/pages/clinic/${session.eventId}`
  const email = `robin-${crypto.randomUUID()}@example.test`

  await page.goto(event)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await page.getByText('Menu', { exact: true }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Create Account' })
    .filter({ visible: true })
    .click()
  await page.getByLabel('First name').filter({ visible: true }).fill('Robin')
  await page.getByLabel('Last name').filter({ visible: true }).fill('Vale')
  await page.getByLabel('Phone').filter({ visible: true }).fill('+1 555 010 0123')
  await page.getByLabel('Email').fill(` ${email.toUpperCase()} `)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('I have read and accept the liability release.').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Your account was successfully created!')).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: site, viewport: { width: 390, height: 844 } })
  const mailed = await elsewhere.newPage()
  await mailed.goto(await mailbox.linkTo(email, '/pages/confirm/'))
  await expect(mailed.getByText('Your account has been successfully activated!')).toBeVisible()
  await mailed.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await mailed.getByLabel('Email').fill(email)
  await mailed.getByLabel('Password', { exact: true }).fill(password)
  await mailed.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(mailed).toHaveURL(event)
  await expectNoViolations(mailed)

  await mailed.getByRole('button', { name: 'Add your first player' }).click()
  await typePlayer(mailed)
  await mailed.getByRole('dialog').getByRole('button', { name: 'Add player' }).click()
  await expect(mailed.getByLabel('Player', { exact: true }).locator('option:checked')).toHaveText(
    'Juniper Vale',
  )
  await expect(mailed.getByRole('button', { name: 'Add your first player' })).toHaveCount(0)
  await expect(mailed.getByLabel('Session', { exact: true })).toBeFocused()
  await mailed.getByLabel('Session', { exact: true }).selectOption(String(session.id))
  await addToCart(mailed)
  await expect(mailed.getByText('Successfully Added to Cart!')).toBeVisible()
  await mailed.getByRole('link', { name: 'View cart' }).click()
  await expect(mailed.getByRole('row', { name: 'Juniper Vale' })).toBeVisible()
  await elsewhere.close()
})
