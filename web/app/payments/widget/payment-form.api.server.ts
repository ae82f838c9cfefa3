import { createRoute, z } from '@hono/zod-openapi'
import { clientTokenFor, gatewayFor } from '#payments/gateway/braintree.server.ts'
import { countCardForm, tooManyForms } from '#payments/gateway/declines.server.ts'
import {
  type ApiEnv,
  exampleIds,
  forAccounts,
  invalid,
  json,
  newApi,
  problem,
  reply,
  requireSelf,
  signedIn,
  signedOut,
} from '#platform/http/api.server.ts'
import { countTry, toNetwork } from '#platform/http/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { countRefusal } from '#platform/tally.server.ts'

const cardCompanyAway = 'We could not reach the card company. Wait a minute, then try again.'
const notNeeded = 'No bank is asked who pays here: guests pay with the public key.'

const tokenOrNone = {
  200: reply(z.object({ client_token: z.string() }), 'The token', { client_token: 'eyJ2ZXJzaW9uIjoyfQ==' }),
  429: problem('Too many tokens in an hour', 'too-many-tries', tooManyForms),
  503: problem('The gateway gives no answer', 'gateway-away', cardCompanyAway),
}

const getCardClientToken = createRoute({
  method: 'post',
  path: '/get-card-client-token',
  operationId: 'getCardClientToken',
  summary: 'Get card client token',
  description: 'A client token for the card widget, with the saved cards of the account.',
  ...forAccounts,
  request: { body: json(z.object({ userId: z.uuid() }), { userId: exampleIds.account }) },
  responses: {
    ...tokenOrNone,
    400: invalid('userId', 'userId must be a UUID.'),
    401: signedOut,
    403: problem('`userId` is not the signed-in account', 'not-yours'),
  },
})

const getGuestClientToken = createRoute({
  method: 'post',
  path: '/get-guest-client-token',
  operationId: 'getGuestClientToken',
  summary: 'Get guest client token',
  description:
    'A client token for the card widget of somebody who gives without an account: a bank can be asked who pays (3-D Secure), which the public key does not allow. Offered only where banks are asked.',
  request: { body: json(z.object({}), {}) },
  responses: { ...tokenOrNone, 404: problem('Not offered: no bank is asked', 'not-found', notNeeded) },
})

const reportFormFault = createRoute({
  method: 'post',
  path: '/report-form-fault',
  operationId: 'reportFormFault',
  summary: 'Report form fault',
  description:
    'The payment form says that a bank cannot be asked because of how we or our account at the gateway are set up. It goes into the log.',
  request: {
    body: json(z.object({ code: z.string().regex(/^THREEDS_[A-Z0-9_]{1,60}$/) }), {
      code: 'THREEDS_NOT_ENABLED',
    }),
  },
  responses: {
    200: reply(z.object({ success: z.literal(true) }), 'Noted', { success: true }),
    400: invalid('code', 'code is not right.'),
    429: problem('Too many reports of one network in an hour', 'too-many-tries'),
  },
})

export const paymentFormApi = newApi()
  .openapi(getCardClientToken, async (c) => {
    const { accountId } = requireSelf(signedIn(c.var.visitor), c.req.valid('json').userId)
    return c.json({ client_token: await countedToken(c.var, accountId) }, 200)
  })
  .openapi(getGuestClientToken, async (c) => {
    if (c.var.world.env.paymentOffer.threeDSecure === 'off') refuse('not-found', notNeeded)
    return c.json({ client_token: await countedToken(c.var, undefined) }, 200)
  })
  .openapi(reportFormFault, async (c) => {
    const { world, address } = c.var
    const { code } = c.req.valid('json')
    await countTry(world.db, `form-fault:${toNetwork(address)}`, { tries: 10, minutes: 60 })
    countRefusal('payment form set up wrongly')
    world.log.warn({ code }, 'the payment form cannot ask banks: its set-up is wrong')
    return c.json({ success: true as const }, 200)
  })

async function countedToken({ world, address }: ApiEnv['Variables'], accountId: string | undefined) {
  const isNew = await countCardForm(world, accountId, address)
  try {
    return await clientTokenFor(gatewayFor(world.env), accountId, isNew)
  } catch (problem) {
    world.log.error({ err: problem }, 'the gateway gave no client token')
    return refuse('gateway-away', cardCompanyAway)
  }
}
