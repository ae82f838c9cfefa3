import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { serviceSettings, startSite } from '../../scripts/services.mjs'
import { sandbox, test as withSite } from './fixtures.ts'

/** Journeys on a second site beside the sandbox, with these settings. */
export const siteWith = (settings: Record<string, string>) =>
  withSite.extend<object, { secondSite: string }>({
    secondSite: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
      async ({}, use) => {
        const port = await freePort()
        const folder = mkdtempSync(join(tmpdir(), 'courtside-second-'))
        const site = startSite(
          serviceSettings({
            ...process.env,
            PORT: String(port),
            DATA_DIR: folder,
            DATABASE_URL: process.env.E2E_DATABASE_URL,
            GATEWAY_URL: sandbox,
            ...settings,
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
    baseURL: ({ secondSite }, use) => use(secondSite),
  })
