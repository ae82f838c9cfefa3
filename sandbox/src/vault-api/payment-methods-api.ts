import type { Context, Hono } from 'hono'
import type { MeansKind } from '../payment-instruments/means.ts'
import type { Gateway } from '../platform/gateway.ts'
import { type ServerEnv, show } from '../platform/http/replies.ts'
import { addSearch } from '../platform/search/two-step-search.ts'
import { expiringCards, monthsGone, readMonths } from './expiring-cards.ts'
import {
  createPaymentMethod,
  deletePaymentMethod,
  findCardByNonce,
  findPaymentMethod,
  type Shown,
  updatePaymentMethod,
} from './payment-method-calls.ts'

const kinds: Record<string, MeansKind | undefined> = {
  any: undefined,
  credit_card: 'credit_card',
  paypal_account: 'paypal_account',
}

export function addPaymentMethods(api: Hono<ServerEnv>, gateway: Gateway) {
  api.post('/payment_methods', async (c) => answer(c, 201, await createPaymentMethod(gateway, c.var.body)))
  api.get('/payment_methods/from_nonce/:nonce', async (c) =>
    answer(c, 200, await findCardByNonce(gateway, c.req.param('nonce'))),
  )
  for (const [segment, kind] of Object.entries(kinds)) {
    api.get(`/payment_methods/${segment}/:token`, async (c) =>
      answer(c, 200, await findPaymentMethod(gateway, c.req.param('token'), kind)),
    )
    api.put(`/payment_methods/${segment}/:token`, async (c) =>
      answer(c, 200, await updatePaymentMethod(gateway, c.req.param('token'), c.var.body, kind)),
    )
    api.delete(`/payment_methods/${segment}/:token`, async (c) => {
      await deletePaymentMethod(gateway, c.req.param('token'), kind)
      return c.body(null, 200)
    })
  }
  const requestedMonths = (c: Context) => readMonths(c.req.query('start'), c.req.query('end'))
  addSearch(
    api,
    gateway,
    expiringCards(gateway, 'expired', () => monthsGone()),
  )
  addSearch(api, gateway, expiringCards(gateway, 'expiring', requestedMonths))
}

function answer(c: Context, status: 200 | 201, { root, value }: Shown): Response {
  return show(c, status, root, value)
}
