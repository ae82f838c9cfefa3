import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { expect } from 'vitest'
import { passBotCheck } from '#bot-check/proof-of-work.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { addMail } from '#mail/outbox.server.ts'
import { signIns } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { headersBeforeSite } from '#platform/http/security-headers.server.ts'
import { waitingPage } from '#platform/http/waiting-page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { parseEnv } from '#platform/settings/env.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { logCounts } from '#platform/tally.server.ts'
import routes from '../../app/routes.ts'
import { isPublicPage, withHashes } from '../../public-pages.ts'
import { aMember, anAccount, anEvent, aProgramme } from '../builders/builders.ts'
import { signedInToken } from '../harness/api-client.ts'
import { solvedBotCheck } from '../harness/bot-check.ts'
import { test } from '../harness/database.ts'
import { aLog } from '../harness/log.ts'
import { aSite } from '../harness/site.ts'
import { aWorld } from '../harness/world.ts'

const publicDemo = { SITE_URL: 'https://courtside.example', DEMO_SITE: '1' }
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }
const jsonType = { 'Content-Type': 'application/json' }

async function aSignedInParent(db: Db, settings: { SITE_URL?: string; DEMO_SITE?: string } = {}) {
  await aProgramme(db)
  const world = aWorld(db, settings)
  const me = await anAccount(db)
  const cookie = `${settings.SITE_URL ? '__Host-' : ''}sign-in=${await signedInToken(world, me.id)}`
  return { world, me, cookie, site: await aSite(world, routes) }
}

test('every answer carries the same headers: pages, redirects, refusals, the API, and errors', async ({
  db,
}) => {
  const { site, cookie } = await aSignedInParent(db, publicDemo)
  const foreign = { method: 'POST', headers: { Origin: 'https://elsewhere.example' } }
  const broken = await aSite(aWorld({} as Db, publicDemo), routes)
  const answers = {
    page: [200, await site('/')],
    'page of a family': [200, await site('/pages/account', { headers: { cookie } })],
    redirect: [302, await site('/pages/account')],
    'part of a page': [202, await site('/pages/account.data')],
    lost: [404, await site('/nowhere')],
    'lost file': [404, await site('/assets/page-1a2b3c.js')],
    file: [200, await site('/robots.txt')],
    health: [200, await site('/health')],
    api: [200, await site('/api/openapi.json')],
    'lost in the api': [404, await site('/api/nowhere')],
    foreign: [403, await site('/pages/logout', foreign)],
    broken: [500, await broken('/', { headers: { cookie } })],
  } as const

  for (const [name, [status, answer]] of Object.entries(answers)) {
    expect(answer.status, name).toBe(status)
    expect(Object.fromEntries(answer.headers), name).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self' '(nonce|sha256)-/,
      ),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), '),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    })
  }
})

