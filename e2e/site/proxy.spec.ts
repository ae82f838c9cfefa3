import { once } from 'node:events'
import { connect } from 'node:net'
import type { APIRequestContext } from '@playwright/test'
import { freePort } from '../../scripts/provision/postgres.mjs'
import { serviceSettings, startSite } from '../../scripts/services.mjs'
import { expect, test } from '../support/fixtures.ts'
import { plainHeaders, strictPolicy } from '../support/headers.ts'

const html = 'text/html; charset=utf-8'
const text = expect.stringMatching(/^text\/plain; ?charset=utf-8$/i)
const json = 'application/json'
const home = 'https://courtside.example'
const much = 'x'.repeat(200_000)
const tooMuch = 'x'.repeat(600_000)
const wrong = { email: 'nobody@example.test', password: 'not the one' }
const wrongOnce = { ...wrong, email: 'nobody-else@example.test' }

type Sent = {
  method?: string
  headers?: Record<string, string>
  form?: Record<string, string>
  data?: unknown
}

/** Each kind of answer: how to get it, its status, and what it is. */
const answers: Record<string, [path: string, sent: Sent, status: number, type: unknown]> = {
  page: ['/', {}, 200, html],
  'page of a family, signed out': ['/pages/account', {}, 302, undefined],
  'data of a page': ['/pages/policy.data', {}, 200, 'text/x-script'],
  'page that is lost': ['/nowhere', {}, 404, html],
  'address that is no text': ['/pages/%zz', {}, 404, text],
  'page that takes no form': ['/', { method: 'POST', form: {} }, 405, html],
  'form that is too large': ['/pages/login', { method: 'POST', form: { email: much } }, 413, html],
  'form of another site': [
    '/pages/login',
    { method: 'POST', form: wrong, headers: { Origin: 'https://elsewhere.example' } },
    403,
    text,
  ],
  'form that is refused': ['/pages/login', { method: 'POST', form: wrongOnce }, 401, html],
  'form that logs out': ['/pages/logout', { method: 'POST', form: {} }, 302, undefined],
  redirect: ['/invoice/x', {}, 301, undefined],
  call: ['/api/bot-check', {}, 200, json],
  'call that is lost': ['/api/nowhere', {}, 404, json],
  'call that is wrong': ['/api/login', { method: 'POST', data: {} }, 400, json],
  'call that is too large': ['/api/login', { method: 'POST', data: { email: much } }, 413, json],
  'call from another site': [
    '/api/login',
    { method: 'POST', data: wrong, headers: { Origin: 'https://elsewhere.example' } },
    403,
    json,
  ],
  'what another site may do first': [
    '/api/login',
    {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
    },
    404,
    json,
  ],
  'call that is tried too often': ['/api/login', { method: 'POST', data: wrong }, 429, json],
  icon: ['/favicon.svg', {}, 200, 'image/svg+xml; charset=utf-8'],
  'file that is lost': ['/assets/nowhere.js', {}, 404, expect.any(String)],
  'file above the folder': ['/assets/%2e%2e%2f%2e%2e%2fpackage.json', {}, 404, expect.any(String)],
  folder: ['/assets/', {}, 404, expect.any(String)],
  'file of git': ['/.git/config', {}, 404, html],
  robots: ['/robots.txt', {}, 200, text],
  sitemap: ['/sitemap.xml', {}, 200, 'application/xml; charset=utf-8'],
  health: ['/health', {}, 200, text],
  readiness: ['/ready', {}, 200, text],
  'metrics without their token': ['/metrics', {}, 404, text],
  'message of the gateway, unsigned': ['/gateway/webhook', { method: 'POST', form: {} }, 400, text],
  'message that is too large': [
    '/gateway/webhook',
    { method: 'POST', form: { bt_payload: tooMuch } },
    413,
    text,
  ],
}

