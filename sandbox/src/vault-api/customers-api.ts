import type { Hono } from 'hono'
import type { Gateway } from '../platform/gateway.ts'
import { type ServerEnv, show } from '../platform/http/replies.ts'
import { addSearch } from '../platform/search/two-step-search.ts'
import { createAddress, deleteAddress, findAddress, updateAddress } from '../vault/customer-addresses.ts'
import { findCustomer } from './customer-answer.ts'
import { createCustomer, deleteCustomer, updateCustomer } from './customer-calls.ts'
import { customerSearch } from './customer-search.ts'

export function addCustomers(api: Hono<ServerEnv>, gateway: Gateway) {
  addSearch(api, gateway, customerSearch(gateway))
  api.post('/customers', async (c) => {
    const id = await createCustomer(gateway, c.var.body)
    return show(c, 201, 'customer', await findCustomer(gateway, id))
  })
  api.get('/customers/:id', async (c) =>
    show(
      c,
      200,
      'customer',
      await findCustomer(gateway, c.req.param('id'), c.req.query('association_filter_id')),
    ),
  )
  api.put('/customers/:id', async (c) => {
    const id = await updateCustomer(gateway, c.req.param('id'), c.var.body)
    return show(c, 200, 'customer', await findCustomer(gateway, id))
  })
  api.delete('/customers/:id', async (c) => {
    await deleteCustomer(gateway, c.req.param('id'))
    return c.body(null, 200)
  })
  addAddresses(api, gateway)
}

function addAddresses(api: Hono<ServerEnv>, gateway: Gateway) {
  api.post('/customers/:customer/addresses', async (c) =>
    show(c, 201, 'address', await createAddress(gateway, c.req.param('customer'), c.var.body)),
  )
  api.get('/customers/:customer/addresses/:id', async (c) => {
    const { customer, id } = c.req.param()
    return show(c, 200, 'address', await findAddress(gateway, customer, id))
  })
  api.put('/customers/:customer/addresses/:id', async (c) => {
    const { customer, id } = c.req.param()
    return show(c, 200, 'address', await updateAddress(gateway, customer, id, c.var.body))
  })
  api.delete('/customers/:customer/addresses/:id', async (c) => {
    const { customer, id } = c.req.param()
    await deleteAddress(gateway, customer, id)
    return c.body(null, 200)
  })
}
