import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { expect, sandbox, test } from '../support/fixtures.ts'

type Keys = { id: string; public_key: string; private_key: string }

/** A merchant of its own: other tests' payments go on beside it. */
async function aMerchant() {
  const id = `club_${randomBytes(4).toString('hex')}`
  const response = await fetch(`${sandbox}/control/merchants`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  const keys: Keys = await response.json()
  return {
    id,
    /** Sells on the server API; gives the status of the answer. */
    async sell(amount: string, options: object = { submit_for_settlement: true }) {
      const sale = await fetch(`${sandbox}/merchants/${id}/transactions`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Basic ${btoa(`${keys.public_key}:${keys.private_key}`)}`,
        },
        body: JSON.stringify({
          transaction: { type: 'sale', amount, payment_method_nonce: 'fake-valid-nonce', options },
        }),
      })
      return sale.status
    },
  }
}

const open = (page: Page, id: string) => page.goto(`${sandbox}/?merchant=${id}`)
const score = (page: Page, words: string) => page.locator('.scores div').filter({ hasText: words })
const done = (page: Page) => page.getByRole('status')

test('an integrator sees sales, lets one fail at settlement and the clock settle the rest, and finds the bank’s letters', async ({
  page,
}) => {
  const merchant = await aMerchant()
  await merchant.sell('35.00')
  await merchant.sell('180.00')
  await merchant.sell('2000.00')
  await open(page, merchant.id)

  await expect(page.getByRole('row', { name: /180\.00 USD/ })).toContainText('submitted for settlement')
  await expect(page.getByRole('article').filter({ hasText: '2000.00 USD was declined' })).toContainText(
    '2000 Do Not Honor',
  )
  const late = page.getByRole('row', { name: /35\.00 USD/ })
  await late.getByRole('button', { name: 'Leave pending' }).click()
  await expect(done(page)).toHaveText('The sale stands as you said.')
  await expect(late).toContainText('settlement pending')
  await late.getByRole('button', { name: 'Decline' }).click()
  await expect(late).toContainText('4001 Settlement Declined')
  await expect(late.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('article').filter({ hasText: '35.00 USD was declined' })).toContainText(
    '4001 Settlement Declined. Nothing was taken',
  )
  await page.getByRole('button', { name: 'A day on' }).click()
  await expect(done(page)).toHaveText('The clock has moved on.')
  await expect(page.getByRole('row', { name: /180\.00 USD/ })).toContainText('settled')
  await expect(score(page, 'settled')).toContainText('1')
})

test('an integrator makes the next sale fail with the keyboard alone, and ends it', async ({ page }) => {
  const merchant = await aMerchant()
  await open(page, merchant.id)
  await page.getByLabel('Calls', { exact: true }).focus()
  await page.keyboard.type('Sale')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Answers 503')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Only about')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Times')).toBeFocused()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')

  await expect(done(page)).toHaveText('The fault is set.')
  expect(await merchant.sell('10.00')).toBe(503)
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'answers 503' })).toContainText('1 of 2 hit')
  await page.getByRole('button', { name: 'End Sale: answers 503' }).press('Enter')
  await expect(page.getByText('Every call is answered as it should be.')).toBeVisible()
  expect(await merchant.sell('10.00')).toBe(201)
})

test('a reset asks first, and deletes the records of one merchant', async ({ page }) => {
  const [merchant, other] = [await aMerchant(), await aMerchant()]
  await merchant.sell('10.00')
  await other.sell('11.00')
  await open(page, merchant.id)
  await page.getByRole('link', { name: 'Reset' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Reset ${merchant.id}?`)
  await page.getByRole('link', { name: 'Keep everything' }).click()
  await expect(score(page, 'transactions')).toContainText('1')

  await page.getByRole('link', { name: 'Reset' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()

  await expect(done(page)).toHaveText('All is as at the beginning.')
  await expect(score(page, 'transactions')).toContainText('0')
  await page.getByRole('navigation', { name: 'Merchants' }).getByRole('link', { name: other.id }).click()
  await expect(score(page, 'transactions')).toContainText('1')
})

test('a webhook address must prove that it knows the keys, and a wrong one is told', async ({ page }) => {
  const merchant = await aMerchant()
  await open(page, merchant.id)
  await page.getByLabel('Address for webhooks').fill(`${sandbox}/health`)
  await page.getByRole('button', { name: 'Keep' }).click()

  await expect(page.getByRole('alert')).toContainText('Webhooks cannot be sent there.')
})

for (const [width, height] of [
  [390, 844],
  [1280, 900],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(() => {
      test.use({ viewport: { width, height }, colorScheme })

      test(`the page is clean at ${width} px, ${colorScheme}`, async ({ page }) => {
        const merchant = await aMerchant()
        await merchant.sell('180.00')
        await merchant.sell('2000.00')
        await open(page, merchant.id)
        await expectNoViolations(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await page.getByRole('link', { name: 'Reset' }).click()
        await expectNoViolations(page)
      })
    })
  }
}
