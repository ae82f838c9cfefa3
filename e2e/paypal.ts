import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../scripts/postgres.mjs'
import { settingsOf, startSite } from '../scripts/services.mjs'
import { expect, sandbox, test as withSite } from './fixtures.ts'

/** Journeys on a second site beside the sandbox, which offers PayPal beside the card. */
export const test = withSite.extend<object, { payPalSite: string }>({
  payPalSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
    async ({}, use) => {
      const port = await freePort()
      const folder = mkdtempSync(join(tmpdir(), 'courtside-paypal-'))
      const site = startSite(
        settingsOf({
          ...process.env,
          PORT: String(port),
          DATA_DIR: folder,
          DATABASE_URL: process.env.E2E_DATABASE_URL,
          GATEWAY_URL: sandbox,
          PAYMENT_OPTIONS: 'card,paypal',
        }),
        'ignore',
      )
      await site.untilReady()
      await use(`http://localhost:${port}`)
      await site.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ payPalSite }, use) => use(payPalSite),
})

export const option = (page: Page, name: 'Card' | 'PayPal') =>
  page.getByRole('button', { name: `Paying with ${name}`, exact: true })
export const payPalAccount = (page: Page, email: string) => page.getByRole('button', { name: email })
/** PayPal's own, in its frame. */
export const payPalButton = (page: Page) => page.frameLocator('iframe[title="PayPal"]').getByRole('button')
export const sheetError = (page: Page) => page.locator('[data-braintree-id=sheet-error-text]')

/** Presses PayPal's button, and gives PayPal's window. */
export async function openPayPal(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await payPalButton(page).click()
  const paypal = await opened
  await expect(paypal.getByRole('button', { name: 'Log in' })).toBeVisible()
  return paypal
}

/** Logs in at PayPal and agrees. */
export async function approve(paypal: Page, email: string) {
  await paypal.getByLabel('Email').fill(email)
  await paypal.getByRole('button', { name: 'Log in' }).click()
  await paypal.getByRole('button', { name: 'Agree & Continue' }).click()
}

/** As a browser does that shows no windows until its user allows them. */
export const blockFirstWindow = (page: Page) =>
  page.addInitScript(() => {
    const open = window.open.bind(window)
    window.open = () => {
      window.open = open
      return null
    }
  })
