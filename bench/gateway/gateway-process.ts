import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { freePort } from '../../scripts/provision/postgres.mjs'

const folder = fileURLToPath(new URL('../../sandbox', import.meta.url))
const frames = fileURLToPath(new URL('../../dropin/dist/frames', import.meta.url))

/** With the widget's frames, otherwise on defaults. */
export async function openGateway(databaseUrl: string) {
  const port = String(await freePort())
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['bin.mjs'], {
    cwd: folder,
    env: {
      ...{ PATH, NODE_ENV: 'production', SANDBOX_PORT: port },
      ...{ SANDBOX_DATABASE_URL: databaseUrl, SANDBOX_FRAMES_DIR: frames },
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The sandbox did not start.'))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export const orderId = (n: number) => `order ${n}`

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const authorization = `Basic ${btoa('integration_public_key:integration_private_key')}`

/** As the official SDK does; gives the transaction's id. */
export function sell(url: string, n: number): Promise<string> {
  const body = JSON.stringify({
    transaction: {
      type: 'sale',
      amount: '180.00',
      order_id: orderId(n),
      payment_method_nonce: 'fake-valid-nonce',
      options: { submit_for_settlement: true },
    },
  })
  const headers = {
    Authorization: authorization,
    'X-ApiVersion': '6',
    Accept: 'application/xml',
    'Accept-Encoding': 'gzip',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const path = `${url}/merchants/integration_merchant_id/transactions`
    const call = request(path, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        const text = String(answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
        const id = /<id>(\w+)<\/id>/.exec(text)?.[1]
        if (answer.statusCode === 201 && id) return resolve(id)
        reject(new Error(`A sale was answered ${answer.statusCode}: ${text}`))
      })
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** Gives sales a second, and each caller's time. */
export async function measuredSales(
  url: string,
  { from, count, parallel }: { from: number; count: number; parallel: number },
): Promise<{ rate: number; millis: number[] }> {
  const millis: number[] = []
  let next = from
  const caller = async () => {
    while (next < from + count) {
      const began = performance.now()
      await sell(url, next++)
      millis.push(performance.now() - began)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: parallel }, caller))
  return { rate: (1000 * count) / (performance.now() - began), millis }
}
