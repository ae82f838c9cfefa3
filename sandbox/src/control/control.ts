import { Hono } from 'hono'
import type { Sandbox } from '../platform/gateway.ts'
import { defaultGateway } from '../platform/merchants.ts'
import { BadRequest, readBody } from '../platform/requests.ts'
import { searchTransactions } from '../transactions/search.ts'
import { controlPage, pageStyle } from './control-page.ts'
import { listFaults, setFaults } from './faults.ts'

/** The sandbox's own page and controls: not part of any Braintree API. */
export function control(sandbox: Sandbox): Hono {
  const app = new Hono()
  app.get('/', async (c) => {
    const gateway = await defaultGateway(sandbox)
    const transactions = await searchTransactions(gateway, {})
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
    return c.html(controlPage(gateway.merchant, transactions, await listFaults(gateway)))
  })
  app.get('/control/page.css', (c) => c.body(pageStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get('/control/faults', async (c) => c.json({ faults: await listFaults(await defaultGateway(sandbox)) }))
  app.put('/control/faults', async (c) => {
    const gateway = await defaultGateway(sandbox)
    await setFaults(gateway, await readBody(c.req.raw))
    return c.json({ faults: await listFaults(gateway) })
  })
  app.onError((error, c) => {
    if (error instanceof BadRequest) return c.json({ error: { message: error.message } }, 400)
    console.error(error)
    return c.json({ error: { message: 'Something went wrong.' } }, 500)
  })
  return app
}
