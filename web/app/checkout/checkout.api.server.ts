import { createRoute, z } from '@hono/zod-openapi'
import { clientTokenFor, gatewayOf } from '#payments/braintree.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { json, newApi, problem, reply, signedIn, type Visitor } from '#platform/api.server.ts'
import { todayIn } from '#platform/dates.ts'
import { centsOf, decimal } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { alreadyRegistered, registeredLists } from '#registrations/registration-rules.ts'
import { standingIn } from '#registrations/registrations.db.server.ts'
import { checkCart } from './check-cart.server.ts'
import {
  Cart,
  CartItem,
  CartToProcess,
  PaymentRequest,
  type RegistrationLists,
  registrationIds,
  TransactionRequest,
  wantedPlaces,
} from './checkout.schema.ts'
import { pay } from './pay.server.ts'
import { type ProcessedCart, processCart } from './process-cart.server.ts'
import { giveUpHolds } from './reconcile.server.ts'

const key = z.object({
  'idempotency-key': z.uuid().optional().openapi({
    description:
      'One for each attempt: the same key again does nothing new. A payment without one goes by its nonce.',
  }),
})
const ownUser = (visitor: Visitor, userId: string) =>
  visitor.accountId === userId ? visitor : refuse('not-yours')

const getCardClientToken = createRoute({
  method: 'post',
  path: '/get-card-client-token',
  operationId: 'getCardClientToken',
  description: 'A client token for the card widget, with the saved cards of the account.',
  request: { body: json(z.object({ userId: z.uuid() })) },
  responses: { 200: reply(z.object({ client_token: z.string() }), 'The token'), 401: problem('Signed out') },
})

const checkRegistered = createRoute({
  method: 'post',
  path: '/check-registered',
  operationId: 'checkRegistered',
  description: 'Whether a player of the account has a place in a session.',
  request: { body: json(CartItem.pick({ event: true, player: true, eventSession: true })) },
  responses: {
    200: reply(z.object({ registered: z.boolean(), message: z.string() }), 'The standing, and its sentence'),
    401: problem('Signed out'),
    404: problem('No such player in the family'),
  },
})

const checkAllCartItems = createRoute({
  method: 'post',
  path: '/check-all-cart-items',
  operationId: 'checkAllCartItems',
  description: 'The cart again, each item with hasError and error set as things stand now.',
  request: { body: json(Cart) },
  responses: { 200: reply(Cart, 'The cart, checked'), 401: problem('Signed out') },
})

const processAllCartItems = createRoute({
  method: 'post',
  path: '/process-all-cart-items',
  operationId: 'processAllCartItems',
  description:
    'Makes a registration of each item, all or none. With payment "card" they are holds until they are paid or their time ends.',
  request: { headers: key, body: json(CartToProcess) },
  responses: {
    200: reply(
      z.object({ success: z.literal(true), order_id: z.uuid(), transaction_request: TransactionRequest }),
      'Registered or held; `transaction_request` is what "post transaction" wants besides the nonce',
    ),
    401: problem('Signed out'),
    409: problem('An item cannot be had; `problems` has a sentence or null for each'),
  },
})

const postTransaction = createRoute({
  method: 'post',
  path: '/post-transaction',
  operationId: 'postTransaction',
  description: 'Charges a card for registrations. A declined card gives held places back.',
  request: { headers: key, body: json(PaymentRequest) },
  responses: {
    200: reply(
      z.object({ success: z.literal(true), transction_id: z.string(), order_id: z.uuid().nullable() }),
      'Paid',
    ),
    202: reply(
      z.object({ success: z.literal(false), code: z.literal('unknown'), order_id: z.uuid().nullable() }),
      'Not known yet; the gateway is being asked, nobody should pay again',
    ),
    401: problem('Signed out'),
    402: problem('Declined; nothing was charged'),
    409: problem('Not to be paid now'),
  },
})

