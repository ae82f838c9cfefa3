import type { MiddlewareHandler } from 'hono'
import { refuse } from '#platform/refusal.ts'
import { count } from '#platform/tally.server.ts'

/**
 * Refuses every change that a page of another site asks for. A browser says where a page came from; whoever says
 * nothing is no browser, and carries no cookie of a visitor.
 */
export function fromOwnPages(siteUrl: string): MiddlewareHandler {
  const home = new URL(siteUrl).origin
  return async (c, next) => {
    const origin = c.req.header('origin') ?? home
    if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) && origin !== home) {
      count('from another site')
      refuse('wrong-origin')
    }
    await next()
  }
}
