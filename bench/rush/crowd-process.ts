import { Agent } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { inDollars } from '../../web/app/platform/format/money.ts'
import { familyFields, familyToken, priceCents } from '../families.ts'
import { ask } from '../harness/ask.ts'

/** Visitors within `seconds`, round-robin over the pages, each with a kept-alive connection. */
export type Visit = { task: 'visit'; pages: string[]; text: string; count: number; seconds: number }
/** Throughput of one page. */
export type Rate = { task: 'rate'; url: string; path: string; count: number }
/** Families that check out at once, every second by card. */
export type Press = {
  task: 'press'
  url: string
  count: number
  eventId: number
  firstSession: number
  sessions: number
}
export type Visited = { millis: number[]; queued: number; failures: string[]; seconds: number }
export type Pressed = {
  /** Queue positions of each family over time. */
  aheads: number[][]
  messages: string[]
  ends: Record<'registered' | 'full', number>
  failures: string[]
  millis: number[]
}

process.on('message', async (task: Visit | Rate | Press) => {
  const done = {
    visit: () => visit(task as Visit),
    rate: () => rate(task as Rate),
    press: () => press(task as Press),
  }
  process.send?.(await done[task.task]())
})

async function visit({ pages, text, count, seconds }: Visit): Promise<Visited> {
  const seen: Visited = { millis: [], queued: 0, failures: [], seconds: 0 }
  const began = performance.now()
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  await Promise.all(
    agents.map(async (agent, at) => {
      await wait((at / count) * seconds * 1000)
      const came = performance.now()
      await untilShown(agent, pages[at % pages.length] ?? '', text, seen)
      seen.millis.push(performance.now() - came)
    }),
  )
  seen.seconds = (performance.now() - began) / 1000
  for (const agent of agents) agent.destroy()
  return seen
}

/** Reloads after the Refresh header of a waiting page. */
async function untilShown(agent: Agent, page: string, text: string, seen: Visited): Promise<void> {
  const answer = await ask(page, { agent }).catch((problem: Error) => problem)
  if (answer instanceof Error) return void seen.failures.push(answer.message)
  if (answer.status === 429 && answer.body.includes('Your page comes by itself')) {
    seen.queued += 1
    await wait(Number(answer.headers.refresh) * 1000)
    return untilShown(agent, page, text, seen)
  }
  if (answer.status !== 200 || !answer.body.includes(text)) seen.failures.push(`${page}: ${answer.status}`)
}

/** Below nginx's limit of a thousand requests for a connection. */
const [connections, atOnce] = [16, 20]

/** Pipelined, so that this process takes little CPU time. Gives answers a second. */
async function rate({ url, path, count }: Rate): Promise<number> {
  const began = performance.now()
  const each = Math.ceil(count / connections)
  await Promise.all(Array.from({ length: connections }, () => pipelineRequests(new URL(url), path, each)))
  return (1000 * each * connections) / (performance.now() - began)
}

function pipelineRequests({ hostname, host, port }: URL, path: string, count: number): Promise<void> {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n\r\n`
  const [head, mark] = [Buffer.from('HTTP/1.1 '), Buffer.from('HTTP/1.1 200')]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let [sent, answered, rest] = [0, 0, Buffer.alloc(0)]
    const send = (more: number) => {
      const now = Math.min(more, count - sent)
      sent += now
      socket.write(request.repeat(now))
    }
    socket.on('connect', () => send(atOnce))
    socket.on('error', reject)
    socket.on('close', () => (answered < count ? reject(new Error('The connection ended.')) : resolve()))
    socket.on('data', (chunk) => {
      const heard = Buffer.concat([rest, chunk])
      let [at, now] = [0, 0]
      for (let next = heard.indexOf(head, at); next !== -1; next = heard.indexOf(head, at)) {
        if (next + mark.length > heard.length) break
        if (!heard.subarray(next, next + mark.length).equals(mark))
          return void reject(new Error(`An answer was ${heard.toString('latin1', next, next + 20)}`))
        at = next + mark.length
        now += 1
      }
      rest = heard.subarray(Math.max(at, heard.length - mark.length))
      answered += now
      if (answered === count) socket.end()
      else send(now)
    })
  })
}

async function press({ url, count, ...where }: Press): Promise<Pressed> {
  const ends = { registered: 0, full: 0 }
  const seen: Pressed = { aheads: [], messages: [], ends, failures: [], millis: [] }
  const agent = new Agent({ keepAlive: true, maxFreeSockets: count })
  // Reuses the connections of the checkout page.
  await Promise.all(Array.from({ length: count }, () => ask(`${url}/robots.txt`, { agent })))
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const began = performance.now()
      await checkOut({ url, agent, n: at + 1, ...where }, seen).catch((problem: Error) =>
        seen.failures.push(problem.message),
      )
      seen.millis.push(performance.now() - began)
    }),
  )
  agent.destroy()
  return seen
}

type Family = Omit<Press, 'task' | 'count'> & { agent: Agent; n: number }

async function checkOut(family: Family, seen: Pressed): Promise<void> {
  const { n, eventId, firstSession, sessions } = family
  const item = {
    event: { id: eventId, price: inDollars(priceCents), type: 'clinic' },
    player: { id: familyFields.id.inJs(n) },
    eventSession: { id: firstSession + (n % sessions) },
  }
  const payment = n % 2 ? 'later' : 'card'
  const aheads: number[] = []
  for (;;) {
    const { status, answer } = await call(family, '/process-all-cart-items', { cart: [item], payment })
    if (answer.code === 'in-line') {
      aheads.push(answer.ahead)
      seen.messages.push(answer.message)
      await wait(answer.ask_again_seconds * 1000)
      continue
    }
    if (aheads.length > 0) seen.aheads.push(aheads)
    if (answer.codes?.includes('full')) {
      seen.ends.full += 1
      return
    }
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(answer)}`)
    if (payment === 'card') await pay(family, answer.transaction_request)
    seen.ends.registered += 1
    return
  }
}

async function pay(family: Family, transaction: object) {
  const paid = await call(family, '/post-transaction', {
    ...transaction,
    payment_method_nonce: 'fake-valid-nonce',
  })
  if (paid.status !== 200) throw new Error(`pay: ${paid.status} ${JSON.stringify(paid.answer)}`)
}

async function call({ url, agent, n }: Family, path: string, body: object) {
  const text = JSON.stringify(body)
  const headers = {
    'Content-Type': 'application/json',
    Origin: url,
    Cookie: `sign-in=${familyToken(n)}`,
    'Idempotency-Key': familyFields.idempotencyKey.inJs(n),
  }
  const answer = await ask(`${url}/api${path}`, { agent, method: 'POST', headers, text })
  return { status: answer.status, answer: JSON.parse(answer.body) }
}
