import type { Hono } from 'hono'
import type { Gateway } from '../platform/gateway.ts'
import { type ServerEnv, show } from '../platform/replies.ts'
import { createCustomer, deleteCustomer, findCustomer, updateCustomer } from './customer-calls.ts'
import { findNonce } from './nonces.ts'
import {
  createPaymentMethod,
  createVaultedNonce,
  deletePaymentMethod,
  findPaymentMethod,
  updatePaymentMethod,
} from './payment-method-calls.ts'

/** The server API's calls for customers, their payment methods and nonces. */
export function addVault(api: Hono<ServerEnv>, gateway: Gateway) {
  addCustomers(api, gateway)
  addPaymentMethods(api, gateway)
}

function addCustomers(api: Hono<ServerEnv>, gateway: Gateway) {
  api.post('/customers', async (c) => show(c, 201, 'customer', await createCustomer(gateway, c.var.body)))
  api.get('/customers/:id', async (c) =>
    show(c, 200, 'customer', await findCustomer(gateway, c.req.param('id'))),
  )
  api.put('/customers/:id', async (c) =>
    show(c, 200, 'customer', await updateCustomer(gateway, c.req.param('id'), c.var.body)),
  )
  api.delete('/customers/:id', async (c) => {
    await deleteCustomer(gateway, c.req.param('id'))
    return c.body(null, 200)
  })
}

function addPaymentMethods(api: Hono<ServerEnv>, gateway: Gateway) {
  api.post('/payment_methods', async (c) =>
    show(c, 201, 'credit-card', await createPaymentMethod(gateway, c.var.body)),
  )
  for (const path of ['/payment_methods/any/:token', '/payment_methods/credit_card/:token']) {
    api.get(path, async (c) =>
      show(c, 200, 'credit-card', await findPaymentMethod(gateway, c.req.param('token') ?? '')),
    )
    api.put(path, async (c) =>
      show(c, 200, 'credit-card', await updatePaymentMethod(gateway, c.req.param('token') ?? '', c.var.body)),
    )
    api.delete(path, async (c) => {
      await deletePaymentMethod(gateway, c.req.param('token') ?? '')
      return c.body(null, 200)
    })
  }
  api.post('/payment_methods/:token/nonces', async (c) =>
    show(c, 201, 'payment-method-nonce', await createVaultedNonce(gateway, c.req.param('token'))),
  )
  api.get('/payment_method_nonces/:nonce', async (c) =>
    show(c, 200, 'payment-method-nonce', await findNonce(gateway, c.req.param('nonce'))),
  )
}
