import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../scripts/postgres.mjs'
import { found } from '../web/app/platform/refusal.ts'
import { anApp } from '../web/test/authenticator-app.ts'
import { password } from '../web/test/builders.ts'
import { aMailServer } from '../web/test/mail-server.ts'
import { expectFitInLightAndDark } from './axe.ts'
import { test as base, expect } from './fixtures.ts'

/** `npm start -- --empty` in a folder of its own, and what it prints. */
const test = base.extend<object, { begun: { site: string; said: { out: string } } }>({
  begun: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'courtside-empty-'))
      const PORT = String(await freePort())
      const child = spawn(process.execPath, ['scripts/start.mjs', '--empty'], {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        env: { ...process.env, PORT, SANDBOX_PORT: String(await freePort()), DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const said = { out: '' }
      child.stdout.on('data', (words) => {
        said.out += words
      })
      await expect.poll(() => said.out, { timeout: 60_000 }).toContain('Courtside is up.')
      await use({ site: `http://localhost:${PORT}`, said })
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ begun }, use) => use(begun.site),
})

test('an empty start prints a code; with it a programme gets its name, an owner with a second step, and a mail server that the site starts again with', async ({
  page,
  begun,
}) => {
  test.setTimeout(120_000)
  expect(begun.said.out).not.toMatch(/Demo sign-ins|otpauth/)
  const code = found(/Code +(\S+)/.exec(begun.said.out)?.[1])
  const goOn = (name: string) => page.getByRole('main').getByRole('button', { name }).click()

  await page.goto('/desk/set-up')
  await page.getByLabel('Code').fill(code.toLowerCase())
  await goOn('Go on')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await goOn('Go on to the second step')
  await expect(page.getByText('Name the programme.')).toBeVisible()
  await expectFitInLightAndDark(page, 'set-up')
  const typed = {
    ...{ Name: 'Orchard Tennis', 'Email for families': 'play@orchard.example', 'Your phone': '5550100142' },
    ...{ 'First name': 'Bea', 'Last name': 'Topspin', 'Your email': 'bea@orchard.example' },
    ...{ Password: password, 'Confirm password': password },
  }
  for (const [label, value] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).fill(value)
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Los_Angeles')
  await goOn('Go on to the second step')

  await expect(page.getByRole('heading', { name: 'Your second step' })).toBeVisible()
  const secret = /[A-Z2-7]{4}(?: ?[A-Z2-7]{4}){5,}/.exec(await page.getByRole('main').innerText())?.[0]
  await page.getByRole('textbox', { name: 'Code' }).fill(anApp(found(secret)).code())
  await goOn('Check the code')
  await page.getByRole('link', { name: 'Go to the desk' }).click()
  await expect(page.getByText('There is no season yet')).toBeVisible()
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()

  const post = await aMailServer()
  await page.getByLabel('Mail server').fill('localhost')
  await page.getByLabel('Port').fill(String(post.port))
  await expectFitInLightAndDark(page, 'settings')
  await goOn('Send a test mail and save')
  await expect(page.getByText('The site starts again now')).toBeVisible()
  await expect(page.getByText('The site runs with its new settings.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Mails go out by localhost.')).toBeVisible()
  expect(post.taken).toEqual([expect.stringContaining('To: bea@orchard.example')])
  expect(begun.said.out.split('Courtside is up.').at(-1)).toContain('is sent by SMTP')
  await post.stop()
})
