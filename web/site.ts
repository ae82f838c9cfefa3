import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { unreadiness } from '#operations/heartbeat.server.ts'
import { createMetrics } from '#operations/metrics.server.ts'
import { createRouteNamer } from '#operations/route-names.server.ts'
import { hasPaymentForm } from '#payments/widget/payment-page.ts'
import { cookieNameFor, findVisitor, readCookie, visitorContext } from '#people/sign-in/visitor.server.ts'
import {
  addressContext,
  dbContext,
  isForAllContext,
  nonceContext,
  type World,
  worldContext,
} from '#platform/contexts.server.ts'
import { hasUnreadBody, isAborted } from '#platform/http/aborted-request.server.ts'
import { clientIp, namesThisMachine } from '#platform/http/address.server.ts'
import { problemBody } from '#platform/http/api.server.ts'
import { gzipped, isCompressible } from '#platform/http/gzip.server.ts'
import { withRefusalPages } from '#platform/http/page.server.ts'
import { sameOriginOnly } from '#platform/http/same-origin.server.ts'
import { type PolicyEnv, securityHeaders } from '#platform/http/security-headers.server.ts'
import { waitingPage } from '#platform/http/waiting-page.server.ts'
import { withoutSecret } from '#platform/log.server.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { countRefusal } from '#platform/tally.server.ts'
import { webhook } from '#reconciliation/webhook.server.ts'
import { programmeSign } from '#season/branding.server.ts'
import { askerContext, findAsker } from '#team/member.server.ts'
import { api } from './api.ts'
import { isPublicPage, withHashes } from './public-pages.ts'
import { sharedPages } from './shared-pages.ts'

/** Health, readiness, metrics, API, assets, and React Router's pages. */
export function buildSite(world: World, build: ServerBuild) {
  const { env } = world
  const app = new Hono<PolicyEnv>()
  app.onError((problem, c) => {
    if (problem instanceof Refusal)
      return c.req.path.startsWith('/api/')
        ? c.json(problemBody(problem), problem.status)
        : c.text(problem.message, problem.status)
    world.log.error({ err: problem, url: withoutSecret(c.req.path) }, 'a request failed before its page')
    return c.html(outOfOrder, 500)
  })
  const { observe, metrics } = createMetrics(world, createRouteNamer(build))
  app.use(observe)
  app.use(async (c, next) => {
    await next()
    if (isAborted(c)) countRefusal('request cut off')
    // The server closes this connection after the answer, so a proxy must not reuse it.
    else if (hasUnreadBody(c)) c.res.headers.set('Connection', 'close')
  })
  app.use(securityHeaders(env, hasPaymentForm))
  for (const path of ['/health', '/ready', '/metrics'])
    app.use(path, async (c, next) => {
      c.header('Cache-Control', 'no-store')
      await next()
    })
  app.get('/health', async (c) => {
    await world.db.execute('select 1')
    return c.text('ok')
  })
  app.get('/ready', async (c) => {
    const why = await unreadiness(world)
    return why ? c.text(why, 503) : c.text('ready')
  })
  app.get('/metrics', metrics)
  app.get('/.well-known/apple-developer-merchantid-domain-association', (c) =>
    env.appleDomainFile ? c.text(env.appleDomainFile) : c.text('There is no such file.', 404),
  )
  app.route('/gateway', webhook(world))
  app.use(canonicalHost(env.siteUrl), withReadableAddress, sameOriginOnly(env.siteUrl))
  if (env.isPrivate) app.use(localDeskOnly)
  app.use(sharedPages(cookieNameFor(env.siteUrl), { '/pages/login': 1000 }), waitingPage())
  app.route('/api', api(world))
  app.route('/', programmeSign(world))
  if (import.meta.env.PROD) {
    app.use('/assets/*', serveStatic({ root: 'build/client', precompressed: true, onFound: keepFor(365) }))
    const file = serveStatic({ root: 'build/client', precompressed: true, onFound: keepFor(1) })
    app.use((c, next) => (mayBeFile.test(c.req.path) ? file(c, next) : next()))
  }
  app.all('*', noSuchFile)
  const page = createPages(world, build)
  app.all('*', async (c) => gzipped(c.req.raw, await page(c)))
  return app
}

