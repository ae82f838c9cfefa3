import { fileURLToPath } from 'node:url'
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { clientApi } from './client/client-api.ts'
import { graphqlHandler } from './client/graphql.ts'
import { control } from './control/control.ts'
import { faulty } from './control/faults.ts'
import { places } from './other-services/places.ts'
import { recaptcha } from './other-services/recaptcha.ts'
import { openToAll } from './platform/cors.ts'
import type { Gateway } from './platform/gateway.ts'
import { serverApi } from './server-api.ts'

const frames = fileURLToPath(new URL('../dist', import.meta.url))

/** The whole sandbox as one HTTP application. */
export function createApp(gateway: Gateway): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const graphql = graphqlHandler(gateway)
  app.get('/health', async (c) => {
    await gateway.db.execute(sql`select 1`)
    return c.json({ status: 'ok' })
  })
  app.use('/web/*', openToAll, async (c, next) => {
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
    c.header(
      'Cache-Control',
      c.req.path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
  })
  app.use('/web/*', serveStatic({ root: frames }))
  app.use('/graphql', openToAll)
  app.all('/graphql', faulty(gateway, 'graphql'), (c) => graphql(c.req.raw))
  app.use('/merchants/:merchantId/client_api/*', openToAll)
  app.route('/merchants/:merchantId/client_api/v1', clientApi(gateway))
  app.use('/analytics/*', openToAll)
  app.post('/analytics/:merchantId', (c) => c.json({}))
  app.route('/merchants/:merchantId', serverApi(gateway))
  app.route('/', recaptcha())
  app.route('/', places())
  app.route('/', control(gateway))
  app.notFound((c) => c.text(`There is no ${c.req.method} ${c.req.path} here.`, 404))
  return app
}
