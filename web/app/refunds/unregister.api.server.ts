import { createRoute, z } from '@hono/zod-openapi'
import { and, eq, isNull } from 'drizzle-orm'
import { type Kind, kinds, sessions } from '#events/events.tables.ts'
import {
  exampleIds,
  forAccounts,
  invalid,
  json,
  newApi,
  problem,
  RowId,
  reply,
  signedIn,
  signedOut,
  type Visitor,
} from '#platform/api.server.ts'
import type { Db } from '#platform/database.server.ts'
import { inDollars } from '#platform/money.ts'
import { found, refuse } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { type Left, unregister } from './unregister.server.ts'

const kindOf = {
  'register-clinics': 'clinic',
  'register-lessons': 'lesson',
  'register-leagues': 'league',
  'register-tournaments': 'tournament',
} as const satisfies Record<string, Kind>

const Refunded = z.object({
  success: z.literal(true),
  refund_amount: z.number().openapi({ example: 180 }),
  refund_transaction_id: z.string().nullable().openapi({ description: 'Null while the refund is queued.' }),
  state: z.enum(['refunded', 'queued', 'asking']).openapi({
    description:
      'queued: done after settlement, the place is free. asking: the gateway has not answered yet, the place is kept until it has.',
  }),
})

const refundTransaction = createRoute({
  method: 'post',
  path: '/refund-transaction',
  operationId: 'refundTransaction',
  summary: 'Refund transaction',
  ...forAccounts,
  description: 'Unregisters a player whose place was paid by card, and gives the money back first.',
  request: {
    body: json(
      z.object({
        transaction_id: z.string().min(1).max(100),
        person_id: z.uuid(),
        r_id: RowId,
        register_type: z.enum(kinds),
      }),
      { transaction_id: 'k3x9v2qd', person_id: exampleIds.player, r_id: 214, register_type: 'clinic' },
    ),
  },
  responses: {
    200: reply(Refunded, 'Refunded, or queued', {
      success: true,
      refund_amount: 180,
      refund_transaction_id: 'm7d2c8wn',
      state: 'refunded',
    }),
    400: invalid('r_id', 'r_id must be a whole number.'),
    401: signedOut,
    404: problem('This account has no such registration that this transaction paid', 'not-found'),
    409: problem('The session has started', 'session-started'),
    422: problem('The gateway refused; the place is kept', 'refund-failed'),
  },
})

const removeRegisterSession = createRoute({
  method: 'post',
  path: '/remove-register-session',
  operationId: 'removeRegisterSession',
  summary: 'Remove register session',
  ...forAccounts,
  description: 'Unregisters a player. What was paid by card is refunded as by "refund transaction".',
  request: {
    body: json(
      z.object({
        kind: z.enum(['register-leagues', 'register-lessons', 'register-clinics', 'register-tournaments']),
        personId: z.uuid(),
        eventId: RowId,
        sessionId: RowId,
      }),
      { kind: 'register-clinics', personId: exampleIds.player, eventId: 3, sessionId: 12 },
    ),
  },
  responses: {
    200: reply(z.object({ success: z.literal(true) }), 'Unregistered', { success: true }),
    400: invalid('sessionId', 'sessionId is missing.'),
    401: signedOut,
    404: problem('No such registration in this account', 'not-found'),
    409: problem('The session has started, or it is being paid', 'session-started'),
    422: problem('The gateway refused; the place is kept', 'refund-failed'),
  },
})

export const unregisterApi = newApi()
  .openapi(refundTransaction, async (c) => {
    const body = c.req.valid('json')
    const left = await unregister(c.var.world, signedIn(c.var.visitor), {
      registrationId: body.r_id,
      personId: body.person_id,
      kind: body.register_type,
      transactionId: body.transaction_id,
    })
    return c.json(refundReply(left), 200)
  })
  .openapi(removeRegisterSession, async (c) => {
    const visitor = signedIn(c.var.visitor)
    const { kind, personId, ...place } = c.req.valid('json')
    const registrationId = await registrationIn(c.var.world.db, visitor, personId, place)
    await unregister(c.var.world, visitor, { registrationId, personId, kind: kindOf[kind] })
    return c.json({ success: true as const }, 200)
  })

function refundReply(left: Left): z.infer<typeof Refunded> {
  if (left.state === 'removed') return refuse('not-found')
  const refund_transaction_id = left.state === 'refunded' ? left.transactionId : null
  return {
    success: true,
    refund_amount: inDollars(left.amountCents),
    refund_transaction_id,
    state: left.state,
  }
}

async function registrationIn(
  db: Db,
  { accountId }: Visitor,
  personId: string,
  { eventId, sessionId }: { eventId: number; sessionId: number },
) {
  const isIt = and(
    eq(registrations.accountId, accountId),
    eq(registrations.personId, personId),
    eq(registrations.sessionId, sessionId),
    eq(sessions.eventId, eventId),
    isNull(registrations.removedAt),
  )
  const [row] = await db
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .where(isIt)
  return found(row).id
}
