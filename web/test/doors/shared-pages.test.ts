import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import type { PolicyEnv } from '#platform/http/security-headers.server.ts'
import { sharedPages } from '../../shared-pages.ts'

/** A site that writes a page when it is let, and numbers what it writes. */
function aSlowSite(keptMs = {}) {
  const writing: (() => void)[] = []
  const site = new Hono<PolicyEnv>().use(sharedPages('sign-in', keptMs)).get('*', async (c) => {
    const name = `page ${writing.length + 1}`
    await new Promise<void>((resolve) => writing.push(resolve))
    c.set('hashes', name)
    return c.text(name, 200, { Vary: 'Cookie' })
  })
  const ask = async (path = '/pages/clinic/1', headers = {}) => {
    const answer = await site.request(path, { headers })
    return `${await answer.text()}, ${answer.headers.get('vary')}`
  }
  const isWriting = (count: number) => expect.poll(() => writing.length).toBe(count)
  return { ask, writing, isWriting }
}
const fifty = Array.from({ length: 50 })

test('a crowd that asks for one page shares its writing, and who comes while it is written shares the next one, begun after it came', async () => {
  const { ask, writing, isWriting } = aSlowSite()
  const first = fifty.map(() => ask())
  await isWriting(1)
  const second = fifty.map(() => ask())
  writing[0]?.()

  expect(new Set(await Promise.all(first))).toEqual(new Set(['page 1, Cookie']))
  await isWriting(2)
  writing[1]?.()
  expect(new Set(await Promise.all(second))).toEqual(new Set(['page 2, Cookie']))
  const later = ask()
  await isWriting(3)
  writing[2]?.()
  expect(await later).toBe('page 3, Cookie')
})

test('no page is shared with who is signed in, who takes another coding, who opens a page where others ask for data, or who asks for another page or one that is not for all', async () => {
  const { ask, writing, isWriting } = aSlowSite()
  const asked = [
    ask(),
    ask('/pages/clinic/1', { cookie: 'sign-in=a' }),
    ask('/pages/clinic/1', { cookie: 'sign-in=a' }),
    ask('/pages/clinic/1', { 'accept-encoding': 'gzip' }),
    ask('/pages/clinic/1', { accept: 'text/html,*/*;q=0.8' }),
    ask('/pages/clinic/1', { cookie: 'theme=dark' }),
    ask('/pages/clinic/1?from=here'),
    ask('/pages/reset-password/secret'),
    ask('/pages/reset-password/secret'),
  ]

  await isWriting(asked.length)
  for (const end of writing) end()
  expect(new Set(await Promise.all(asked)).size).toBe(asked.length)
})

test('a HEAD is answered by itself; an error or an answer without content reaches all who asked for it, and nobody who asks later', async () => {
  const written: string[] = []
  const site = new Hono<PolicyEnv>()
    .onError((_problem, c) => c.text('broken', 500))
    .use(sharedPages('sign-in'))
    .get('*', (c) => {
      written.push(c.req.method)
      if (c.req.query('from')) return c.body(null, 304)
      throw Error('out of order')
    })
  const statuses = async (path: string, method = 'GET') => {
    const answers = await Promise.all([site.request(path, { method }), site.request(path, { method })])
    return answers.map(({ status }) => status)
  }

  expect(await statuses('/pages/clinic/1')).toEqual([500, 500])
  expect(await statuses('/pages/clinic/1')).toEqual([500, 500])
  expect(await statuses('/pages/clinic/1?from=here')).toEqual([304, 304])
  expect(written).toEqual(['GET', 'GET', 'GET'])
  expect(await statuses('/pages/clinic/1', 'HEAD')).toEqual([500, 500])
  expect(written.slice(3)).toEqual(['HEAD', 'HEAD'])
})

test('a page is written soon, however many more come in meanwhile', async () => {
  const { ask, writing } = aSlowSite()
  const asked: Promise<string>[] = []

  while (writing.length === 0 && asked.length < 1000) {
    asked.push(ask())
    const end = performance.now() + 1
    while (performance.now() < end);
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(asked.length).toBeLessThan(100)
  writing[0]?.()
  expect(await asked[0]).toBe('page 1, Cookie')
})

test('a page that may be kept is written once in that time for all who are not signed in, and a failure is not kept', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const written: string[] = []
  const site = new Hono<PolicyEnv>().use(sharedPages('sign-in', { '/pages/login': 1000 })).get('*', (c) => {
    written.push(c.req.path)
    return written.length === 1 ? c.text('not now', 503) : c.text(`page ${written.length}`)
  })
  const ask = async (path = '/pages/login', headers = {}) => (await site.request(path, { headers })).text()

  expect(await ask()).toBe('not now')
  expect([await ask(), await ask()]).toEqual(['page 2', 'page 2'])
  vi.advanceTimersByTime(999)
  expect(await ask()).toBe('page 2')
  expect(await ask('/pages/login', { cookie: 'sign-in=a' })).toBe('page 3')
  expect(await ask('/pages/login?to=%2F')).toBe('page 4')
  vi.advanceTimersByTime(1)
  expect(await ask()).toBe('page 5')
  vi.useRealTimers()
})
