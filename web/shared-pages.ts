import type { MiddlewareHandler } from 'hono'
import { readCookie } from '#people/sign-in/visitor.server.ts'
import type { PolicyEnv } from '#platform/http/security-headers.server.ts'
import { isPublicPage } from './public-pages.ts'

type Written = { status: number; headers: Headers; body: ArrayBuffer | null; hashes: string | undefined }

/** The longest that a request waits for others to share with. */
const mostMilliseconds = 50

/**
 * Coalesces requests for a public page: all that arrive during a rendering share the next, so that none gets one begun
 * before it asked. Keyed like a shared cache. `ttlMs` also caches, for the crowd at an opening.
 */
export function sharedPages(
  cookieName: string,
  ttlMs: Record<string, number> = {},
): MiddlewareHandler<PolicyEnv> {
  const next = new Map<string, Promise<Written>>()
  const cache = new Map<string, { page: Written; until: number }>()
  const underWay = new Map<string, Promise<unknown>>()
  let arrived = 0
  /** Node accepts one connection per turn of its event loop: waits until no more arrive. */
  const untilDoorIsQuiet = async () => {
    const end = performance.now() + mostMilliseconds
    for (let seen = -1; seen !== arrived && performance.now() < end; ) {
      seen = arrived
      await turn()
      await turn()
    }
  }
  const begin = (key: string, write: () => Promise<Written>) => {
    const begun: Promise<Written> = Promise.resolve(underWay.get(key)?.catch(() => undefined))
      .then(untilDoorIsQuiet)
      .then(() => {
        next.delete(key)
        underWay.set(key, begun)
        return write()
      })
      .finally(() => {
        if (underWay.get(key) === begun) underWay.delete(key)
      })
    next.set(key, begun)
    return begun
  }
  return async (c, go) => {
    const { headers, url } = c.req.raw
    const isSignedOut = readCookie(c.req.header('cookie'), cookieName) === undefined
    if (c.req.method !== 'GET' || !isSignedOut || !isPublicPage(c.req.path)) return go()
    arrived += 1
    const opensPage = headers.get('accept')?.startsWith('text/html')
    const key = JSON.stringify([url, opensPage, headers.get('cookie'), headers.get('accept-encoding')])
    const write = async () => {
      await go()
      const { status, headers } = c.res
      return { status, headers, body: c.res.body && (await c.res.arrayBuffer()), hashes: c.var.hashes }
    }
    const isSameForAll = !url.includes('?') && !headers.has('cookie')
    const pageTtlMs = isSameForAll ? (ttlMs[c.req.path] ?? 0) : 0
    const known = pageTtlMs > 0 ? cache.get(key) : undefined
    const isFresh = known !== undefined && performance.now() < known.until
    const page = isFresh ? known.page : await (next.get(key) ?? begin(key, write))
    const { body, hashes, ...rest } = page
    if (pageTtlMs > 0 && !isFresh && page.status === 200) {
      const now = performance.now()
      for (const [other, { until }] of cache) if (until <= now) cache.delete(other)
      cache.set(key, { page, until: now + pageTtlMs })
    }
    if (hashes !== undefined) c.set('hashes', hashes)
    c.res = new Response(body, rest)
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
