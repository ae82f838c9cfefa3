import { Agent } from 'node:http'
import { inDollars } from '../../web/app/platform/format/money.ts'
import { familyFields, priceCents } from '../families.ts'
import { ask } from '../harness/ask.ts'

/** Families from number `from` on, `parallel` at a time. */
export type Hour = {
  url: string
  from: number
  count: number
  parallel: number
  password: string
  eventId: number
  firstSession: number
  sessions: number
}
/** Requests by status, and unexpected answers. */
export type Tally = { statuses: Record<number, number>; failures: string[] }

const year = new Date(Date.now() + 30 * 86_400_000).getFullYear()

process.on('message', async (hour: Hour) => {
  const tally: Tally = { statuses: {}, failures: [] }
  const agent = new Agent({ keepAlive: true, maxSockets: hour.parallel })
  let next = hour.from
  const lane = async () => {
    while (next < hour.from + hour.count)
      await visitSite(hour, next++, agent, tally).catch((problem: Error) =>
        tally.failures.push(problem.message),
      )
  }
  await Promise.all(Array.from({ length: hour.parallel }, lane))
  agent.destroy()
  process.send?.(tally)
})

/** Every fifth login has a wrong password first. */
async function visitSite(hour: Hour, n: number, agent: Agent, { statuses }: Tally) {
  const { url, password, eventId, firstSession, sessions } = hour
  let cookie = ''
  const send = async (path: string, expected: number, type?: string, text?: string) => {
    const headers = {
      'X-Forwarded-For': `10.${(n >> 8) & 255}.${n & 255}.1`,
      Cookie: cookie,
      Origin: url,
      ...(type && { 'Content-Type': type, 'Idempotency-Key': familyFields.idempotencyKey.inJs(n) }),
    }
    const answer = await ask(url + path, { agent, headers, text, method: type ? 'POST' : 'GET' })
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if (answer.status !== expected) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`)
    return answer
  }
  const look = (path: string, expected = 200) => send(path, expected)
  const submit = (path: string, expected: number, fields: Record<string, string>) =>
    send(path, expected, 'application/x-www-form-urlencoded', String(new URLSearchParams(fields)))
  const call = async (path: string, body: object) =>
    JSON.parse((await send(`/api${path}`, 200, 'application/json', JSON.stringify(body))).body)

  const event = `/pages/clinic/${eventId}`
  for (const path of ['/', event, '/pages/staff', '/pages/policy', '/pages/login']) await look(path)
  await look('/no-such-page', 404)
  const email = familyFields.email.inJs(n)
  if (n % 5 === 0) await submit('/pages/login', 401, { email, password: 'another' })
  const entered = await submit('/pages/login', 302, { email, password })
  cookie = String(entered.headers['set-cookie']?.[0]).split(';')[0] ?? ''
  const [id, session] = [familyFields.id.inJs(n), firstSession + (n % sessions)]
  const item = {
    event: { id: eventId, price: inDollars(priceCents), type: 'clinic' },
    ...{ player: { id }, eventSession: { id: session } },
  }
  for (const path of ['/pages/family-players', event, '/pages/cart']) await look(path)
  await call('/check-all-cart-items', { cart: [item] })
  await look('/pages/checkout')
  const payment = n % 2 ? 'later' : 'card'
  const order = await call('/process-all-cart-items', { cart: [item], payment })
  if (payment === 'card')
    await call('/post-transaction', {
      ...order.transaction_request,
      payment_method_nonce: 'fake-valid-nonce',
    })
  for (const path of [
    `/pages/order/success/${order.order_id}`,
    ...['/pages/registration-history', `/pages/registration-history/calendar?year=${year}`, '/pages/account'],
  ])
    await look(path)
  await submit('/pages/logout', 302, {})
}
