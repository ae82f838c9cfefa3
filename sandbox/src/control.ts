import { Hono } from 'hono'
import { listFaults, setFaults } from './faults.ts'
import type { Gateway } from './gateway.ts'
import { BadRequest, readBody } from './requests.ts'

/** The sandbox's own controls: not part of any Braintree API. */
export function control(gateway: Gateway): Hono {
  const app = new Hono()
  app.get('/control/faults', async (c) => c.json({ faults: await listFaults(gateway) }))
  app.put('/control/faults', async (c) => {
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
