import { chromium } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { startNginx } from '../../scripts/nginx.mjs'
import { freePort } from '../../scripts/postgres.mjs'
import { sessions } from '../../web/app/events/events.tables.ts'
import { addDays, todayIn } from '../../web/app/platform/dates.ts'
import { anEvent, aSession, timeZone } from '../../web/test/builders.ts'
import { openTown, until } from './town.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** The site behind nginx, with an event whose one session starts today. */
async function aKeptSite() {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const town = await openTown({ settings: { SITE_URL: url, TRUST_PROXY: '1', LOG_LEVEL: 'silent' } })
  cleanUps.push(town.close)
  const nginx = await startNginx({ port, sitePorts: [new URL(town.siteUrls[0] ?? '').port] })
  cleanUps.push(nginx.stop)
  const event = await anEvent(town.db, { kind: 'clinic' })
  const startsOn = todayIn(timeZone)
  const session = await aSession(town.db, { eventId: event.id, startsOn, endsOn: startsOn, places: 8 })
  return { town, url, session, page: `${url}/pages/clinic/${event.id}` }
}

async function ask(page: string, cookie?: string) {
  const answer = await fetch(page, cookie ? { headers: { cookie } } : {})
  const { headers } = answer
  return {
    from: headers.get('X-Cache'),
    mayKeep: headers.get('Cache-Control'),
    setCookie: headers.get('Set-Cookie'),
    html: await answer.text(),
  }
}

test('signed out and signed in in turn, on every public page: a family is never answered from what is kept, and nothing of it is kept', async () => {
  const { town, url, page } = await aKeptSite()
  const { cookie, email } = await town.family()
  for (const path of [
    page,
    `${url}/`,
    `${url}/pages/donate`,
    `${url}/pages/policy`,
    `${url}/pages/staff`,
    `${url}/pages/login`,
  ])
    for (const round of [1, 2, 3]) {
      const own = await ask(path, cookie)
      expect(own.from, path).toBe('BYPASS')
      // A proxy that looks at no cookie is told by the site.
      expect(own.mayKeep, path).toBe('private, no-store')
      expect(own.html, path).toContain(email)
      const signedOut = await ask(path)
      expect(signedOut.html, path).not.toContain(email)
      expect(signedOut.html, path).toContain('/pages/login')
      expect(signedOut.setCookie, path).toBeNull()
      expect(signedOut.from, path).toBe(round === 1 ? 'MISS' : 'HIT')
    }
  for (const path of ['/pages/register', '/pages/forget/password', '/nowhere'])
    for (const _ of [1, 2]) expect((await ask(url + path)).from, path).toBe('BYPASS')
})

test('five hundred visitors at once cost the site one rendering; what changes is shown seconds later', async () => {
  const { town, url, page, session } = await aKeptSite()

  const answers = await Promise.all(Array.from({ length: 500 }, () => ask(page)))
  expect(answers.filter(({ from }) => from === 'MISS')).toHaveLength(1)
  expect(new Set(answers.map(({ html }) => html)).size).toBe(1)
  const forms = await Promise.all(Array.from({ length: 50 }, () => ask(`${url}/pages/register`)))
  expect(new Set(forms.map(({ from }) => from)), 'none waits for another').toEqual(new Set(['BYPASS']))

  await town.db.update(sessions).set({ taken: 8 }).where(eq(sessions.id, session.id))
  await until(async () => (await ask(page)).html.includes('All places are taken'), 10, 'the session full')
})

test('in Chromium a page from the cache runs its scripts without a complaint, and closes its session at midnight to the second', async () => {
  const { page: address } = await aKeptSite()
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  cleanUps.push(() => browser.close())
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (problem) => complaints.push(problem.message))
  await page.clock.install({ time: midnight() - 600_000 })

  const isKept = async () => (await (await page.goto(address))?.headerValue('X-Cache')) === 'HIT'
  await until(isKept, 20, 'a page from the cache')
  const closed = page.getByText('Registration is closed')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.clock.pauseAt(midnight() - 1000)
  expect(await closed.count(), 'a second before').toBe(0)
  await page.clock.runFor(1100)
  await closed.waitFor({ timeout: 2000 })
  expect(complaints).toEqual([])
})

/** The end of today on the programme's clock. */
function midnight(): number {
  const tomorrow = addDays(todayIn(timeZone), 1)
  const quarters = Array.from(
    { length: 112 },
    (_, quarter) => Date.parse(`${tomorrow}T00:00Z`) + (quarter - 56) * 900_000,
  )
  return quarters.find((moment) => todayIn(timeZone, new Date(moment)) === tomorrow) ?? 0
}
