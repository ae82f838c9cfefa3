import { createRoute, z } from '@hono/zod-openapi'
import { freeVisitorHolds } from '#checkout/pay/reconcile.server.ts'
import { sentOrders } from '#checkout/pay/sent-orders.server.ts'
import { withCheckoutLimit } from '#checkout/queue/line.server.ts'
import { toSessionText } from '#events/events.api.server.ts'
import { ageProblem, levelNote } from '#events/fit/age-problem.ts'
import { todayIn } from '#platform/format/dates.ts'
import { inDollars } from '#platform/format/money.ts'
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
} from '#platform/http/api.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { alreadyRegistered, opensMessage, registeredLists } from '#registrations/registration-rules.ts'
import { standingIn } from '#registrations/registrations.db.server.ts'
import { checkCart, type Place } from './check-cart.server.ts'
import {
  AttemptKey,
  Cart,
  CartItem,
  CartToProcess,
  exampleRequest,
  type RegistrationLists,
  TransactionRequest,
  toRequestedPlaces,
} from './checkout.schema.ts'
import { type ProcessedCart, processCart } from './process-cart.server.ts'

const exampleItem = {
  event: { id: 3, name: 'Summer Mornings', price: 180, type: 'clinic' as const },
  player: { id: exampleIds.player },
  eventSession: { id: 12 },
}
const wrongItem = invalid('cart.0.player.id', 'cart.0.player.id must be a UUID.')

const checkRegistered = createRoute({
  method: 'post',
  path: '/check-registered',
  operationId: 'checkRegistered',
  summary: 'Check registered',
  description: 'Whether a player of the account has a place in a session.',
  ...forAccounts,
  request: { body: json(CartItem.pick({ event: true, player: true, eventSession: true }), exampleItem) },
  responses: {
    200: reply(
      z.object({ registered: z.boolean(), message: z.string() }),
      'The standing, and a sentence for the family, or none',
      {
        registered: true,
        message: 'Pip is already registered for this session.',
      },
    ),
    400: invalid('eventSession.id', 'eventSession.id must be at least 1.'),
    401: signedOut,
    404: problem('No such player in the family', 'not-found'),
    409: problem(
      'Registration is not open yet, or (`registration-closed`) is closed, or (`does-not-fit`) the session is for another age: a sentence for the family',
      'not-open',
    ),
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
    'Makes a registration of each item, all or none. With payment "card" they are holds until they are paid or their time ends. Items that cost nothing come by themselves, with "later".',
  request: { headers: AttemptKey, body: json(CartToProcess, { cart: [exampleItem], payment: 'card' }) },
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
    409: reply(
      Problem,
      'An item cannot be had, `problems` has a sentence or null for each; or no card can; or, with the code `held-lately`, the family held a place there lately and did not pay; or, with the code `release-unsigned`, nobody has signed the release for the family',
      {
        success: false,
        code: 'cart-changed',
        message: 'Something in your cart has changed.',
        problems: ['This session is full.'],
      },
    ),
    422: problem('The total is not above 0, and it is not free places alone', 'cart-empty'),
    429: problem(
      'Too many carts in an hour; or, with the code `in-line`, more families check out than the site does at once: `ahead` are before this one. The same request again after `ask_again_seconds`',
      'too-many-tries',
    ),
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
  .openapi(checkRegistered, async (c) => {
    const { accountId } = signedIn(c.var.visitor)
    const { player, eventSession } = c.req.valid('json')
    const standing = orNotFound(await standingIn(c.var.world.db, accountId, player.id, eventSession.id))
    const registered = standing.registrationId !== null
    if (!registered && standing.closedWords) refuse('registration-closed', standing.closedWords)
    if (!registered && standing.opens) refuse('not-open', opensMessage(standing.opens))
    const { firstName } = standing
    if (registered) return c.json({ registered, message: alreadyRegistered(firstName) }, 200)
    const doesNotFit = ageRefusal(standing)
    if (doesNotFit) refuse('does-not-fit', doesNotFit)
    return c.json({ registered, message: levelNote(standing, standing.levels ?? []) ?? '' }, 200)
  })
  .openapi(checkAllCartItems, async (c) => {
    const body = c.req.valid('json')
    const { db } = c.var.world
    const visitor = signedIn(c.var.visitor)
    const { timeZone } = await readProgramme(db)
    const places = await checkCart(db, visitor, toRequestedPlaces(body), todayIn(timeZone))
    const orders = await sentOrders(db, visitor, body.cart)
    const cart = body.cart.map(({ event, player, eventSession, sent }, index) => ({
      ...{ event, player, eventSession, sent },
      ...checkResult(places[index]),
      order: orders[index],
    }))
    return c.json({ cart }, 200)
  })
  .openapi(processAllCartItems, async (c) => {
    const visitor = signedIn(c.var.visitor)
    const { payment: method, ...body } = c.req.valid('json')
    const idempotencyKey = c.req.valid('header')['idempotency-key'] ?? crypto.randomUUID()
    const { world } = c.var
    const cart = { method, places: toRequestedPlaces(body), idempotencyKey }
    const processed = await withCheckoutLimit(world, visitor.accountId, () =>
      processCart(world, visitor, cart),
    )
    const answer = {
      order_id: processed.orderId,
      transaction_request: transactionRequest(visitor, processed),
      held_seconds: processed.heldSeconds,
    }
    return c.json({ success: true as const, ...answer }, 200)
  })
  .openapi(removeRegistrationSessions, async (c) => {
    const places = toRequestedPlaces({ cart: c.req.valid('json').items })
    const removed = await freeVisitorHolds(c.var.world, signedIn(c.var.visitor), places)
    return c.json({ success: true as const, removed }, 200)
  })

type Standing = NonNullable<Awaited<ReturnType<typeof standingIn>>>

/** Undefined also for a held place and an age exception. */
function ageRefusal({ sessionId, startsOn, isHeld, grantedSessions, ...facts }: Standing) {
  if (sessionId === null || startsOn === null || isHeld || grantedSessions.includes(sessionId))
    return undefined
  return ageProblem(facts, { ...facts, startsOn })
}

/** An item's problem, remaining hold, and changed price or session. */
function checkResult(place: Place | undefined) {
  const { problem, session, heldSeconds } = place ?? {}
  return {
    ...(problem && { hasError: true, error: problem.message, error_code: problem.code }),
    ...(heldSeconds && { held_seconds: heldSeconds }),
    ...(problem?.code === 'price-changed' && session && { price_now: inDollars(session.priceCents) }),
    ...(problem?.code === 'session-changed' && session && { session_now: toSessionText(session) }),
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
