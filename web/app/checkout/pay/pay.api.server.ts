import { createRoute, z } from '@hono/zod-openapi'
import {
  AttemptKey,
  Credit,
  exampleRequest,
  PaymentRequest,
  RegistrationLists,
  registrationIds,
} from '#checkout/checkout.schema.ts'
import { registerWithCredit } from '#checkout/credit/credit.server.ts'
import { declinedBody, declinedReply, NotKnownYet, notKnownYet } from '#payments/declined.api.server.ts'
import { countDeclines } from '#payments/gateway/declines.server.ts'
import { parseCents } from '#platform/format/money.ts'
import {
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
import { countTry } from '#platform/http/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { pay } from './pay.server.ts'

const declined = 'We encountered an error processing your payment. Please try again or contact support.'
const unknown = notKnownYet('pay')

/** Far above a family's need, far below that of somebody testing stolen cards. */
const limit = { tries: 30, minutes: 60 }

const postTransaction = createRoute({
  method: 'post',
  path: '/post-transaction',
  operationId: 'postTransaction',
  summary: 'Post transaction',
  ...forAccounts,
  description:
    'Charges a card for registrations. A declined card gives held places back; where families wait for the session they stay held until their end. With `credit`, that much of what they cost is paid by the credit of the family: it is used once the card is accepted, and nothing else uses it until then.',
  request: {
    headers: AttemptKey,
    body: json(PaymentRequest, { ...exampleRequest, payment_method_nonce: 'tokencc_bh_8xq2vk_example' }),
  },
  responses: {
    200: reply(
      z.object({ success: z.literal(true), transction_id: z.string(), order_id: z.uuid().nullable() }),
      'Paid. `transction_id` is spelled so for the sake of older clients. `order_id` is null where parts of several orders were paid',
      { success: true, transction_id: 'k3x9v2qd', order_id: exampleIds.order },
    ),
    202: reply(
      NotKnownYet.extend({ order_id: z.uuid().nullable() }),
      'Not known yet; the gateway is being asked, nobody should pay again',
      { ...unknown, order_id: exampleIds.order },
    ),
    400: invalid('total_amount', 'total_amount must be a number.'),
    401: signedOut,
    402: declinedReply(declined),
    403: problem('`user_id` is not the signed-in account', 'not-yours'),
    409: problem('Not to be paid now', 'hold-ended'),
    429: problem('Tried, or declined, too often', 'declined-too-often'),
  },
})

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

const centsIn = (amount: number) => parseCents(amount) ?? refuse('total-changed')

export const payApi = newApi()
  .openapi(postTransaction, async (c) => {
    const request = c.req.valid('json')
    const visitor = requireSelf(signedIn(c.var.visitor), request.user_id)
    await countTry(c.var.world.db, `pay:${visitor.accountId}`, limit)
    const payment = {
      nonce: request.payment_method_nonce,
      deviceData: request.device_data,
      amountCents: centsIn(request.total_amount),
      creditCents: request.credit ? centsIn(request.credit) : undefined,
      registrationIds: registrationIds(request),
      idempotencyKey: c.req.valid('header')['idempotency-key'] ?? request.payment_method_nonce,
    }
    const payer = { address: c.var.address, accountId: visitor.accountId }
    const charge = await countDeclines(c.var.world, payer, () => pay(c.var.world, visitor, payment))
    const { state, transactionId, orderId } = charge
    if (state === 'declined') return c.json(declinedBody(declined, charge, c.var.world.env), 402)
    if (state !== 'accepted') return c.json({ ...unknown, order_id: orderId }, 202)
    return c.json({ success: true as const, transction_id: String(transactionId), order_id: orderId }, 200)
  })
  .openapi(registerByCredit, async (c) => {
    const request = c.req.valid('json')
    const visitor = requireSelf(signedIn(c.var.visitor), request.user_id)
    const { orderId } = await registerWithCredit(c.var.world, visitor, {
      registrationIds: registrationIds(request),
      creditCents: centsIn(request.credit),
    })
    return c.json({ success: true as const, order_id: orderId }, 200)
  })
