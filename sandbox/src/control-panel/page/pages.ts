import { readFileSync } from 'node:fs'
import { type Context, Hono } from 'hono'
import { defaultGateway, findGateway } from '../../merchant-access/merchants.ts'
import { found, NotFound } from '../../platform/errors.ts'
import type { Gateway, Sandbox } from '../../platform/gateway.ts'
import { BadRequest } from '../../platform/http/requests.ts'
import { actions } from './actions.ts'
import { icon } from './frame.ts'
import { type ActionResult, overview, resetPage } from './overview.ts'
import { readPages } from './paging.ts'
import { readRecords } from './records.ts'

const file = (name: string) => readFileSync(new URL(name, import.meta.url))
/** Concatenated in this order. */
const style = ['base', 'places', 'controls', 'lists'].map((name) => file(`style/${name}.css`)).join('\n')
const face = new Uint8Array(file('archivo.woff2'))
const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

export function pages(sandbox: Sandbox): Hono {
  const app = new Hono()
  const gatewayAt = async (id: unknown) => {
    if (id === undefined || id === '') return defaultGateway(sandbox)
    return found(await findGateway(sandbox, String(id)), `merchant ${id}`)
  }
  const pagesFor = (c: Context) => readPages((list) => c.req.query(list))
  const show = async (c: Context, gateway: Gateway, result?: ActionResult) =>
    String(await overview(gateway, pagesFor(c), result))
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.get('content-type')?.startsWith('text/html')) return
    c.header('Content-Security-Policy', policy)
    c.header('Referrer-Policy', 'same-origin')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
  })

  app.get('/', async (c) => {
    const done = actions[c.req.query('done') ?? '']?.done
    const result = done === undefined ? undefined : { isBad: false, text: done }
    return c.html(await show(c, await gatewayAt(c.req.query('merchant')), result))
  })
  app.get('/control/page/reset', async (c) => {
    const gateway = await gatewayAt(c.req.query('merchant'))
    return c.html(resetPage(gateway, await readRecords(gateway, pagesFor(c))))
  })
  for (const [name, { act }] of Object.entries(actions)) {
    app.post(`/control/page/${name}`, async (c) => {
      const form = await c.req.parseBody()
      const gateway = await gatewayAt(form.merchant)
      try {
        await act(gateway, form)
        const shown = name === 'merchant' ? form.id : gateway.merchant.id
        return c.redirect(`/?merchant=${shown}&done=${name}`, 303)
      } catch (problem) {
        if (!(problem instanceof BadRequest)) throw problem
        return c.html(await show(c, gateway, { isBad: true, text: problem.message }), 400)
      }
    })
  }
  app.get('/control/page.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get('/control/archivo.woff2', (c) =>
    c.body(face, 200, { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=86400' }),
  )
  app.get('/control/icon.svg', async (c) =>
    c.body(String(await icon), 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=86400',
    }),
  )
  app.onError((error, c) => {
    if (error instanceof NotFound) return c.text(error.message, 404)
    if (error instanceof BadRequest) return c.text(error.message, 400)
    console.error(error)
    return c.text('Something went wrong.', 500)
  })
  return app
}
