import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { chromium, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { startNginx } from '../../scripts/provision/nginx.mjs'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { sessions } from '../../web/app/events/events.tables.ts'
import { addDays, todayIn } from '../../web/app/platform/format/dates.ts'
import { callApi, NoAnswer } from '../../web/app/platform/http/call-api.ts'
import { anEvent, aSession, timeZone } from '../../web/test/builders/builders.ts'
import { plainHeaders, strictPolicy } from '../support/headers.ts'
import { openTown, until } from './support/town.ts'

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

const always = {
  ...plainHeaders,
  'content-security-policy': expect.stringMatching(strictPolicy),
  'permissions-policy': expect.stringContaining('camera=()'),
  server: 'nginx',
}

/** Its pages have no script and no form. */
const ofNginx = {
  ...always,
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; style-src 'sha256-[^ ]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  ),
}

test('with settings of production every kind of answer carries the headers of the site through nginx too, kept or not', async () => {
  const [home, port] = ['https://tennis.example', await freePort()]
  const settings = { SITE_URL: home, TRUST_PROXY: '1', LOG_LEVEL: 'silent' }
  const gateway = { GATEWAY_ENVIRONMENT: 'production', GATEWAY_TOKENIZATION_KEY: 'production_a_b' }
  const town = await openTown({ settings: { ...settings, ...gateway } })
  cleanUps.push(town.close)
  const nginx = await startNginx({ port, sitePorts: [new URL(town.siteUrls[0] ?? '').port] })
  cleanUps.push(nginx.stop)
  const cookie = `__Host-${(await town.family()).cookie}`
  const send = (path: string, origin = home) => [path, { method: 'POST', headers: { origin } }] as const
  const answers = {
    page: [200, '/', {}],
    'page from the cache': [200, '/', {}],
    'page of a family': [200, '/pages/account', { headers: { cookie } }],
    redirect: [302, '/pages/account', {}],
    'page that is lost': [404, '/nowhere', {}],
    'file that is lost': [404, '/assets/nowhere.js', {}],
    call: [200, '/api/bot-check', {}],
    'call that is wrong': [400, ...send('/api/login')],
    'form that is wrong': [400, ...send('/pages/login')],
    'form of another site': [403, ...send('/pages/logout', 'https://elsewhere.example')],
    health: [200, '/health', {}],
    metrics: [404, '/metrics', {}],
    'message without a signature': [400, ...send('/gateway/webhook')],
  } as const

  for (const [name, [status, path, { headers = {}, ...sent }]] of Object.entries<Sent>(answers)) {
    const asking = request({ port, path, ...sent, headers: { host: 'tennis.example', ...headers } }).end()
    const [answer]: IncomingMessage[] = await once(asking, 'response')
    answer?.resume()
    expect.soft(answer?.statusCode, name).toBe(status)
    expect.soft(answer?.headers, name).toMatchObject(always)
    if (path === '/') expect(answer?.headers['x-cache'], name).toBe(name === 'page' ? 'MISS' : 'HIT')
  }
})
type Sent = readonly [
  status: number,
  path: string,
  sent: { method?: string; headers?: Record<string, string> },
]

test('while the site starts again nginx says so in its words: pages come by themselves, forms and calls are sent again, what is kept is shown', async () => {
  const { town, url, page } = await aKeptSite()
  const family = await town.family()
  const { status, answer } = await family.checkOut('card')
  expect(status).toBe(200)
  await until(async () => (await ask(page)).from === 'HIT', 10, 'a page that is kept')
  await town.stop()
  const away = { ...ofNginx, 'cache-control': 'no-store', 'retry-after': '5' }
  const said = async (path: string, options: RequestInit = {}) => {
    const answer = await fetch(url + path, options)
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
  }

  for (const path of ['/pages/register', new URL(page).pathname]) {
    const shown = await said(path, { headers: { cookie: family.cookie } })
    expect(shown, path).toMatchObject({ status: 503, headers: { ...away, refresh: '5' } })
    expect(shown.text).toContain('<h1>The site is back in a moment</h1>')
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(shown.text) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(shown.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
  }
  const form = await said('/pages/login', { method: 'POST', body: new URLSearchParams({ email: 'a' }) })
  expect(form).toMatchObject({ status: 503, headers: away })
  expect(form.headers.refresh, 'which would forget what was typed').toBeUndefined()
  expect(form.text).toContain('nothing that you typed is lost')
  await until(async () => (await ask(page)).from === 'STALE', 20, 'the page of a moment ago')

  const statuses: number[] = []
  const { fetch: send } = globalThis
  vi.stubGlobal('fetch', async (path: string, { headers, ...sent }: RequestInit) => {
    const reply = await send(url + path, { ...sent, headers: { ...headers, cookie: family.cookie } })
    statuses.push(reply.status)
    return reply
  })
  cleanUps.push(() => vi.unstubAllGlobals())
  const payment = { ...answer.transaction_request, payment_method_nonce: 'fake-valid-nonce' }
  const key = crypto.randomUUID()
  const pay = () => callApi<{ success: boolean }>('/post-transaction', payment, key)
  await expect(pay()).rejects.toThrow(NoAnswer)
  expect(statuses.splice(0), 'sent again with its key').toEqual([503, 503, 503])
  await town.restart()
  expect(await pay()).toMatchObject({ success: true })
})

test('what nginx sends on to nobody is answered in the words and with the headers of the site', async () => {
  const { url } = await aKeptSite()
  const large = { method: 'POST', body: 'x'.repeat(1_100_000) }
  const answers = {
    'a body that is too large': [413, '/pages/login', large, 'This request is too large.'],
    'the same as a call': [413, '/api/login', large, '"message":"This request is too large."'],
    'a host that is none': [400, '/', { headers: { host: 'a b' } }, 'This request cannot be read.'],
    'a long cookie': [431, '/', { headers: { cookie: 'x'.repeat(9000) } }, 'are too long.'],
    'a long address': [414, `/${'x'.repeat(9000)}`, {}, 'are too long.'],
  } as const

  for (const [name, [status, path, { body, ...sent }, words]] of Object.entries<Refused>(answers)) {
    const asking = request(url, { path, ...sent }).end(body)
    const [answer]: IncomingMessage[] = await once(asking, 'response')
    expect.soft(answer?.statusCode, name).toBe(status)
    expect.soft(answer?.headers, name).toMatchObject(ofNginx)
    expect.soft(answer && (await text(answer)), name).toContain(words)
  }
})
type Refused = readonly [
  status: number,
  path: string,
  { method?: string; headers?: Record<string, string>; body?: string },
  words: string,
]

test('a page that was kept before registration opens counts down to the second, and shows it open by itself', async () => {
  const { town, page: address, session } = await aKeptSite()
  const opensAt = new Date(Date.now() + 15_000)
  await town.db.update(sessions).set({ opensAt }).where(eq(sessions.id, session.id))
  const { page, complaints } = await aBrowser()
  await untilKept(page, address)
  await page.getByText(/^Opens in \d+ seconds?$/).waitFor()

  await page.getByText('Registration opens now').waitFor()
  expect(Math.abs(Date.now() - opensAt.getTime()), 'milliseconds beside its moment').toBeLessThan(1000)
  const shut = page.getByText(/^Opens \w+ \d+|Registration opens now/)
  await until(async () => (await shut.count()) === 0, 20, 'the session open')
  expect(complaints).toEqual([])
})

test('in Chromium a page from the cache runs its scripts without a complaint, and closes its session at midnight to the second', async () => {
  const { page: address } = await aKeptSite()
  const { page, complaints } = await aBrowser()
  await page.clock.install({ time: midnight() - 600_000 })

  await untilKept(page, address)
  const closed = page.getByText('Registration is closed')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.clock.pauseAt(midnight() - 1000)
  expect(await closed.count(), 'a second before').toBe(0)
  await page.clock.runFor(1100)
  await closed.waitFor({ timeout: 2000 })
  expect(complaints).toEqual([])
})

/** A page of its own, and what its console complains of. */
async function aBrowser() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  cleanUps.push(() => browser.close())
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (problem) => complaints.push(problem.message))
  return { page, complaints }
}

const untilKept = (page: Page, address: string) =>
  until(
    async () => (await (await page.goto(address))?.headerValue('X-Cache')) === 'HIT',
    20,
    'a page from the cache',
  )

/** The end of today on the programme's clock. */
function midnight(): number {
  const tomorrow = addDays(todayIn(timeZone), 1)
  const quarters = Array.from(
    { length: 112 },
    (_, quarter) => Date.parse(`${tomorrow}T00:00Z`) + (quarter - 56) * 900_000,
  )
  return quarters.find((moment) => todayIn(timeZone, new Date(moment)) === tomorrow) ?? 0
}
