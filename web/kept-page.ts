import type { Context } from 'hono'
import { tokenOf } from '#people/visitor.server.ts'
import type { PolicyEnv } from '#platform/security-headers.server.ts'

/** A whole town asks for it when registration opens, and nothing in it changes but with the season. */
const asked = '/pages/login'
const keptMs = 1000

type Kept = { bytes: ArrayBuffer; headers: Headers; hashes: string; until: number }

/** The page to log in is rendered once a second, however many ask for it, also where no proxy keeps it. */
export function keepingLogin(cookieName: string) {
  const kept = new Map<boolean, Kept>()
  return async (c: Context<PolicyEnv>, answer: () => Promise<Response>): Promise<Response> => {
    const { method, path, url } = c.req
    const isAsked = method === 'GET' && path === asked && !url.includes('?')
    const isForAll = isAsked && tokenOf(c.req.header('cookie'), cookieName) === undefined
    if (!isForAll) return answer()
    const isZipped = c.req.header('accept-encoding')?.includes('gzip') ?? false
    const known = kept.get(isZipped)
    if (known && performance.now() < known.until) return shown(c, known)
    const response = await answer()
    const { hashes } = c.var
    if (response.status !== 200 || hashes === undefined) return response
    const [headers, until] = [new Headers(response.headers), performance.now() + keptMs]
    const fresh = { bytes: await response.arrayBuffer(), headers, hashes, until }
    kept.set(isZipped, fresh)
    return shown(c, fresh)
  }
}

function shown(c: Context<PolicyEnv>, { bytes, headers, hashes }: Kept): Response {
  c.set('hashes', hashes)
  return new Response(bytes, { headers })
}
