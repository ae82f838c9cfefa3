import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { inDollars } from '../../web/app/platform/format/money.ts'
import { familyFields, priceCents } from '../families.ts'

/** Families from number `from` on, spread over `seconds` and these sites. */
export type Evening = {
  urls: string[]
  from: number
  count: number
  seconds: number
  networks: number
  password: string
  eventId: number
  firstSession: number
  sessions: number
}
/** Times of pages and calls, failed registrations, total time, and the clients' CPU time. */
export type Seen = {
  millis: Record<string, number[]>
  failures: string[]
  seconds: number
  clientWork: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 2000 })

process.on('message', async (evening: Evening) => {
  const seen: Seen = { millis: {}, failures: [], seconds: 0, clientWork: 0 }
  const [began, usedBefore] = [performance.now(), process.cpuUsage()]
  await Promise.all(
    Array.from({ length: evening.count }, async (_, at) => {
      await wait((at / evening.count) * evening.seconds * 1000)
      await checkOut(evening, evening.from + at, seen.millis).catch((problem: Error) =>
        seen.failures.push(problem.message),
      )
    }),
  )
  seen.seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(usedBefore)
  seen.clientWork = (user + system) / 1_000_000
  process.send?.(seen)
})

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Login, event, cart, checkout, payment, order. */
async function checkOut(evening: Evening, n: number, millis: Seen['millis']) {
  const { urls, networks, eventId, firstSession, sessions, password } = evening
  // Card payments are spread evenly, as behind a balancer.
  const url = urls[Math.floor(n / 2) % urls.length] ?? ''
  const visitor: Visitor = {
    url,
    address: `10.0.${(n % networks) >> 8}.${(n % networks) & 255}`,
    cookie: '',
    millis,
  }
  const id = familyFields.id.inJs(n)
  await get(visitor, 'login', '/pages/login')
  const login = new URLSearchParams({ email: familyFields.email.inJs(n), password })
  const { cookie } = await send(visitor, 'log in', '/pages/login', String(login), form)
  visitor.cookie = cookie
  await get(visitor, 'event', `/pages/clinic/${eventId}`)
  const cart = [
    {
      event: { id: eventId, price: inDollars(priceCents), type: 'clinic' },
      player: { id },
      eventSession: { id: firstSession + (n % sessions) },
    },
  ]
  await get(visitor, 'cart', '/pages/cart')
  await call(visitor, 'check the cart', '/check-all-cart-items', { cart })
  await get(visitor, 'checkout', '/pages/checkout')
  const payment = n % 2 === 0 ? 'card' : 'later'
  if (payment === 'card') await call(visitor, 'card form', '/get-card-client-token', { userId: id })
  const key = familyFields.idempotencyKey.inJs(n)
  const { order_id, transaction_request } = await inTurn(() =>
    call(visitor, 'register', '/process-all-cart-items', { cart, payment }, key),
  )
  if (payment === 'card')
    await call(
      visitor,
      'pay',
      '/post-transaction',
      { ...transaction_request, payment_method_nonce: 'fake-valid-nonce' },
      key,
    )
  await get(visitor, 'order', `/pages/order/success/${order_id}`)
}

type Visitor = { url: string; address: string; cookie: string; millis: Seen['millis'] }
type Answer = { status: number; body: string; cookie: string }
const form = 'application/x-www-form-urlencoded'

class InLine extends Error {
  constructor(readonly seconds: number) {
    super('in line')
  }
}
async function inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call()
    } catch (problem) {
      if (!(problem instanceof InLine)) throw problem
      await wait(problem.seconds * 1000)
    }
  }
}

async function get(visitor: Visitor, name: string, path: string): Promise<void> {
  const answer = await timed(visitor, `page: ${name}`, path, { method: 'GET' })
  if (answer.status === 429) {
    await wait(5000)
    return get(visitor, name, path)
  }
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body.slice(0, 300)}`)
}

async function call(visitor: Visitor, name: string, path: string, body: object, key?: string) {
  const { status, body: text } = await send(
    visitor,
    name,
    `/api${path}`,
    JSON.stringify(body),
    'application/json',
    key,
  )
  const answer = JSON.parse(text)
  if (answer.code === 'in-line') throw new InLine(answer.ask_again_seconds)
  if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
  return answer
}

async function send(visitor: Visitor, name: string, path: string, body: string, type: string, key?: string) {
  const headers = {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    Origin: visitor.url,
    ...(key && { 'Idempotency-Key': key }),
  }
  const answer = await timed(visitor, name, path, { method: 'POST', headers, body })
  if (answer.status >= 500 || (type === form && answer.status !== 302))
    throw new Error(`${name}: ${answer.status} ${answer.body.slice(0, 300)}`)
  return answer
}

type Sent = { method: string; headers?: Record<string, string | number>; body?: string }

async function timed({ url, address, cookie, millis }: Visitor, name: string, path: string, sent: Sent) {
  const began = performance.now()
  const headers = {
    Accept: 'text/html,*/*',
    'X-Forwarded-For': address,
    Cookie: cookie,
    'Accept-Encoding': 'gzip',
    ...sent.headers,
  }
  const answer = await new Promise<Answer>((resolve, reject) => {
    const asking = request(url + path, { method: sent.method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const [set = ''] = response.headers['set-cookie'] ?? []
        const isZipped = response.headers['content-encoding'] === 'gzip'
        resolve({
          status: response.statusCode ?? 0,
          body: String(isZipped ? gunzipSync(bytes) : bytes),
          cookie: set.split(';')[0] ?? '',
        })
      })
      response.on('error', reject)
    })
    asking.on('error', (problem) => reject(new Error(`${name}: ${problem.message}`)))
    asking.end(sent.body)
  })
  millis[name] ??= []
  millis[name].push(performance.now() - began)
  return answer
}
