import { createRoute, z } from '@hono/zod-openapi'
import {
  exampleIds,
  forAccounts,
  invalid,
  json,
  newApi,
  ownUser,
  problem,
  reply,
  signedIn,
  signedOut,
} from '#platform/api.server.ts'
import { centsOf } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'
import { Credit, exampleRequest, RegistrationLists, registrationIds } from './checkout.schema.ts'
import { registerWithCredit } from './credit.server.ts'

const { total_amount: credit, ...lists } = exampleRequest

const registerByCredit = createRoute({
  method: 'post',
  path: '/register-with-credit',
  operationId: 'registerWithCredit',
  summary: 'Register with credit',
  ...forAccounts,
  description:
    'Registers places that are held, where the credit of the family pays all that they cost: no card is charged. The same again is answered as it stands.',
  request: {
    body: json(RegistrationLists.extend({ user_id: z.uuid(), credit: Credit }), { ...lists, credit }),
  },
  responses: {
    200: reply(z.object({ success: z.literal(true), order_id: z.uuid() }), 'Registered', {
      success: true,
      order_id: exampleIds.order,
    }),
    400: invalid('credit', 'credit must be a number.'),
    401: signedOut,
    403: problem('`user_id` is not the signed-in account', 'not-yours'),
    409: problem(
      'Not to be registered now; or, with the code `credit-changed`, there is less credit',
      'hold-ended',
    ),
  },
})

export const registerWithCreditApi = newApi().openapi(registerByCredit, async (c) => {
  const request = c.req.valid('json')
  const visitor = ownUser(signedIn(c.var.visitor), request.user_id)
  const { orderId } = await registerWithCredit(c.var.world, visitor, {
    registrationIds: registrationIds(request),
    creditCents: centsOf(request.credit) ?? refuse('total-changed'),
  })
  return c.json({ success: true as const, order_id: orderId }, 200)
})
