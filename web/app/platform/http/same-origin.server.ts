import type { MiddlewareHandler } from 'hono'
import { refuse } from '#platform/refusal.ts'
import { countRefusal } from '#platform/tally.server.ts'

/** CSRF. Clients without an Origin header are no browsers, and carry no visitor's cookie. */
export function sameOriginOnly(siteUrl: string): MiddlewareHandler {
  const home = new URL(siteUrl).origin
  return async (c, next) => {
    const origin = c.req.header('origin') ?? home
    if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) && origin !== home) {
      countRefusal('from another site')
      refuse('wrong-origin')
    }
    await next()
  }
}
