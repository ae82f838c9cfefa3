import type { MiddlewareHandler } from 'hono'
import type { Sandbox } from '../platform/gateway.ts'

/** CSRF protection: browsers send an Origin with every form and script's call, other programs send none. */
export function requireSameOrigin({ settings }: Sandbox): MiddlewareHandler {
  const allowed = [settings.origin, `http://127.0.0.1:${settings.port}`, `http://localhost:${settings.port}`]
  return async (c, next) => {
    const origin = c.req.header('origin')
    const isReading = ['GET', 'HEAD'].includes(c.req.method)
    if (isReading || origin === undefined || allowed.includes(origin)) return next()
    return c.json({ error: { message: `Nothing here can be changed from ${origin}.` } }, 403)
  }
}
