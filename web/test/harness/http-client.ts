import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { World } from '#platform/contexts.server.ts'
import routes from '../../app/routes.ts'
import { aServedSite } from './site.ts'

export type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Settings of a site on the internet, behind one proxy that ends TLS. The gateway is still the sandbox. */
export const publicDemo = { SITE_URL: 'https://courtside.example', DEMO_SITE: '1', TRUST_PROXY: '1' }

/** The site on a port of this machine, asked over HTTP as the proxy before it does. */
export async function aSiteBehindAProxy(world: World) {
  const served = await aServedSite(world, routes)
  const agent = new Agent({ keepAlive: true })
  const { host, origin } = new URL(world.env.siteUrl)
  const proxied = { Host: host, 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' }

  const ask = (path: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const fromOurPage = method === 'GET' ? {} : { Origin: origin }
      // Without its length Node sends the body of a DELETE as if it were the next request.
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
      const options = { port: served.port, agent, path, method }
      const all = { ...proxied, ...fromOurPage, ...length, ...headers }
      const asked = request({ ...options, headers: all }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const { statusCode: status = 0, headers } = answer
          resolve({ status, headers, text: Buffer.concat(parts).toString() })
        })
      })
      asked.on('error', reject)
      asked.end(body)
    })
  const close = async () => {
    agent.destroy()
    await served.close()
  }
  return { ...served, ask, close }
}

export const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }
export const jsonType = { 'Content-Type': 'application/json' }
