import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { serviceSettings, startSite } from '../../scripts/services.mjs'
import { cookieNameFor } from '../../web/app/people/sign-in/visitor.server.ts'
import { type Db, openDatabase } from '../../web/app/platform/database/database.server.ts'
import { newSecret, storeApp } from '../../web/app/team/second-step/authenticator.server.ts'
import { aMember } from '../../web/test/builders/builders.ts'
import { anApp } from '../../web/test/harness/authenticator-app.ts'
import { administer, databaseAt } from '../../web/test/harness/template.ts'
import { aWorld } from '../../web/test/harness/world.ts'
import { test as base, sandbox } from './fixtures.ts'
import { logIn } from './shop.ts'

const migrations = fileURLToPath(new URL('../../web/database/migrations', import.meta.url))

/** Seals what members' code apps were told. */
const DESK_KEY = 'the key of a desk of journeys alone'

type OwnSite<Filled> = { db: Db; site: string; filled: Filled }

/** A site with a season of its own, which `fill` makes: one that is published there disturbs no other journey. */
export const deskSite = <Filled>(fill: (db: Db) => Promise<Filled>) =>
  base.extend<object, { own: OwnSite<Filled> }>({
    own: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
      async ({}, use) => {
        const [cluster = '', name] = [process.env.E2E_DATABASE_URL, `desk_${process.pid}`]
        await administer(cluster, `create database ${name}`)
        const databaseUrl = databaseAt(cluster, name)
        const folder = mkdtempSync(join(tmpdir(), 'courtside-desk-'))
        const opened = await openDatabase({ databaseUrl, databasePool: 3, dataDir: '' }, migrations)
        const filled = await fill(opened.db)
        const port = await freePort()
        const settings = {
          PORT: String(port),
          DATA_DIR: folder,
          DATABASE_URL: databaseUrl,
          GATEWAY_URL: sandbox,
          DESK_KEY,
        }
        const site = startSite(serviceSettings({ ...process.env, ...settings }), 'ignore')
        await site.untilReady()
        await use({ db: opened.db, site: `http://localhost:${port}`, filled })
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

/** Somebody of the team with a code app. */
export async function aMemberWithApp(db: Db, roles: Parameters<typeof aMember>[1]) {
  const [member, secret] = [await aMember(db, roles), newSecret()]
  await storeApp(db, aWorld(db, { DESK_KEY }).env, member.id, secret, 0)
  return { ...member, app: anApp(secret) }
}

export type MemberWithApp = Awaited<ReturnType<typeof aMemberWithApp>>

/** Opens a page of the desk with password and code. */
export async function openWithCode(page: Page, address: string, { app, ...member }: MemberWithApp) {
  await page.goto(address)
  await logIn(page, member)
  await page.getByRole('textbox', { name: 'Code' }).fill(app.code())
  await page.getByRole('button', { name: 'Open the desk' }).click()
}
