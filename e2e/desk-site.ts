import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { freePort } from '../scripts/postgres.mjs'
import { settingsOf, startSite } from '../scripts/services.mjs'
import { cookieNameFor } from '../web/app/people/visitor.server.ts'
import { type Db, openDatabase } from '../web/app/platform/database.server.ts'
import { aMember } from '../web/test/builders.ts'
import { administer, databaseAt } from '../web/test/template.ts'
import { test as base, sandbox } from './fixtures.ts'

const migrations = fileURLToPath(new URL('../web/database/migrations', import.meta.url))

/** A site with a season of its own, which `fill` makes: one that is published there disturbs no other journey. */
export const deskSite = (fill: (db: Db) => Promise<unknown>) =>
  base.extend<object, { own: { db: Db; site: string } }>({
    own: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
      async ({}, use) => {
        const [cluster = '', name] = [process.env.E2E_DATABASE_URL, `desk_${process.pid}`]
        await administer(cluster, `create database ${name}`)
        const databaseUrl = databaseAt(cluster, name)
        const folder = mkdtempSync(join(tmpdir(), 'courtside-desk-'))
        const opened = await openDatabase({ databaseUrl, databasePool: 3, dataDir: '' }, migrations)
        await fill(opened.db)
        const port = await freePort()
        const settings = {
          PORT: String(port),
          DATA_DIR: folder,
          DATABASE_URL: databaseUrl,
          GATEWAY_URL: sandbox,
        }
        const site = startSite(settingsOf({ ...process.env, ...settings }), 'ignore')
        await site.untilReady()
        await use({ db: opened.db, site: `http://localhost:${port}` })
        await site.stop()
        await opened.close()
        await administer(cluster, `drop database ${name} with (force)`)
        rmSync(folder, { recursive: true, force: true })
      },
      { scope: 'worker' },
    ],
    db: ({ own }, use) => use(own.db),
    baseURL: ({ own }, use) => use(own.site),
  })

/** Somebody of the team, signed in with a second step in this browser. */
export async function signInMember(
  db: Db,
  context: BrowserContext,
  site: string,
  roles: Parameters<typeof aMember>[1],
) {
  const member = await aMember(db, roles)
  await context.addCookies([{ name: cookieNameFor(site), value: member.token, url: site }])
  return member
}
