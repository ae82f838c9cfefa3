import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { aMailServer } from '../../web/test/harness/mail-server.ts'
import { test as base, expect, waitForScript, watchErrors } from './fixtures.ts'

/** Somebody else's browser. */
type Open = (options: BrowserContextOptions) => Promise<Page>
type Begun = { site: string; sandbox: string; said: { out: string } }

/** `npm start -- --empty` in a folder of its own with what it prints, and a mail server that it may be told of. */
export const test = base.extend<{ post: Post; open: Open }, { begun: Begun }>({
  begun: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'courtside-empty-'))
      const [port, sandboxPort] = [String(await freePort()), String(await freePort())]
      const child = spawn(process.execPath, ['scripts/start.mjs', '--empty'], {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        env: { ...process.env, PORT: port, SANDBOX_PORT: sandboxPort, DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const said = { out: '' }
      child.stdout.on('data', (words) => {
        said.out += words
      })
      await expect.poll(() => said.out, { timeout: 60_000 }).toContain('Courtside is up.')
      await use({ site: `http://localhost:${port}`, sandbox: `http://127.0.0.1:${sandboxPort}`, said })
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ begun }, use) => use(begun.site),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
  post: async ({}, use) => {
    const post = await aPost()
    await use(post)
    await post.stop()
  },
  open: async ({ browser, baseURL, contextOptions, locale, timezoneId }, use) => {
    const unwanted: string[] = []
    await use(async (options) => {
      const own = { ...contextOptions, baseURL, locale, timezoneId, ...options }
      const context = await browser.newContext(own)
      watchErrors(context, unwanted)
      context.on('page', waitForScript)
      return context.newPage()
    })
    expect(unwanted, 'errors in the browser').toEqual([])
  },
})

export type Post = Awaited<ReturnType<typeof aPost>>

/** A mail server, and its mails as their readers open them. */
async function aPost() {
  const { taken, port, stop } = await aMailServer()

  /** The newest mail to `recipient` with this subject; waits for it. */
  async function mail(recipient: string, subject: string): Promise<string> {
    const isIt = (text: string) => text.includes(`To: ${recipient}`) && text.includes(`Subject: ${subject}`)
    const newest = () => taken.map(plain).findLast(isIt)
    await expect.poll(newest, `a mail “${subject}” to ${recipient}`).toBeTruthy()
    return orNotFound(newest())
  }

  const linkIn = async (recipient: string, subject: string) =>
    orNotFound(/https?:\/\/\S+/.exec(await mail(recipient, subject))?.[0])

  return { port, stop, mail, linkIn }
}

/** Quoted-printable, read. */
const plain = (message: string) =>
  Buffer.from(
    message
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
