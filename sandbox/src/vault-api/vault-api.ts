import type { Hono } from 'hono'
import type { Gateway } from '../platform/gateway.ts'
import { type ServerEnv, show } from '../platform/http/replies.ts'
import { addCustomers } from './customers-api.ts'
import { createVaultedNonce, findNonce } from './nonce-calls.ts'
import { addPaymentMethods } from './payment-methods-api.ts'
import { addVerifications } from './verifications-api.ts'

export function addVault(api: Hono<ServerEnv>, gateway: Gateway) {
  addCustomers(api, gateway)
  addPaymentMethods(api, gateway)
  addVerifications(api, gateway)
  api.post('/payment_methods/:token/nonces', async (c) => {
    const nonce = await createVaultedNonce(gateway, c.req.param('token'), c.var.body)
    return show(c, 201, 'payment-method-nonce', nonce)
  })
  api.get('/payment_method_nonces/:nonce', async (c) =>
    show(c, 200, 'payment-method-nonce', await findNonce(gateway, c.req.param('nonce'))),
  )
}
