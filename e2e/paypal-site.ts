import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/postgres.mjs'
import { settingsOf, startSite } from '../scripts/services.mjs'
import { sandbox, test as withSite } from './fixtures.ts'

/** Journeys on a second site beside the sandbox, which offers PayPal beside the card, and lets devices be watched. */
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
          DEVICE_DATA: '1',
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
