import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { waitingPage } from './waiting-page.server.ts'

test('whoever opens a page while all hands are full is asked to wait, and the page loads again by itself; what is sent is worked at', async () => {
  let letGo: () => void = () => undefined
  const hanging = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const site = new Hono()
    .use(waitingPage(2))
    .get('/hangs', async (c) => {
      await hanging
      return c.text('done')
    })
    .all('*', (c) => c.text('the page'))
  const opens = (path: string) => site.request(path, { headers: { Accept: 'text/html,*/*;q=0.8' } })
  const atWork = [site.request('/hangs'), opens('/hangs'), opens('/hangs')]

  const waiting = await opens('/pages/clinic/1')
  expect([waiting.status, waiting.headers.get('refresh'), waiting.headers.get('cache-control')]).toEqual([
    ...[429, '5', 'no-store'],
  ])
  expect(await waiting.text()).toContain('Your page comes by itself in a few seconds')
  const sent = await site.request('/pages/login', { method: 'POST', headers: { Accept: 'text/html' } })
  expect(await sent.text()).toBe('the page')
  expect(await (await site.request('/pages/cart.data')).text()).toBe('the page')
  letGo()
  expect((await Promise.all(atWork)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await (await opens('/pages/clinic/1')).text()).toBe('the page')
})
