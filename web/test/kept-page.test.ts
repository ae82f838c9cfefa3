import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { PolicyEnv } from '#platform/security-headers.server.ts'
import { keepingLogin } from '../kept-page.ts'

/** A site whose page takes a moment; the first renderings fail, if so many are to. */
function aSlowSite(failures = 0) {
  const seen = { renderings: 0 }
  const keep = keepingLogin('sign-in')
  const site = new Hono<PolicyEnv>().get('*', (c) =>
    keep(c, async () => {
      seen.renderings += 1
      const name = `page ${seen.renderings}`
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (name === 'page 1' && failures > 0) return new Response('not now', { status: 503 })
      c.set('hashes', 'sha256-ours')
      return new Response(name)
    }),
  )
  return { seen, ask: async () => (await site.request('/pages/login')).text() }
}

test('a crowd that asks for the page to log in while it is rendered waits for that one', async () => {
  const { seen, ask } = aSlowSite()

  expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set(['page 1']))
  expect(seen.renderings).toBe(1)
})

test('whoever waited for a page that could not be rendered has it rendered anew', async () => {
  const { ask } = aSlowSite(1)

  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, ask))
  expect(first).toBe('not now')
  for (const other of others) expect(other).toMatch(/^page/)
})
