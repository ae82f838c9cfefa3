import type { MiddlewareHandler } from 'hono'
import type { Sandbox } from '../platform/gateway.ts'

/**
 * Lets nothing be changed from another site's pages: any page that a browser has open could send a form to this
 * machine. Programs send no Origin and may do what they like; browsers always send one with a form or a script's call.
 */
export function fromOwnPages({ settings }: Sandbox): MiddlewareHandler {
  const own = [settings.origin, `http://127.0.0.1:${settings.port}`, `http://localhost:${settings.port}`]
  return async (c, next) => {
    const origin = c.req.header('origin')
    const isReading = ['GET', 'HEAD'].includes(c.req.method)
    if (isReading || origin === undefined || own.includes(origin)) return next()
    return c.json({ error: { message: `Nothing here can be changed from ${origin}.` } }, 403)
  }
}
