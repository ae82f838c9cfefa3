import { Hono } from 'hono'
import { z } from 'zod'
import { findGateway } from '../merchant-access/merchants.ts'
import { found } from '../platform/errors.ts'
import type { Sandbox } from '../platform/gateway.ts'
import { parseRequest, readBody } from '../platform/http/requests.ts'
import { describeAuthentications } from '../three-d-secure/authentication-listing.ts'
import { bank, bankCodes } from '../three-d-secure/bank.ts'
import { provider } from '../three-d-secure/provider.ts'
import { paypalPage } from '../wallet-approvals/paypal-page.ts'
import { controlVenmoContext, listVenmoContexts } from '../wallet-approvals/venmo.ts'
import { venmoPage } from '../wallet-approvals/venmo-page.ts'
import { venmoStatuses } from '../wallet-approvals/venmo-statuses.ts'
import { countAnalytics, purgeAnalytics, storeAnalytics } from './analytics.ts'
import { sendClientProblem } from './client-errors.ts'
import { devices } from './devices.ts'

const address = z.record(z.string(), z.string())
const VenmoMove = z.strictObject({
  status: z.enum(venmoStatuses),
  payer: z
    .strictObject({
      userName: z.string().optional(),
      externalId: z.string().optional(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      email: z.string().optional(),
      phoneNumber: z.string().optional(),
      billingAddress: address.optional(),
      shippingAddress: address.optional(),
    })
    .default({}),
})

/** Analytics, the pages of PayPal, Venmo and the bank, shoppers' devices, and controls for tests. */
export function browserEndpoints(sandbox: Sandbox): Hono {
  const app = new Hono()
  const gatewayAt = async (merchantId: string) =>
    found(await findGateway(sandbox, merchantId), `merchant ${merchantId}`)

  app.post('/analytics/:merchantId', async (c) => {
    await storeAnalytics(await gatewayAt(c.req.param('merchantId')), await readBody(c.req.raw))
    return c.json({})
  })
  app.get('/control/analytics/:merchantId', async (c) =>
    c.json({ analytics: await countAnalytics(await gatewayAt(c.req.param('merchantId'))) }),
  )
  app.delete('/control/analytics/:merchantId', async (c) => {
    await purgeAnalytics(await gatewayAt(c.req.param('merchantId')))
    return c.json({ analytics: [] })
  })
  app.get('/control/bank/:merchantId', async (c) =>
    c.json({ codes: await bankCodes(await gatewayAt(c.req.param('merchantId'))) }),
  )
  app.get('/control/three-d-secure/:id', async (c) =>
    c.json(await describeAuthentications(sandbox, c.req.param('id'))),
  )
  app.get('/control/venmo/:merchantId', async (c) =>
    c.json({ contexts: await listVenmoContexts(await gatewayAt(c.req.param('merchantId'))) }),
  )
  app.put('/control/venmo/:id', async (c) => {
    const { status, payer } = parseRequest(VenmoMove, await readBody(c.req.raw))
    const { nonce, ...moved } = await controlVenmoContext(sandbox, c.req.param('id'), status, payer)
    return c.json({ id: moved.id, status: moved.status, paymentMethodNonce: nonce })
  })
  app.route('/', paypalPage(sandbox))
  app.route('/', venmoPage(sandbox))
  app.route('/', bank(sandbox))
  app.route('/', devices(sandbox))
  app.route('/', provider(sandbox))
  app.onError((error, c) => sendClientProblem(c, error))
  return app
}
