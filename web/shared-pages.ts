import type { MiddlewareHandler } from 'hono'
import { tokenOf } from '#people/sign-in/visitor.server.ts'
import type { PolicyEnv } from '#platform/http/security-headers.server.ts'
import { isPublicPage } from './public-pages.ts'

type Written = { status: number; headers: Headers; body: ArrayBuffer | null; hashes: string | undefined }

/** In a crowd nobody waits longer than that for those behind him to come in. */
const mostMilliseconds = 50

/**
 * Of many who ask for the same page at once, each is answered by one that was begun after it asked: all who come while
 * one is written share the next. What tells pages apart is what tells them apart for a proxy that keeps them. A page of
 * `keptMs`, for which a whole town asks when registration opens, is answered for so long by the one that was written.
 */
export function sharedPages(
  cookieName: string,
  keptMs: Record<string, number> = {},
): MiddlewareHandler<PolicyEnv> {
  const next = new Map<string, Promise<Written>>()
  const kept = new Map<string, { page: Written; until: number }>()
  const underWay = new Map<string, Promise<unknown>>()
  let came = 0
  /** Node lets in one connection at each turn of its loop: who stands at the door comes in before a page is written. */
  const untilDoorIsQuiet = async () => {
    const end = performance.now() + mostMilliseconds
    for (let seen = -1; seen !== came && performance.now() < end; ) {
      seen = came
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
    const isSignedOut = tokenOf(c.req.header('cookie'), cookieName) === undefined
    if (c.req.method !== 'GET' || !isSignedOut || !isPublicPage(c.req.path)) return go()
    came += 1
    const opensPage = headers.get('accept')?.startsWith('text/html')
    const key = JSON.stringify([url, opensPage, headers.get('cookie'), headers.get('accept-encoding')])
    const write = async () => {
      await go()
      const { status, headers } = c.res
      return { status, headers, body: c.res.body && (await c.res.arrayBuffer()), hashes: c.var.hashes }
    }
    const isSameForAll = !url.includes('?') && !headers.has('cookie')
    const mayBeKeptMs = isSameForAll ? (keptMs[c.req.path] ?? 0) : 0
    const known = mayBeKeptMs > 0 ? kept.get(key) : undefined
    const isFresh = known !== undefined && performance.now() < known.until
    const page = isFresh ? known.page : await (next.get(key) ?? begin(key, write))
    const { body, hashes, ...rest } = page
    if (mayBeKeptMs > 0 && !isFresh && page.status === 200) {
      const now = performance.now()
      for (const [other, { until }] of kept) if (until <= now) kept.delete(other)
      kept.set(key, { page, until: now + mayBeKeptMs })
    }
    if (hashes !== undefined) c.set('hashes', hashes)
    c.res = new Response(body, rest)
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
