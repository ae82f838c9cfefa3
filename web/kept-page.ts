import type { Context } from 'hono'
import { tokenOf } from '#people/visitor.server.ts'
import type { PolicyEnv } from '#platform/security-headers.server.ts'

/** A whole town asks for it when registration opens, and nothing in it changes but with the season. */
const asked = '/pages/login'
const keptMs = 1000

type Page = { bytes: ArrayBuffer; headers: Headers; hashes: string }

/** The page to log in is rendered once a second, however many ask for it, also where no proxy keeps it. */
export function keepingLogin(cookieName: string) {
  const kept = new Map<boolean, { page: Promise<Page | Response>; until: number }>()
  return async (c: Context<PolicyEnv>, answer: () => Promise<Response>): Promise<Response> => {
    const { method, path, url } = c.req
    const isAsked = method === 'GET' && path === asked && !url.includes('?')
    const isForAll = isAsked && tokenOf(c.req.header('cookie'), cookieName) === undefined
    if (!isForAll) return answer()
    const isZipped = c.req.header('accept-encoding')?.includes('gzip') ?? false
    const known = kept.get(isZipped)
    if (known && performance.now() < known.until) {
      const page = await known.page.catch(() => undefined)
      return page && !(page instanceof Response) ? shown(c, page) : answer()
    }
    const fresh = pageOf(c, answer)
    kept.set(isZipped, { page: fresh, until: performance.now() + keptMs })
    const page = await fresh
    return page instanceof Response ? page : shown(c, page)
  }
}

/** The page, or an answer that is for this visitor alone. */
async function pageOf(c: Context<PolicyEnv>, answer: () => Promise<Response>): Promise<Page | Response> {
  const response = await answer()
  const { hashes } = c.var
  if (response.status !== 200 || hashes === undefined) return response
  return { bytes: await response.arrayBuffer(), headers: new Headers(response.headers), hashes }
}

function shown(c: Context<PolicyEnv>, { bytes, headers, hashes }: Page): Response {
  c.set('hashes', hashes)
  return new Response(bytes, { headers })
}
