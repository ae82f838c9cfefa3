import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { addFault, endFaults, listFaults, setFaults } from '../fault-injection/faults.ts'
import {
  addMerchant,
  changeMerchant,
  defaultGateway,
  findGateway,
  listMerchants,
} from '../merchant-access/merchants.ts'
import { found, NotFound } from '../platform/errors.ts'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { BadRequest, parseRequest, readBody } from '../platform/http/requests.ts'
import { parseOffers } from '../platform/offers.ts'
import type { Merchant } from '../platform/platform.tables.ts'
import { listDeviceSessions } from '../third-party-services/device-data.ts'
import { advanceClock } from '../transactions/settlement.ts'
import { addWebhooks } from '../webhook-delivery/webhooks-api.ts'
import { endSale } from './end-sale.ts'
import { decideByHand, disputeByHand, refundByHand, verdicts } from './manual-actions.ts'
import { reset } from './reset.ts'

const aYear = 31_536_000
const ClockRequest = z.strictObject({
  seconds: z.number().int().min(1).max(aYear, `must be ${aYear} (a year) or less`),
})

const endings = {
  settled: 'settle',
  settlement_pending: 'settlement_pending',
  settlement_declined: 'settlement_decline',
} as const
const EndRequest = z.strictObject({
  status: z.literal(['settled', 'settlement_pending', 'settlement_declined']),
})
const RefundRequest = z.strictObject({ amount: z.string().optional() })
const VerdictRequest = z.strictObject({ status: z.enum(verdicts) })

/** The sandbox's own controls, JSON in and out: not part of any Braintree API. */
export function controlApi(sandbox: Sandbox): Hono {
  const app = new Hono()
  const gatewayAt = async (id: string) => found(await findGateway(sandbox, id), `merchant ${id}`)

  addFaults(app, '/faults', () => defaultGateway(sandbox))
  addFaults(app, '/merchants/:id/faults', (c) => gatewayAt(c.req.param('id') ?? ''))

  app.get('/merchants', async (c) =>
    c.json({ merchants: (await listMerchants(sandbox)).map(merchantAnswer) }),
  )
  app.post('/merchants', async (c) =>
    c.json(merchantAnswer(await addMerchant(sandbox, await readBody(c.req.raw))), 201),
  )
  app.put('/merchants/:id', async (c) => {
    const gateway = await gatewayAt(c.req.param('id'))
    return c.json(merchantAnswer(await changeMerchant(gateway, await readBody(c.req.raw))))
  })
  app.post('/merchants/:id/clock', async (c) => {
    const { seconds } = parseRequest(ClockRequest, await readBody(c.req.raw))
    await advanceClock(await gatewayAt(c.req.param('id')), seconds)
    return c.json({})
  })
  app.put('/merchants/:id/transactions/:transaction', async (c) => {
    const gateway = await gatewayAt(c.req.param('id'))
    const { status } = parseRequest(EndRequest, await readBody(c.req.raw))
    await endSale(gateway, c.req.param('transaction'), endings[status])
    return c.json({})
  })
  app.post('/merchants/:id/transactions/:transaction/refund', async (c) => {
    const gateway = await gatewayAt(c.req.param('id'))
    const { amount } = parseRequest(RefundRequest, await readBody(c.req.raw))
    const { id } = await refundByHand(gateway, c.req.param('transaction'), amount)
    return c.json({ id }, 201)
  })
  app.post('/merchants/:id/transactions/:transaction/dispute', async (c) => {
    const gateway = await gatewayAt(c.req.param('id'))
    const { id } = await disputeByHand(gateway, c.req.param('transaction'))
    return c.json({ id }, 201)
  })
  app.put('/merchants/:id/disputes/:dispute', async (c) => {
    const gateway = await gatewayAt(c.req.param('id'))
    const { status } = parseRequest(VerdictRequest, await readBody(c.req.raw))
    await decideByHand(gateway, c.req.param('dispute'), status)
    return c.json({})
  })
  app.post('/merchants/:id/reset', async (c) => {
    await reset(await gatewayAt(c.req.param('id')))
    return c.json({})
  })

  app.get('/devices', async (c) => c.json({ sessions: await listDeviceSessions(sandbox) }))

  addWebhooks(app, gatewayAt)

  app.onError((error, c) => {
    if (error instanceof NotFound) return c.json({ error: { message: error.message } }, 404)
    if (error instanceof BadRequest) return c.json({ error: { message: error.message } }, 400)
    console.error(error)
    return c.json({ error: { message: 'Something went wrong.' } }, 500)
  })
  return app
}

function addFaults(app: Hono, path: string, findGateway: (c: Context) => Promise<Gateway>) {
  app.get(path, async (c) => c.json({ faults: await listFaults(await findGateway(c)) }))
  app.put(path, async (c) => {
    const gateway = await findGateway(c)
    await setFaults(gateway, await readBody(c.req.raw))
    return c.json({ faults: await listFaults(gateway) })
  })
  app.post(path, async (c) => c.json(await addFault(await findGateway(c), await readBody(c.req.raw)), 201))
  app.delete(`${path}/:number{[1-9][0-9]{0,14}}`, async (c) => {
    await endFaults(await findGateway(c), Number(c.req.param('number')))
    return c.json({})
  })
}

function merchantAnswer(merchant: Merchant) {
  return {
    id: merchant.id,
    public_key: merchant.publicKey,
    private_key: merchant.privateKey,
    tokenization_key: merchant.tokenizationKey,
    settle_after_seconds: merchant.settleAfterSeconds,
    duplicate_seconds: merchant.duplicateSeconds,
    webhook_url: merchant.webhookUrl,
    webhook_delay_seconds: merchant.webhookDelaySeconds,
    webhook_repeats: merchant.webhookRepeats,
    offers: parseOffers(merchant),
  }
}
