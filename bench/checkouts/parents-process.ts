import { Agent, request } from 'node:http'
import { inDollars } from '../../web/app/platform/format/money.ts'
import { familyFields, familyToken, priceCents } from '../families.ts'

/** `count` families from the number `from` on check out once each, `parallel` at a time. */
export type Load = {
  url: string
  parallel: number
  from: number
  count: number
  firstSession: number
  sessions: number
}

process.on('message', async (load: Load) => {
  const agent = new Agent({ keepAlive: true, maxSockets: load.parallel })
  const millis: number[] = []
  let next = load.from
  const parent = async () => {
    while (next < load.from + load.count) {
      const began = performance.now()
      await checkOut(load, next++, agent)
      millis.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: load.parallel }, parent))
  agent.destroy()
  process.send?.(millis)
})

/** Registers the child and pays later; any other result ends the measurement. */
function checkOut({ url, firstSession, sessions }: Load, n: number, agent: Agent) {
  const body = JSON.stringify({
    payment: 'later',
    cart: [
      {
        event: { id: 1, price: inDollars(priceCents), type: 'clinic' },
        player: { id: familyFields.id.inJs(n) },
        eventSession: { id: firstSession + (n % sessions) },
      },
    ],
  })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Cookie: `sign-in=${familyToken(n)}`,
    'Idempotency-Key': familyFields.idempotencyKey.inJs(n),
  }
  return new Promise<void>((resolve, reject) => {
    const call = request(
      `${url}/api/process-all-cart-items`,
      { method: 'POST', agent, headers },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => {
          if (answer.statusCode === 200) return resolve()
          reject(new Error(`A checkout was answered ${answer.statusCode}: ${Buffer.concat(chunks)}`))
        })
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