const always = {
  ...plainHeaders,
  'content-security-policy': expect.stringMatching(strictPolicy),
  'permissions-policy': expect.stringContaining('camera=()'),
}

test('every kind of answer of a public site carries its headers, and is what it says it is', async ({
  request,
}) => {
  const { ask, port, stop } = await aPublicSite(request)
  for (let tries = 0; tries < 10; tries += 1) await ask('/api/login', { method: 'POST', data: wrong })
  const found: Record<string, unknown> = {}

  for (const [name, [path, sent]] of Object.entries(answers)) {
    const answer = await ask(path, sent)
    const headers = answer.headers()
    found[name] = [answer.status(), headers['content-type']]
    expect.soft(headers, name).toMatchObject(always)
    const tells = ['access-control-allow-origin', 'server', 'x-powered-by'].filter(
      (header) => header in headers,
    )
    expect.soft(tells, name).toEqual([])
    const cookie = headers['set-cookie'] ?? ''
    if (cookie)
      expect.soft(cookie, name).toMatch(/^__Host-sign-in=.*; Path=\/; HttpOnly; SameSite=Lax; .*Secure$/)
    if (headers['cache-control']?.includes('public')) expect.soft(cookie, name).toBe('')
  }
  const lengths = 'Content-Length: 4\r\nTransfer-Encoding: chunked'
  const heads: Record<string, [head: string, status: number]> = {
    'two lengths': [`POST /api/login HTTP/1.1\r\nHost: x\r\n${lengths}`, 400],
    'long headers': [`GET / HTTP/1.1\r\nHost: courtside.example\r\nCookie: a=${'x'.repeat(20_000)}`, 431],
    'no host': ['GET / HTTP/1.1', 400],
    'host that is none': ['GET / HTTP/1.1\r\nHost: not a host', 400],
    'address that is none': ['GET /\\evil HTTP/1.1\r\nHost: courtside.example', 400],
    'what nobody can expect': [
      'GET /robots.txt HTTP/1.1\r\nHost: courtside.example\r\nExpect: miracles',
      200,
    ],
    trace: ['TRACE / HTTP/1.1\r\nHost: courtside.example', 405],
  }
  for (const [name, [head, status]] of Object.entries(heads)) {
    const { firstLine, headers } = await answerTo(port, head)
    expect.soft(firstLine, name).toContain(` ${status} `)
    expect.soft(headers, name).toMatchObject(always)
  }
  await stop()

  expect(found).toEqual(
    Object.fromEntries(Object.entries(answers).map(([name, [, , status, type]]) => [name, [status, type]])),
  )
})

/** The built site as on the internet, behind a proxy that ends TLS. */
async function aPublicSite(request: APIRequestContext) {
  const port = await freePort()
  const settings = { PORT: String(port), SITE_URL: home, DEMO_SITE: '1', TRUST_PROXY: '1' }
  const DATABASE_URL = process.env.E2E_DATABASE_URL
  const site = startSite(serviceSettings({ ...process.env, ...settings, DATABASE_URL }), 'ignore')
  await site.untilReady()
  const ask = (path: string, { headers, ...sent }: Sent) => {
    const proxied = { Host: 'courtside.example', 'X-Forwarded-For': '203.0.113.9', Origin: home }
    return request.fetch(`http://127.0.0.1:${port}${path}`, {
      ...sent,
      headers: { ...proxied, ...headers },
      maxRedirects: 0,
    })
  }
  return { ask, port, stop: site.stop }
}

/** The answer to a head that no client would write. */
async function answerTo(port: number, head: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\n\r\n`)
  const [part] = await once(socket, 'data')
  socket.destroy()
  const [firstLine = '', ...lines] = String(part).split('\r\n\r\n')[0]?.split('\r\n') ?? []
  const headers = lines
    .map((line) => line.split(': '))
    .map(([name = '', value]) => [name.toLowerCase(), value])
  return { firstLine, headers: Object.fromEntries(headers) }
}
