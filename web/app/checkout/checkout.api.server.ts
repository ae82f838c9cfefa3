import { createRoute, z } from '@hono/zod-openapi'
import { clientTokenFor, gatewayOf } from '#payments/braintree.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import {
  exampleIds,
  forAccounts,
  invalid,
  json,
  newApi,
  Problem,
  problem,
  reply,
  signedIn,
  signedOut,
  type Visitor,
} from '#platform/api.server.ts'
import { todayIn } from '#platform/dates.ts'
import { centsOf, inDollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { countTry } from '#platform/rate-limit.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { alreadyRegistered, registeredLists } from '#registrations/registration-rules.ts'
import { standingIn } from '#registrations/registrations.db.server.ts'
import { checkCart, type Place } from './check-cart.server.ts'
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
import { sentOrders } from './sent-orders.server.ts'

const key = z.object({
  'idempotency-key': z.uuid().optional().openapi({
    description:
      'One for each attempt: the same key again does nothing new. A payment without one goes by its nonce.',
  }),
})
const declined = {
  success: false as const,
  code: 'declined',
  message: 'We encountered an error processing your payment. Please try again or contact support.',
}
const unknown = {
  success: false as const,
  code: 'unknown' as const,
  message: 'The bank has not answered yet. Please do not pay again: we mail you as soon as it has.',
}
const exampleItem = {
  event: { id: 3, name: 'Summer Mornings', price: 180, type: 'clinic' as const },
  player: { id: exampleIds.player },
  eventSession: { id: 12 },
}
const exampleRequest = {
  user_id: exampleIds.account,
  total_amount: 180,
  registered_clinics: [214],
  registered_lessons: [],
  registered_leagues: [],
  registered_tournaments: [],
}
const wrongItem = invalid('cart.0.player.id', 'cart.0.player.id must be a UUID.')
const notYours = problem('`user_id` is not the signed-in account', 'not-yours')

/** Far more than a family needs in an hour, far less than somebody who tries out stolen cards. */
const limit = { tries: 30, minutes: 60 }

const ownUser = (visitor: Visitor, userId: string) =>
  visitor.accountId === userId ? visitor : refuse('not-yours')

const cardCompanyAway = 'We could not reach the card company. Wait a minute, then try again.'

const getCardClientToken = createRoute({
  method: 'post',
  path: '/get-card-client-token',
  operationId: 'getCardClientToken',
  summary: 'Get card client token',
  description: 'A client token for the card widget, with the saved cards of the account.',
  ...forAccounts,
  request: { body: json(z.object({ userId: z.uuid() }), { userId: exampleIds.account }) },
  responses: {
    200: reply(z.object({ client_token: z.string() }), 'The token', { client_token: 'eyJ2ZXJzaW9uIjoyfQ==' }),
    400: invalid('userId', 'userId must be a UUID.'),
    401: signedOut,
    403: problem('`userId` is not the signed-in account', 'not-yours'),
    503: problem('The gateway gives no answer', 'gateway-away', cardCompanyAway),
  },
})

const checkRegistered = createRoute({
  method: 'post',
  path: '/check-registered',
  operationId: 'checkRegistered',
  summary: 'Check registered',
  description: 'Whether a player of the account has a place in a session.',
  ...forAccounts,
  request: { body: json(CartItem.pick({ event: true, player: true, eventSession: true }), exampleItem) },
  responses: {
    200: reply(z.object({ registered: z.boolean(), message: z.string() }), 'The standing, and its sentence', {
      registered: true,
      message: 'Pip is already registered for this session.',
    }),
    400: invalid('eventSession.id', 'eventSession.id must be at least 1.'),
    401: signedOut,
    404: problem('No such player in the family', 'not-found'),
  },
})

const checkAllCartItems = createRoute({
  method: 'post',
  path: '/check-all-cart-items',
  operationId: 'checkAllCartItems',
  summary: 'Check all cart items',
  description: 'The cart again, each item with hasError and error set as things stand now.',
  ...forAccounts,
  request: { body: json(Cart, { cart: [exampleItem] }) },
  responses: {
    200: reply(Cart, 'The cart, checked', {
      cart: [{ ...exampleItem, hasError: true, error: 'This session is full.' }],
    }),
    400: wrongItem,
    401: signedOut,
  },
})

const processAllCartItems = createRoute({
  method: 'post',
  path: '/process-all-cart-items',
  operationId: 'processAllCartItems',
  summary: 'Process all cart items',
  ...forAccounts,
  description:
    'Makes a registration of each item, all or none. With payment "card" they are holds until they are paid or their time ends.',
  request: { headers: key, body: json(CartToProcess, { cart: [exampleItem], payment: 'card' }) },
  responses: {
    200: reply(
      z.object({
        success: z.literal(true),
        order_id: z.uuid(),
        transaction_request: TransactionRequest,
        held_seconds: z.int().nullable(),
      }),
      'Registered, or held for `held_seconds` more; `transaction_request` is what "post transaction" wants besides the nonce',
      {
        success: true,
        order_id: exampleIds.order,
        transaction_request: exampleRequest,
        held_seconds: 900,
      },
    ),
    400: wrongItem,
    401: signedOut,
    409: reply(Problem, 'An item cannot be had, `problems` has a sentence or null for each; or no card can', {
      success: false,
      code: 'cart-changed',
      message: 'Something in your cart has changed.',
      problems: ['This session is full.'],
    }),
    422: problem('The total is not above 0', 'cart-empty'),
    429: problem('Too many carts in an hour', 'too-many-tries'),
  },
})

const postTransaction = createRoute({
  method: 'post',
  path: '/post-transaction',
  operationId: 'postTransaction',
  summary: 'Post transaction',
  ...forAccounts,
  description: 'Charges a card for registrations. A declined card gives held places back.',
  request: {
    headers: key,
    body: json(PaymentRequest, { ...exampleRequest, payment_method_nonce: 'tokencc_bh_8xq2vk_example' }),
  },
  responses: {
    200: reply(
      z.object({ success: z.literal(true), transction_id: z.string(), order_id: z.uuid().nullable() }),
      'Paid. `transction_id` is spelled so for the sake of older clients. `order_id` is null where parts of several orders were paid',
      { success: true, transction_id: 'k3x9v2qd', order_id: exampleIds.order },
    ),
    202: reply(
      z.object({
        success: z.literal(false),
        code: z.literal('unknown'),
        message: z.string(),
        order_id: z.uuid().nullable(),
      }),
      'Not known yet; the gateway is being asked, nobody should pay again',
      { ...unknown, order_id: exampleIds.order },
    ),
    400: invalid('total_amount', 'total_amount must be a number.'),
    401: signedOut,
    402: reply(Problem, 'Declined; nothing was charged', declined),
    403: notYours,
    409: problem('Not to be paid now', 'hold-ended'),
    429: problem('Tried too often', 'too-many-tries'),
  },
})

const removeRegistrationSessions = createRoute({
  method: 'post',
  path: '/remove-registration-sessions',
  operationId: 'removeRegistrationSessions',
  summary: 'Remove registration sessions',
  description: 'Gives held places back that are not being paid.',
  ...forAccounts,
  request: { body: json(z.object({ items: Cart.shape.cart }), { items: [exampleItem] }) },
  responses: {
    200: reply(z.object({ success: z.literal(true), removed: z.number().int() }), 'Given back', {
      success: true,
      removed: 1,
    }),
    400: invalid('items', 'items must be a list.'),
    401: signedOut,
  },
})

export const checkoutApi = newApi()
  .openapi(getCardClientToken, async (c) => {
    const { accountId } = ownUser(signedIn(c.var.visitor), c.req.valid('json').userId)
    const { env, log } = c.var.world
    try {
      return c.json({ client_token: await clientTokenFor(gatewayOf(env), accountId) }, 200)
    } catch (problem) {
      log.error({ err: problem }, 'the gateway gave no client token')
      return refuse('gateway-away', cardCompanyAway)
    }
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
    const orders = await sentOrders(db, visitor, body.cart)
    const cart = body.cart.map(({ event, player, eventSession, sent }, index) => ({
      ...{ event, player, eventSession, sent },
      ...foundIn(places[index]),
      order: orders[index],
    }))
    return c.json({ cart }, 200)
  })
  .openapi(processAllCartItems, async (c) => {
    const visitor = signedIn(c.var.visitor)
    const { payment: method, ...body } = c.req.valid('json')
    const idempotencyKey = c.req.valid('header')['idempotency-key'] ?? crypto.randomUUID()
    const { db, env } = c.var.world
    await countTry(db, `cart:${visitor.accountId}`, { tries: env.limits.cartsPerHour, minutes: 60 })
    const processed = await processCart(c.var.world, visitor, {
      method,
      places: wantedPlaces(body),
      idempotencyKey,
    })
    const answer = {
      order_id: processed.orderId,
      transaction_request: transactionRequest(visitor, processed),
      held_seconds: processed.heldSeconds,
    }
    return c.json({ success: true as const, ...answer }, 200)
  })
  .openapi(postTransaction, async (c) => {
    const request = c.req.valid('json')
    const visitor = ownUser(signedIn(c.var.visitor), request.user_id)
    await countTry(c.var.world.db, `pay:${visitor.accountId}`, limit)
    const charge = await pay(c.var.world, visitor, {
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

/** What the check found of an item: its problem, and the price where that is another than the family saw. */
function foundIn(place: Place | undefined) {
  const { problem, session, seenCents } = place ?? {}
  const now = session?.priceCents
  return {
    ...(problem && { hasError: true, error: problem.words, error_code: problem.code }),
    ...(now !== undefined && now !== seenCents && { price_now: inDollars(now) }),
  }
}

function transactionRequest({ accountId }: Visitor, { totalCents, lines }: ProcessedCart) {
  const lists: z.output<typeof RegistrationLists> = {
    registered_clinics: [],
    registered_lessons: [],
    registered_leagues: [],
    registered_tournaments: [],
  }
  for (const { kind, registrationId } of lines) lists[registeredLists[kind]].push(registrationId)
  return { user_id: accountId, total_amount: inDollars(totalCents), ...lists }
}

function answerTo({ state, transactionId, orderId }: Charge) {
  if (state === 'accepted')
    return {
      status: 200 as const,
      body: { success: true as const, transction_id: String(transactionId), order_id: orderId },
    }
  if (state === 'declined') return { status: 402 as const, body: declined }
  return { status: 202 as const, body: { ...unknown, order_id: orderId } }
}
