import { z } from '@hono/zod-openapi'
import { SessionText } from '#events/events.api.server.ts'
import { kinds } from '#events/kinds.ts'
import { DeviceData, Nonce } from '#payments/nonce.schema.ts'
import { dollars, inDollars, mostPaymentCents, mostPriceCents, parseCents } from '#platform/format/money.ts'
import { exampleIds, RowId } from '#platform/http/api.server.ts'
import { maxCartItems } from '#registrations/cart.ts'
import { maxPaidAtOnce } from '#registrations/dues.ts'

const price = z.number().min(0).max(inDollars(mostPriceCents))

/** In the shape of P; only the ids, and the price and session that the family saw, are read. */
export const CartItem = z
  .object({
    event: z.looseObject({ id: RowId, price, type: z.enum(kinds), name: z.string().optional() }),
    player: z.looseObject({ id: z.uuid() }),
    eventSession: z
      .looseObject({
        id: RowId,
        start_date: z.string().optional(),
        end_date: z.string().optional(),
        description: z.string().optional(),
      })
      .openapi({ description: 'As it was seen: one that is otherwise now is a problem of the item.' }),
    hasError: z.boolean().optional(),
    error: z.string().optional(),
    error_code: z.string().optional(),
    price_now: price.optional().openapi({ description: 'Where the price alone has changed. Dollars' }),
    session_now: SessionText.optional().openapi({ description: 'Where the session has changed' }),
    sent: z.uuid().optional().openapi({ description: 'The key with which it was processed last.' }),
    order: z
      .object({ id: z.uuid(), is_open: z.boolean() })
      .optional()
      .openapi({ description: 'The order that came of `sent`; open while its payment is not known.' }),
    held_seconds: z
      .int()
      .optional()
      .openapi({ description: 'For how long the place is still kept for a card.' }),
  })
  .openapi('CartItem')

export const Cart = z.object({ cart: z.array(CartItem).max(maxCartItems) }).openapi('Cart')

/** `card` holds the places for a while, `later` registers at once. */
export const CartToProcess = Cart.extend({ payment: z.enum(['card', 'later']).default('later') }).openapi(
  'CartToProcess',
)

const tooManyAtOnce = `At most ${maxPaidAtOnce.toLocaleString('en-US')} places can be paid at once. Pay for some of them first.`
const ids = z.array(RowId).max(maxPaidAtOnce, tooManyAtOnce).default([])

/** Ids of registrations, by kind. */
export const RegistrationLists = z.object({
  registered_clinics: ids,
  registered_lessons: ids,
  registered_leagues: ids,
  registered_tournaments: ids,
})

export const Credit = z
  .number()
  .positive()
  .max(inDollars(mostPaymentCents))
  .openapi({ description: "Of the family's credit, besides `total_amount`. Dollars", example: 45 })

/** Total in dollars, and the registrations it pays for. */
export const TransactionRequest = RegistrationLists.extend({
  user_id: z.uuid(),
  total_amount: z
    .number()
    .positive()
    .max(
      inDollars(mostPaymentCents),
      `At most ${dollars(mostPaymentCents)} can be paid at once. Pay for some places first.`,
    )
    .openapi({ description: 'Dollars', example: 180 }),
}).openapi('TransactionRequest')

export const PaymentRequest = TransactionRequest.extend({
  payment_method_nonce: Nonce,
  device_data: DeviceData.optional(),
  credit: Credit.optional(),
})
  .refine((request) => registrationIds(request).length <= maxPaidAtOnce, tooManyAtOnce)
  .openapi('PaymentRequest')

export const exampleRequest = {
  user_id: exampleIds.account,
  total_amount: 180,
  registered_clinics: [214],
  registered_lessons: [],
  registered_leagues: [],
  registered_tournaments: [],
}

export const AttemptKey = z.object({
  'idempotency-key': z.uuid().optional().openapi({
    description:
      'One for each attempt: the same key again does nothing new. A payment without one goes by its nonce.',
  }),
})

export const toRequestedPlaces = ({ cart }: z.output<typeof Cart>) =>
  cart.map(({ event, player, eventSession }) => ({
    personId: player.id,
    sessionId: eventSession.id,
    seenCents: parseCents(event.price) ?? -1,
    seen: {
      startsOn: eventSession.start_date,
      endsOn: eventSession.end_date,
      description: eventSession.description,
    },
  }))

export const registrationIds = (lists: z.output<typeof RegistrationLists>) => [
  ...new Set([
    ...lists.registered_clinics,
    ...lists.registered_lessons,
    ...lists.registered_leagues,
    ...lists.registered_tournaments,
  ]),
]
