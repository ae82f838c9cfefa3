import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { signIns } from '../../web/app/people/people.tables.ts'
import { cookieNameFor } from '../../web/app/people/sign-in/visitor.server.ts'
import { type Db, openDatabase } from '../../web/app/platform/database/database.server.ts'
import { sha256 } from '../../web/app/platform/hash.server.ts'
import { anAccount } from '../../web/test/builders/builders.ts'
import { noteCrashes } from './crashes.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

export { expect } from '@playwright/test'

const migrations = fileURLToPath(new URL('../../web/database/migrations', import.meta.url))
/** The addresses that world.ts has started. */
export const site = process.env.E2E_SITE ?? ''
export const sandbox = process.env.E2E_SANDBOX ?? ''

export type Guardian = Awaited<ReturnType<typeof anAccount>>

type Fixtures = { db: Db; mailbox: Mailbox; guardian: Guardian }

/**
 * `db`: the database behind the site. `mailbox`: the mails that the site has written.
 * `guardian`: a parent who is signed in in this browser. Every test also fails on an error in the
 * browser's console, which a broken Content-Security-Policy is too.
 */
export const test = base.extend<Fixtures, { opened: { db: Db; close: () => Promise<void> } }>({
  baseURL: site,
  opened: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
    async ({}, use) => {
      const where = { databaseUrl: process.env.E2E_DATABASE_URL, databasePool: 3, dataDir: '' }
      const opened = await openDatabase(where, migrations)
      await use(opened)
      await opened.close()
    },
    { scope: 'worker' },
  ],
  db: ({ opened }, use) => use(opened.db),
  mailbox: ({ db }, use) => use(openMailbox(db)),
  guardian: async ({ db, context }, use) => {
    const account = await anAccount(db)
    await signIn(db, context, account.id)
    await use(account)
  },
  context: async ({ context, javaScriptEnabled }, use, info) => {
    const unwanted: string[] = []
    watchErrors(context, unwanted)
    if (javaScriptEnabled !== false) context.on('page', waitForScript)
    await use(context)
    if (info.status !== info.expectedStatus) await info.attach('site.log', { body: endOfLog() })
    expect(unwanted, 'errors in the browser').toEqual([])
  },
})

/** Adds to `unwanted` what goes wrong in the pages of a browser. */
export function watchErrors(context: BrowserContext, unwanted: string[]) {
  context.on('weberror', (problem) => unwanted.push(String(problem.error())))
  context.on('console', (message) => {
    const isOfNetwork = ofNetwork.test(message.text())
    if (message.type() === 'error' && !isOfNetwork) unwanted.push(message.text())
  })
  noteCrashes(context, unwanted)
}

/**
 * A page of the site is painted before it asks for its script. Whoever goes there by its address begins when the script
 * has taken it over, as a person does; a test that is about the time before says `waitUntil`.
 */
export function waitForScript(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const isTakenOver = async () => {
    await page.waitForFunction(() => document.onclick === null)
  }
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    if (!options?.waitUntil) await isTakenOver()
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    if (!options?.waitUntil) await isTakenOver()
    return answer
  }
}

/** What the browser, and the router when it looks ahead, say of an answer that did not come. */
const ofNetwork = /^Failed to (load resource|fetch manifest patches)/

/** The site's last words, for a test that has failed. */
const endOfLog = () => readFileSync(process.env.E2E_SITE_LOG ?? '', 'utf8').slice(-4000)

/** Signs a browser in, without the login page. */
export async function signIn(db: Db, context: BrowserContext, accountId: string) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insert(signIns).values({ tokenHash: sha256(token), accountId, expiresAt })
  await context.addCookies([{ name: cookieNameFor(site), value: token, url: site }])
}