function createPages(world: World, build: ServerBuild) {
  const { siteUrl, trustProxy } = world.env
  const cookieName = cookieNameFor(siteUrl)
  // Behind a proxy that ends TLS, the browser's origin is the public one.
  const allowedActionOrigins = [new URL(siteUrl).host]
  const ours = { ...build, routes: withRefusalPages(build.routes), allowedActionOrigins }
  const handle = createRequestHandler(ours, import.meta.env.PROD ? 'production' : 'development')
  return async (c: Context<PolicyEnv>) => {
    const token = readCookie(c.req.header('cookie'), cookieName)
    const isForAll = token === undefined && isReading(c) && isPublicPage(c.req.path)
    const atDesk = isDesk(c.req.path)
    const asker = atDesk ? await findAsker(world.db, token) : undefined
    const visitor = atDesk ? asker?.visitor : await findVisitor(world.db, token)
    const context = new RouterContextProvider()
    context.set(worldContext, world)
    context.set(dbContext, world.db)
    context.set(nonceContext, c.var.nonce)
    context.set(isForAllContext, isForAll)
    context.set(addressContext, clientIp(c, trustProxy))
    context.set(visitorContext, visitor)
    context.set(askerContext, asker)
    if (isForAll) return cacheable(c, await handle(alwaysGet(c), context))
    const response = await handle(c.req.raw, context)
    if (atDesk) response.headers.set('Cache-Control', 'private, no-store')
    else if (!response.headers.has('Cache-Control'))
      response.headers.set(
        'Cache-Control',
        familyCacheControl(token !== undefined, c.req.header('sec-purpose')),
      )
    if (isPublicPage(c.req.path)) response.headers.append('Vary', 'Cookie')
    return response
  }
}

const isDesk = (path: string) => /^\/desk(\/|\.data$|$)/.test(path)

/** Demo accounts, whose secrets are public, work at a private site's desk. */
const localDeskOnly: MiddlewareHandler = async (c, next) => {
  if (isDesk(c.req.path.replace(/^\/api/, '')) && !namesThisMachine(c.req.raw)) refuse('not-found')
  await next()
}

const isReading = ({ req: { method } }: Context) => method === 'GET' || method === 'HEAD'

/** GET for HEAD too, since headers name the page's scripts; to its end after a disconnect, since others share it. */
const alwaysGet = ({ req: { url, raw } }: Context) => new Request(url, { headers: raw.headers })

/** Cacheable by a proxy for as long as a crowd needs. */
async function cacheable(c: Context<PolicyEnv>, response: Response): Promise<Response> {
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  const { html, hashes } = withHashes(isPage ? await response.text() : '', c.var.nonce)
  if (isPage) c.set('hashes', hashes)
  const isSame = response.status === 200 && !response.headers.has('Set-Cookie')
  response.headers.set('Cache-Control', isSame ? 'public, s-maxage=5' : 'private, no-cache')
  response.headers.append('Vary', 'Cookie')
  return isPage ? new Response(html, response) : response
}

/** `no-store`, so that Back shows nothing after log-out; but prefetched data must be usable once. */
const familyCacheControl = (mayBeSignedIn: boolean, purpose = '') =>
  mayBeSignedIn && !purpose.startsWith('prefetch') ? 'private, no-store' : 'private, no-cache'

/** Shown when not even the visitor can be looked up, as without a database. */
const outOfOrder = `<!doctype html><html lang="en-US"><meta charset="utf-8"><title>Out of order</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><h1>The site is out of order</h1>
<p>Something went wrong on our end. Wait a minute, then load the page again.</p></html>`

/** Cookies belong to one host: a loopback address is redirected to the site's name. */
function canonicalHost(siteUrl: string): MiddlewareHandler {
  const home = new URL(siteUrl)
  return async (c, next) => {
    const { hostname, pathname, search } = new URL(c.req.url)
    const isNumber = hostname === '127.0.0.1' || hostname === '[::1]'
    if (!isNumber || c.req.method !== 'GET' || home.hostname === hostname) return next()
    return c.redirect(home.origin + pathname + search, 307)
  }
}

/** Malformed percent-encoding is a 404; the router would print each to the terminal. */
const withReadableAddress: MiddlewareHandler = async (c, next) => {
  try {
    decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    refuse('not-found')
  }
  await next()
}

/** Requests of an outdated page or of a scanner: a plain 404, neither rendered nor cached. */
const noSuchFile: MiddlewareHandler = async (c, next) => {
  if (!/^\/assets\/|\.(css|gif|ico|jpe?g|js|map|php|png|svg|webp|woff2?)$/.test(c.req.path)) return next()
  return c.text('There is no such file.', 404, { 'Cache-Control': 'no-store' })
}

/** Saves a look-up on the disk for pages. */
const mayBeFile = /\.(?!data$)\w+$/

const keepFor = (days: number) => (_path: string, c: Context) => {
  c.header('Cache-Control', `public, max-age=${days * 86_400}${days > 1 ? ', immutable' : ''}`)
  // Also on the plain file, which a proxy would otherwise send to all.
  if (isCompressible(c.res.headers)) c.header('Vary', 'Accept-Encoding')
}
