import type { HttpBindings } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { browserEndpoints } from './client-api/browser-endpoints.ts'
import { clientApi } from './client-api/client-api.ts'
import { controlApi } from './control-panel/control-api.ts'
import { findSubjects } from './control-panel/fault-subjects.ts'
import { pages } from './control-panel/page/pages.ts'
import { requireSameOrigin } from './control-panel/same-origin.ts'
import { withFaults } from './fault-injection/faults.ts'
import { graphqlHandler } from './graphql-api/graphql.ts'
import { defaultGateway, findGateway, findGatewayByAuthorization } from './merchant-access/merchants.ts'
import { paymentMethodLogos } from './payment-instruments/payment-method-logos.ts'
import type { Gateway, Sandbox } from './platform/gateway.ts'
import { openToAll } from './platform/http/cors.ts'
import { errorDocument, sendXml } from './platform/http/replies.ts'
import { BadRequest } from './platform/http/requests.ts'
import { serverApi } from './server-api.ts'
import { deviceData } from './third-party-services/device-data.ts'
import { frames } from './third-party-services/frames.ts'
import { googlePlaces } from './third-party-services/google-places.ts'
import { recaptcha } from './third-party-services/recaptcha.ts'
import { paypalButton, scriptPaths, standInScripts } from './third-party-services/stand-in-scripts.ts'

type Env = { Bindings: HttpBindings }

export function createApp(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>()
  const apisFor = perMerchant(merchantApis)
  app.get('/health', async (c) => {
    await sandbox.db.execute(sql`select 1`)
    return c.json({ status: 'ok' })
  })
  const scripts = standInScripts()
  app.on('GET', scriptPaths, openToAll, async (c) => {
    c.header('Cache-Control', 'no-cache')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    const gateway = await defaultGateway(sandbox)
    return withFaults(gateway, c, (request) => scripts.fetch(request, c.env), findSubjects)
  })
  app.route('/', frames(sandbox.settings))
  app.use('/graphql', openToAll)
  app.all('/graphql', async (c) => {
    const named = await findGatewayByAuthorization(sandbox, c.req.header('authorization'))
    const gateway = named ?? (await defaultGateway(sandbox))
    return withFaults(gateway, c, (request) => apisFor(gateway).fetch(request, c.env), findSubjects)
  })
  // The SDK's merchant.create, of its OAuth family, has no merchant in its path.
  app.all('/merchants/create_via_api', (c) => {
    const message = `There is no ${c.req.method} ${c.req.path} here: POST /control/merchants adds a merchant.`
    return sendXml(c, 404, errorDocument([], message, undefined))
  })
  app.use('/merchants/:merchantId/client_api/*', openToAll)
  app.use('/analytics/*', openToAll)
  app.all('/merchants/:merchantId/*', async (c) => {
    const gateway = await findGateway(sandbox, c.req.param('merchantId'))
    if (!gateway) return sendXml(c, 401, errorDocument([], 'There is no such merchant here.', undefined))
    return withFaults(gateway, c, (request) => apisFor(gateway).fetch(request, c.env), findSubjects)
  })
  // Braintree's gateway offers these two to tests of its SDKs.
  app.all('/test/error', (c) => sendXml(c, 500, errorDocument([], 'An error, as asked.', undefined)))
  app.all('/test/maintenance', (c) => sendXml(c, 503, errorDocument([], 'Down, as asked.', undefined)))
  app.use('/control/*', requireSameOrigin(sandbox))
  app.route('/', browserEndpoints(sandbox))
  app.route('/', paymentMethodLogos())
  app.route('/', recaptcha())
  app.route('/', googlePlaces())
  app.route('/', paypalButton())
  app.route('/', deviceData(sandbox))
  app.route('/control', controlApi(sandbox))
  app.route('/', pages(sandbox))
  app.onError((error, c) => {
    if (error instanceof BadRequest) return c.text(error.message, 400)
    console.error(error)
    return c.text('Something went wrong.', 500)
  })
  app.notFound((c) => c.text(`There is no ${c.req.method} ${c.req.path} here.`, 404))
  return app
}

function merchantApis(gateway: Gateway): Hono<Env> {
  const graphql = graphqlHandler(gateway)
  return new Hono<Env>()
    .all('/graphql', (c) => graphql(c.req.raw))
    .route('/merchants/:merchantId/client_api/v1', clientApi(gateway))
    .route('/merchants/:merchantId', serverApi(gateway))
}

/** Memoised per merchant, until its row has changed. */
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