const removeRegistrationSessions = createRoute({
  method: 'post',
  path: '/remove-registration-sessions',
  operationId: 'removeRegistrationSessions',
  description: 'Gives held places back that are not being paid.',
  request: { body: json(z.object({ items: Cart.shape.cart })) },
  responses: { 200: reply(z.object({ success: z.literal(true), removed: z.number().int() }), 'Given back') },
})

export const checkoutApi = newApi()
  .openapi(getCardClientToken, async (c) => {
    const { accountId } = ownUser(signedIn(c.var.visitor), c.req.valid('json').userId)
    return c.json({ client_token: await clientTokenFor(gatewayOf(c.var.world.env), accountId) }, 200)
  })
  .openapi(checkRegistered, async (c) => {
    const { accountId } = signedIn(c.var.visitor)
    const { player, eventSession } = c.req.valid('json')
    const standing = found(await standingIn(c.var.world.db, accountId, player.id, eventSession.id))
    const registered = standing.registrationId !== null
    return c.json({ registered, message: registered ? alreadyRegistered(standing.firstName) : '' }, 200)
  })
  .openapi(checkAllCartItems, async (c) => {
    const body = c.req.valid('json')
    const { db } = c.var.world
    const visitor = signedIn(c.var.visitor)
    const { timeZone } = await readProgramme(db)
    const places = await checkCart(db, visitor, wantedPlaces(body), todayIn(timeZone))
    const cart = body.cart.map(({ hasError: _, error: __, ...item }, index) => {
      const error = places[index]?.problem
      return error ? { ...item, hasError: true, error } : item
    })
    return c.json({ cart }, 200)
  })
  .openapi(processAllCartItems, async (c) => {
    const visitor = signedIn(c.var.visitor)
    const { payment: method, ...body } = c.req.valid('json')
    const idempotencyKey = c.req.valid('header')['idempotency-key'] ?? crypto.randomUUID()
    const processed = await processCart(c.var.world, visitor, {
      method,
      places: wantedPlaces(body),
      idempotencyKey,
    })
    const transaction_request = transactionRequest(visitor, processed)
    return c.json({ success: true as const, order_id: processed.orderId, transaction_request }, 200)
  })
  .openapi(postTransaction, async (c) => {
    const request = c.req.valid('json')
    const charge = await pay(c.var.world, ownUser(signedIn(c.var.visitor), request.user_id), {
      nonce: request.payment_method_nonce,
      deviceData: request.device_data,
      amountCents: centsOf(request.total_amount) ?? refuse('total-changed'),
      registrationIds: registrationIds(request),
      idempotencyKey: c.req.valid('header')['idempotency-key'] ?? request.payment_method_nonce,
    })
    const answer = answerTo(charge)
    if (answer.status === 200) return c.json(answer.body, 200)
    return answer.status === 202 ? c.json(answer.body, 202) : c.json(answer.body, 402)
  })
  .openapi(removeRegistrationSessions, async (c) => {
    const places = wantedPlaces({ cart: c.req.valid('json').items })
    const removed = await giveUpHolds(c.var.world, signedIn(c.var.visitor), places)
    return c.json({ success: true as const, removed }, 200)
  })

function transactionRequest({ accountId }: Visitor, { totalCents, lines }: ProcessedCart) {
  const lists: z.output<typeof RegistrationLists> = {
    registered_clinics: [],
    registered_lessons: [],
    registered_leagues: [],
    registered_tournaments: [],
  }
  for (const { kind, registrationId } of lines) lists[registeredLists[kind]].push(registrationId)
  return { user_id: accountId, total_amount: Number(decimal(totalCents)), ...lists }
}

const declined = 'We encountered an error processing your payment. Please try again or contact support.'

function answerTo({ state, transactionId, orderId }: Charge) {
  if (state === 'accepted')
    return {
      status: 200 as const,
      body: { success: true as const, transction_id: String(transactionId), order_id: orderId },
    }
  if (state === 'declined')
    return { status: 402 as const, body: { success: false as const, code: 'declined', message: declined } }
  return {
    status: 202 as const,
    body: { success: false as const, code: 'unknown' as const, order_id: orderId },
  }
}