test('health and metrics are asked anew each time, and every page says that it is there gzipped and plain', async ({
  db,
}) => {
  const { site } = await aSignedInParent(db)

  for (const path of ['/health', '/ready', '/metrics'])
    expect((await site(path)).headers.get('Cache-Control'), path).toBe('no-store')
  for (const encoding of ['gzip', 'identity']) {
    const { headers } = await site('/', { headers: { 'Accept-Encoding': encoding } })
    expect(headers.get('Content-Encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
    expect(headers.get('Vary'), encoding).toContain('Accept-Encoding')
  }
})

test('a missing file is told in a line, kept by nobody, and costs neither a page nor the database', async () => {
  const broken = await aSite(aWorld({} as Db), routes)

  for (const path of ['/assets/page-1a2b3c.js', '/favicon.ico', '/wp-login.php']) {
    const answer = await broken(path)
    expect(answer.status, path).toBe(404)
    expect(await answer.text(), path).toBe('There is no such file.')
    expect(answer.headers.get('cache-control'), path).toBe('no-store')
  }
})

test('no page of another site changes anything, and logs nobody out', async ({ db }) => {
  const { site, cookie } = await aSignedInParent(db)
  logCounts(aLog().log)
  const places = ['/pages/logout', '/pages/logout?everywhere', '/pages/login', '/api/logout', '/nowhere']

  for (const method of ['POST', 'PUT', 'DELETE'])
    for (const path of places)
      for (const Origin of ['https://elsewhere.example', 'http://localhost:3000.elsewhere.example', 'null']) {
        const answer = await site(path, { method, body: 'x=1', headers: { ...formType, cookie, Origin } })
        expect([answer.status, await answer.text()], `${method} ${path}`).toEqual([
          403,
          expect.stringContaining('This request came from another site.'),
        ])
      }
  expect(await db.$count(signIns)).toBe(1)
  const { log, lines } = aLog()
  logCounts(log)
  expect(lines[0]?.counts?.['from another site']).toBe(45)
})

test('behind a proxy the public address is home, whatever name the proxy asks for', async ({ db }) => {
  const { site, cookie } = await aSignedInParent(db, publicDemo)
  const logOut = (Origin: string) =>
    site('/pages/logout', {
      method: 'POST',
      body: '',
      headers: { ...formType, cookie, Origin, Host: '10.0.0.7' },
    })

  expect((await logOut('https://10.0.0.7')).status).toBe(403)
  expect(await db.$count(signIns)).toBe(1)
  expect((await logOut('https://courtside.example')).status).toBe(302)
  expect(await db.$count(signIns)).toBe(0)
})

test('what a family sees is kept by no browser; what is the same for all, a proxy may keep for seconds', async ({
  db,
}) => {
  const { site, cookie } = await aSignedInParent(db)
  const keptHow = async (path: string, headers: Record<string, string>) =>
    (await site(path, { headers })).headers.get('Cache-Control')

  for (const path of ['/', '/pages/account', '/pages/emergency-contact', '/pages/account.data', '/nowhere'])
    expect(await keptHow(path, { cookie }), path).toBe('private, no-store')
  expect(await keptHow('/pages/account.data', { cookie, 'Sec-Purpose': 'prefetch' })).toBe(
    'private, no-cache',
  )
  expect(await keptHow('/', { cookie: 'sign-in=of-nobody-any-more' })).toBe('private, no-store')
  for (const path of ['/pages/account', '/pages/register', '/pages/donate/receipt/1', '/nowhere'])
    expect(await keptHow(path, {}), path).toBe('private, no-cache')
  const { id } = await anEvent(db, { kind: 'clinic' })
  for (const path of [
    '/',
    '/_.data',
    '/pages/login',
    '/pages/donate',
    '/pages/staff.data',
    `/pages/clinic/${id}`,
  ])
    expect(await keptHow(path, {}), path).toBe('public, s-maxage=5')
  expect(await keptHow(`/pages/league/${id}`, {}), 'no such league').toBe('private, no-cache')
})

test('a page that may be kept is the same each time, names its scripts by their hashes, and no cookie goes with it', async ({
  db,
}) => {
  const { site, cookie } = await aSignedInParent(db)
  const [first, second] = [await site('/'), await site('/')]
  const html = await first.text()
  const own = await site('/', { headers: { cookie } })

  expect(await second.text()).toBe(html)
  expect(html).not.toMatch(/<script[^>]* nonce/)
  const policy = first.headers.get('Content-Security-Policy') ?? ''
  const scripts = [...html.matchAll(/<script(?![^>]*src)[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => text,
  )
  expect(scripts.length).toBeGreaterThan(2)
  for (const script of scripts)
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect(policy).not.toContain('nonce')
  expect(first.headers.get('Set-Cookie')).toBeNull()
  for (const answer of [first, own]) expect(answer.headers.get('Vary')).toContain('Cookie')
  expect(own.headers.get('Content-Security-Policy')).toContain("'nonce-")
  const head = await site('/', { method: 'HEAD' })
  expect(head.headers.get('Content-Security-Policy')).toBe(policy)
})

test('the page to log in is rendered once a second for all who are signed out, and led on from by who is signed in', async ({
  db,
}) => {
  const { site, cookie } = await aSignedInParent(db)
  const named = async (path: string, headers = {}) => {
    const answer = await site(path, { headers })
    const [, name] = /<title>Login . (.*?)<\/title>/.exec(await answer.text()) ?? []
    return { name, policy: answer.headers.get('Content-Security-Policy'), status: answer.status }
  }
  const first = await named('/pages/login')
  await db.update(programme).set({ name: 'Renamed' })

  expect(await named('/pages/login')).toEqual(first)
  expect(await named('/pages/login?next=/pages/cart')).toMatchObject({ name: 'Renamed' })
  expect(await named('/pages/login', { cookie })).toMatchObject({ status: 302 })
  await expect.poll(async () => (await named('/pages/login')).name, { timeout: 5000 }).toBe('Renamed')
})

test('a script that somebody brought into a page that may be kept is not named by it', () => {
  const page =
    '<script nonce="bm9uY2U=">ours()</script><script>theirs()</script><script nonce="a">theirs()</script>'
  const hash = createHash('sha256').update('ours()').digest('base64')

  expect(withHashes(page, 'bm9uY2U=')).toEqual({
    html: page.replace(' nonce="bm9uY2U="', ''),
    hashes: `'sha256-${hash}'`,
  })
})

test('the proxy of deploy/nginx.conf asks its cache for the pages that are the same for all, and lets the others pass by', () => {
  const file = readFileSync(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8')
  const kept = [...file.matchAll(/"~(\S+)" 0;/g)].map(([, pattern = '']) => new RegExp(pattern))
  const isKept = (path: string) => kept.some((pattern) => pattern.test(path))
  const forAll = [
    '/',
    '/_.data',
    '/pages/login',
    '/pages/staff',
    '/pages/policy.data',
    '/pages/donate',
    '/pages/donate-bottinelli',
  ]
  const events = ['clinic', 'lesson', 'league', 'tournament'].map((kind) => `/pages/${kind}/17`)
  const others = [
    '/pages/register',
    '/pages/cart',
    '/pages/donate/success/1',
    '/pages/donate/receipt/1.data',
    '/nowhere',
  ]

  for (const path of [...forAll, ...events, `${events[0]}.data`, ...others])
    expect(isKept(path), path).toBe(isPublicPage(path))
  expect(others.filter(isKept)).toEqual([])
})

test('what nginx says by itself has the headers and the look of the site', async () => {
  const file = readFileSync(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8')
  const headers = headersBeforeSite(parseEnv(publicDemo))
  const full = new Hono().use(waitingPage(0))
  const waiting = await full.request('/', { headers: { Accept: 'text/html' } })
  headers.set('Content-Security-Policy', waiting.headers.get('Content-Security-Policy') ?? '')
  const [style = ''] = /<style>.*<\/style>/s.exec(await waiting.text()) ?? []

  for (const [name, value] of headers) expect(file).toContain(`add_header ${name} "${value}" always;`)
  expect(file).toContain(style)
})

/** Lists in lists in lists, as deep as the site takes a body. */
const tower = (deep: number) => '['.repeat(deep) + ']'.repeat(deep)

test('an address that is two addresses, or a body that is a tower, is answered plainly', async ({ db }) => {
  const { site } = await aSignedInParent(db)
  const byNumber = await aSite(aWorld(db), routes, 'http://127.0.0.1:3000')
  const call = async (path: string, body: string) => {
    const answer = await site(path, { method: 'POST', headers: jsonType, body })
    return [answer.status, (await answer.json()).code]
  }

  for (const path of ['//evil.example', '//evil.example/pages/cart'])
    expect((await site(path)).status, path).toBe(404)
  expect((await byNumber('//evil.example/x?y=1')).headers.get('Location')).toBe(
    'http://localhost:3000//evil.example/x?y=1',
  )
  for (const deep of [100, 5000, 50_000]) {
    const body = `{"email":"robin@example.com","password":"x","cart":${tower(deep)}}`
    expect(await call('/api/login', body)).toEqual([400, 'malformed'])
  }
  const name = JSON.stringify('[{'.repeat(40))
  expect(await call('/api/login', `{"email":"robin@example.com","password":${name}}`)).toEqual([
    401,
    'login-failed',
  ])
})

test('a bot check whose work is a tower has failed, and breaks nothing', async ({ db }) => {
  for (const deep of [3000, 5000, 20_000, 30_000]) {
    const { challenge, solution } = JSON.parse(Buffer.from(await solvedBotCheck(db), 'base64').toString())
    const parameters = JSON.stringify({ ...challenge.parameters, data: 0 }).replace(
      '"data":0',
      `"data":${tower(deep)}`,
    )
    const text = `{"challenge":{"parameters":${parameters},"signature":"${challenge.signature}"},"solution":${JSON.stringify(solution)}}`

    await expect(passBotCheck(db, Buffer.from(text).toString('base64'))).rejects.toMatchObject({
      code: 'bot-check-failed',
    })
  }
})

test('on this machine alone by default; elsewhere only by a setting', () => {
  const listens = (settings: Record<string, string>) => {
    const { hosts, isPrivate } = parseEnv({
      ...settings,
      GATEWAY_ENVIRONMENT: 'production',
      GATEWAY_TOKENIZATION_KEY: 'production_x_y',
    })
    return [hosts, isPrivate]
  }

  expect(listens({})).toEqual([['127.0.0.1', '::1'], true])
  expect(listens({ SITE_URL: 'http://127.0.0.1:8080' })).toEqual([['127.0.0.1', '::1'], true])
  expect(listens({ HOST: '0.0.0.0' })).toEqual([['0.0.0.0'], false])
  expect(listens({ SITE_URL: 'https://courtside.example' })).toEqual([['::'], false])
  expect(listens({ SITE_URL: 'https://courtside.example', HOST: '127.0.0.1' })).toEqual([
    ['127.0.0.1'],
    false,
  ])
})

test('a public site with the pretend gateway starts only as a demo that says so on every page', async ({
  db,
}) => {
  const { site, cookie } = await aSignedInParent(db, publicDemo)
  const words = 'This is a demo. No card is charged'

  expect(() => parseEnv({ SITE_URL: 'https://courtside.example' })).toThrow('or set DEMO_SITE=1 for a demo')
  expect(parseEnv({ SITE_URL: 'https://localhost:3000' }).isDemo).toBe(false)
  for (const path of ['/', '/pages/donate', '/pages/account', '/nowhere'])
    expect(await (await site(path, { headers: { cookie } })).text(), path).toContain(words)
  const onADesk = await aSite(aWorld(db), routes)
  expect(await (await onADesk('/')).text()).not.toContain(words)
})

test('kept mails are shown on this machine alone', async ({ db }) => {
  await aProgramme(db)
  const statusWith = async (settings: Record<string, string>) =>
    (await (await aSite(aWorld(db, settings), routes))('/development/mail')).status

  expect(await statusWith({})).toBe(200)
  expect(await statusWith({ HOST: '0.0.0.0' })).toBe(404)
  expect(await statusWith(publicDemo)).toBe(404)
  expect(await statusWith({ SMTP_URL: 'smtp://mail.example' })).toBe(404)
})

test('a site that only who sits at it can reach shows kept mails and the desk by no other name of it and through no proxy', async ({
  db,
}) => {
  await aProgramme(db)
  const { id } = await aMember(db, ['owner'])
  await addMail(db, { kind: 'message', to: 'robin@example.test', subject: '-', text: '-', html: '-' })
  const cookie = `sign-in=${await signedInToken(aWorld(db), id)}`
  const { mailId } = orNotFound((await db.select({ mailId: mails.id }).from(mails))[0])
  const html = `/development/mail/${mailId}/html`
  const statusAt = async (at: string, path: string, headers: HeadersInit = {}, method = 'GET') => {
    const site = await aSite(aWorld(db), routes, at)
    return (await site(path, { method, headers: { ...headers, cookie } })).status
  }

  for (const path of [
    '/development/mail',
    '/development/mail.data',
    '/Development/mail',
    html,
    '/desk/second-step',
    '/desk/second-step.data',
  ]) {
    const here = await statusAt('http://localhost:3000', path)
    expect(here, path).not.toBe(404)
    expect(await statusAt('http://rebound.example:3000', path), path).toBe(404)
    expect(await statusAt('http://localhost:3000', path, { 'X-Forwarded-For': '192.0.2.1' }), path).toBe(404)
  }
  for (const [at, status] of [
    ['http://localhost:3000', 400],
    ['http://rebound.example:3000', 404],
  ] as const)
    expect(await statusAt(at, '/api/desk/kept-notes', jsonType, 'POST'), at).toBe(status)
})
