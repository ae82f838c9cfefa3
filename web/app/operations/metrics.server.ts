import { timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import type { World } from '#platform/contexts.server.ts'
import { namesThisMachine } from '#platform/http/address.server.ts'
import { isThisMachine } from '#platform/settings/env.server.ts'
import type { Recorder } from './recorder.server.ts'

/** `/metrics` for Prometheus. Lazy: nothing is loaded or measured before the first scrape. */
export function createMetrics(world: World, routeName: (c: Context) => string) {
  let recorder: Recorder | undefined
  const observe: MiddlewareHandler = async (c, next) => {
    const began = performance.now()
    await next()
    recorder?.observe(c.req.method, routeName(c), c.res.status, (performance.now() - began) / 1000)
  }
  const metrics = async (c: Context) => {
    if (!mayRead(c, world.env.metricsToken)) return c.text('There is no such page.', 404)
    const { openRecorder } = await import('./recorder.server.ts')
    recorder ??= openRecorder(world)
    return c.text(await recorder.text(), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    })
  }
  return { observe, metrics }
}

/** With the token; where none is set, from this machine without a proxy. */
function mayRead(c: Context, token: string | undefined): boolean {
  if (token) return isSame(c.req.header('authorization') ?? '', `Bearer ${token}`)
  const from = getConnInfo(c).remote.address?.replace(/^::ffff:/, '') ?? ''
  return isThisMachine(from) && namesThisMachine(c.req.raw)
}

function isSame(sent: string, right: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
