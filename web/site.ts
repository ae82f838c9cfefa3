import { randomBytes } from 'node:crypto'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { cookieNameFor, tokenOf, visitorContext, visitorOf } from '#people/visitor.server.ts'
import { addressOf } from '#platform/address.server.ts'
import {
  addressContext,
  dbContext,
  nonceContext,
  type World,
  worldContext,
} from '#platform/contexts.server.ts'
import { gzipStream } from '#platform/gzip.server.ts'
import { refusing } from '#platform/page.server.ts'
import { securityHeaders } from '#platform/security-headers.server.ts'
import { api } from './api.ts'

/** The whole site: health, API, assets, and React Router for every page. */
export function siteOf(world: World, build: ServerBuild) {
  const app = new Hono()
  const cookieName = cookieNameFor(world.env.siteUrl)
  // Behind a proxy that ends TLS the browser's origin is the public one, and not that of the request.
  const allowedActionOrigins = [new URL(world.env.siteUrl).host]
  const ours = { ...build, routes: refusing(build.routes), allowedActionOrigins }
  const handle = createRequestHandler(ours, import.meta.env.PROD ? 'production' : 'development')

  app.get('/health', async (c) => {
    await world.db.execute('select 1')
    return c.text('ok')
  })
  app.use(async (c, next) => {
    const home = awayFromHome(c, world.env.siteUrl)
    return home ? c.redirect(home, 307) : next()
  })
  app.onError((problem, c) => {
    world.log.error({ err: problem, url: c.req.path }, 'a request failed before its page')
    return c.html(outOfOrder, 500)
  })
  app.route('/api', api(world))
  if (import.meta.env.PROD) {
    app.use('/assets/*', serveStatic({ root: 'build/client', precompressed: true, onFound: keepForever }))
    app.use(serveStatic({ root: 'build/client', precompressed: true }))
  }
  app.all('*', async (c) => {
    const nonce = randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    context.set(worldContext, world)
    context.set(dbContext, world.db)
    context.set(nonceContext, nonce)
    context.set(addressContext, addressOf(c, world.env.trustProxy))
    context.set(visitorContext, await visitorOf(world.db, tokenOf(c.req.header('cookie'), cookieName)))
    const response = await handle(c.req.raw, context)
    return gzipStream(c.req.raw, securityHeaders(response, world.env, nonce))
  })
  return app
}

/** Said when not even the visitor can be looked up, such as without a database. */
const outOfOrder = `<!doctype html><html lang="en-US"><meta charset="utf-8"><title>Out of order</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><h1>The site is out of order</h1>
<p>Something went wrong on our end. Wait a minute, then load the page again.</p></html>`

/** Cookies belong to one host: whoever comes by the machine's number is sent to its name. */
function awayFromHome(c: Context, siteUrl: string): string | undefined {
  const asked = new URL(c.req.url)
  const isNumber = asked.hostname === '127.0.0.1' || asked.hostname === '[::1]'
  if (!isNumber || c.req.method !== 'GET' || new URL(siteUrl).hostname === asked.hostname) return undefined
  return new URL(asked.pathname + asked.search, siteUrl).href
}

function keepForever(_path: string, c: Context) {
  c.header('Cache-Control', 'public, max-age=31536000, immutable')
}
