import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { administer, databaseAt } from '../../web/test/harness/template.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { cardField } from '../support/ways-to-pay/cards.ts'
import { test as base } from '../support/widget/shop-page.ts'
import { expectRoomAtEveryWidth } from '../support/widths.ts'

const cluster = `${process.env.TEST_DATABASE_URL}`
const test = base.extend<object, { built: string }>({
  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
    async ({}, use) => {
      const name = `preview_${process.pid}`
      await administer(cluster, `create database ${name}`)
      const env = { ...process.env, SANDBOX_DATABASE_URL: databaseAt(cluster, name) }
      await promisify(execFile)('npm', ['run', 'preview:build', '-w', 'dropin'], { cwd: '..', env })
      await administer(cluster, `drop database ${name} with (force)`)
      await use(fileURLToPath(new URL('../../dropin', import.meta.url)))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('a developer tries the widget on a page of files below a path: pays, is refused, deletes, asks the bank, and takes its code home', async ({
  page,
  shop,
  built,
  context,
}) => {
  shop.folder = built
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const told = page.locator('output')
  const requests = page.getByRole('button', { name: 'requests', exact: true })
  const open = async (scenario: string) => {
    await page.evaluate((hash) => {
      window.location.hash = hash
    }, encodeURIComponent(scenario))
    await expect(page.getByRole('heading', { name: scenario, exact: true })).toBeVisible()
  }

  await page.goto(`${shop.address}preview/dist/index.html`)
  await cardField(page, 'Credit Card Number').pressSequentially('4111 1111 1111 1111')
  await cardField(page, 'Expiration Date').pressSequentially('12/39')
  await cardField(page, 'CVV').pressSequentially('123')
  await cardField(page, 'Postal Code').pressSequentially('94000')
  await requests.click()
  await expect(told).toContainText(/"nonce":".+"lastFour":"1111"/)
  await expectNoViolations(page)
  await expectRoomAtEveryWidth(page)

  await page.getByText('Scenarios', { exact: true }).click()
  await page.getByText('Errors', { exact: true }).press('Enter')
  await page.getByRole('link', { name: 'card that the gateway refuses' }).click()
  await expect(page.getByRole('heading', { name: 'card that the gateway refuses' })).toBeFocused()
  await expect(page.getByText('Please check your information and try again.')).toBeVisible()

  await open('one card deleted of two')
  await expect(page.getByText('Paying with Visa')).toBeVisible()
  await expect(page.getByText('American Express', { exact: true })).toHaveCount(0)
  await open('saved cards')
  await expect(told).toHaveText('ready')
  await requests.click()
  await expect(told).toContainText('"lastFour":"0005"')

  await open('the bank asks in a frame of ours')
  await expect(page.getByText('The bank takes any code here')).toBeVisible()
  const bank = page.frameLocator('iframe[title="3D Secure Authorization Frame"]')
  await bank.getByLabel('Code that we have sent you').fill('123456')
  await bank.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(told).toContainText('"liabilityShifted":true')

  await open('PayPal alone')
  await expect(page.getByText('its window needs a server')).toBeVisible()
  await expect(
    page.frameLocator('iframe.paypal-button').getByRole('button', { name: 'PayPal' }),
  ).toBeVisible()
  await open('Google Pay')
  await page.locator('.gpay-button').click()
  await page.frameLocator('iframe[title="Google Pay"]').getByRole('button', { name: 'Close' }).click()
  await open('name that is required')
  await expect(page.getByRole('rowheader', { name: 'cardholderName set here' })).toBeVisible()
  await page.getByLabel('React').check()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied: React.' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('card: { cardholderName: { required: true } }')
  expect(copied).toContain('<DropIn options={options} onInstance={setWidget}')
})
