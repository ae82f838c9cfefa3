import type { HttpBindings } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { defaultGateway, gatewayNamedBy, gatewayOf } from './callers/merchants.ts'
import { besideClient } from './client/beside-client.ts'
import { clientApi } from './client/client-api.ts'
import { control } from './control/control.ts'
import { fromOwnPages } from './control/own-pages.ts'
import { pages } from './control/page/pages.ts'
import { subjectsOf } from './control/subjects.ts'
import { withFaults } from './faults/faults.ts'
import { graphqlHandler } from './graphql/graphql.ts'
import { paymentMethodLogos } from './instruments/payment-method-logos.ts'
import { deviceData } from './other-services/device-data.ts'
import { frames } from './other-services/frames.ts'
import { places } from './other-services/places.ts'
import { paypalButton, playedScripts, scriptPaths } from './other-services/played.ts'
import { recaptcha } from './other-services/recaptcha.ts'
import { openToAll } from './platform/cors.ts'
import type { Gateway, Sandbox } from './platform/gateway.ts'
import { errorDocument, sendXml } from './platform/replies.ts'
import { BadRequest } from './platform/requests.ts'
import { serverApi } from './server-api.ts'

type Env = { Bindings: HttpBindings }

/** The whole sandbox as one HTTP application. */
export function createApp(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>()
  const apisOf = perMerchant(merchantApis)
  app.get('/health', async (c) => {
    await sandbox.db.execute(sql`select 1`)
    return c.json({ status: 'ok' })
  })
  const scripts = playedScripts()
  app.on('GET', scriptPaths, openToAll, async (c) => {
    c.header('Cache-Control', 'no-cache')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    const gateway = await defaultGateway(sandbox)
    return withFaults(gateway, c, (request) => scripts.fetch(request, c.env), subjectsOf)
  })
  app.route('/', frames(sandbox.settings))
  app.use('/graphql', openToAll)
  app.all('/graphql', async (c) => {
    const named = await gatewayNamedBy(sandbox, c.req.header('authorization'))
    const gateway = named ?? (await defaultGateway(sandbox))
    return withFaults(gateway, c, (request) => apisOf(gateway).fetch(request, c.env), subjectsOf)
  })
  // The SDK's merchant.create, of its OAuth family, has no merchant in its path.
  app.all('/merchants/create_via_api', (c) => {
    const words = `There is no ${c.req.method} ${c.req.path} here: POST /control/merchants adds a merchant.`
    return sendXml(c, 404, errorDocument([], words, undefined))
  })
  app.use('/merchants/:merchantId/client_api/*', openToAll)
  app.use('/analytics/*', openToAll)
  app.all('/merchants/:merchantId/*', async (c) => {
    const gateway = await gatewayOf(sandbox, c.req.param('merchantId'))
    if (!gateway) return sendXml(c, 401, errorDocument([], 'There is no such merchant here.', undefined))
    return withFaults(gateway, c, (request) => apisOf(gateway).fetch(request, c.env), subjectsOf)
  })
  // Braintree's gateway offers these two to tests of its SDKs.
  app.all('/test/error', (c) => sendXml(c, 500, errorDocument([], 'An error, as asked.', undefined)))
  app.all('/test/maintenance', (c) => sendXml(c, 503, errorDocument([], 'Down, as asked.', undefined)))
  app.use('/control/*', fromOwnPages(sandbox))
  app.route('/', besideClient(sandbox))
  app.route('/', paymentMethodLogos())
  app.route('/', recaptcha())
  app.route('/', places())
  app.route('/', paypalButton())
  app.route('/', deviceData(sandbox))
  app.route('/control', control(sandbox))
  app.route('/', pages(sandbox))
  app.onError((error, c) => {
    if (error instanceof BadRequest) return c.text(error.message, 400)
    console.error(error)
    return c.text('Something went wrong.', 500)
  })
  app.notFound((c) => c.text(`There is no ${c.req.method} ${c.req.path} here.`, 404))
  return app
}

/** The APIs that one merchant's calls go to. */
function merchantApis(gateway: Gateway): Hono<Env> {
  const graphql = graphqlHandler(gateway)
  return new Hono<Env>()
    .all('/graphql', (c) => graphql(c.req.raw))
    .route('/merchants/:merchantId/client_api/v1', clientApi(gateway))
    .route('/merchants/:merchantId', serverApi(gateway))
}

/** Makes something once for each merchant, and again when its row has changed. */
function perMerchant<Made>(make: (gateway: Gateway) => Made): (gateway: Gateway) => Made {
  const made = new Map<string, { from: string; it: Made }>()
  return (gateway) => {
    const from = JSON.stringify(gateway.merchant)
    const known = made.get(gateway.merchant.id)
    if (known?.from === from) return known.it
    const it = make(gateway)
    made.set(gateway.merchant.id, { from, it })
    return it
  }
}
