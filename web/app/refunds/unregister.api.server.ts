import { createRoute, z } from '@hono/zod-openapi'
import { and, eq, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { type Kind, kinds } from '#events/kinds.ts'
import { meansKinds } from '#payments/means.ts'
import type { Db } from '#platform/database/database.server.ts'
import { inDollars } from '#platform/format/money.ts'
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
} from '#platform/http/api.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'
import type { BackWithState } from './parts.db.server.ts'
import { type Unregistered, unregister } from './unregister.server.ts'

const kindByForm = {
  'register-clinics': 'clinic',
  'register-lessons': 'lesson',
  'register-leagues': 'league',
  'register-tournaments': 'tournament',
} as const satisfies Record<string, Kind>

const Gone = z.object({
  success: z.literal(true),
  refund_amount: z.number().openapi({
    description:
      'What goes back, in dollars: by the gateway in all, or, where nothing was paid by card, by hand',
    example: 180,
  }),
  refund_transaction_id: z.string().nullable().openapi({
    description:
      'Of the transaction that was named, or of the only one. Null where no refund was made, or not yet.',
  }),
  parts: z
    .array(
      z.object({
        amount: z.number().openapi({ example: 90 }),
        by: z.enum(['card', 'hand', 'credit']).openapi({
          description:
            'card: to what paid it online. hand: a volunteer returns it. credit: it came from credit, and is credit again.',
        }),
        paid_by: z
          .enum([...meansKinds, ...offlineWays])
          .nullable()
          .openapi({ description: 'Null where it is not known.' }),
        state: z.enum(['refunded', 'queued', 'asking', 'owed', 'credited']),
        transaction_id: z.string().nullable().openapi({ description: 'Of the refund, once it is made' }),
      }),
    )
    .optional()
    .openapi({ description: 'Where several payments had paid the place: each, and what became of it.' }),
  state: z.enum(['removed', 'owed', 'refunded', 'queued', 'asking']).openapi({
    description:
      'removed: nothing was paid. owed: paid by check, cash or Venmo transfer, a volunteer returns it. queued: done after settlement, the place is free. asking: the gateway has not answered yet, the place is kept until it has.',
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
    200: reply(Gone, 'Refunded, or queued', {
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
  description:
    'Unregisters a player. What was paid by card meanwhile is refunded as by "refund transaction", and told so.',
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
    200: reply(Gone, 'Unregistered', {
      success: true,
      refund_amount: 0,
      refund_transaction_id: null,
      state: 'removed',
    }),
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
    const result = await unregister(c.var.world, signedIn(c.var.visitor), {
      registrationId: body.r_id,
      personId: body.person_id,
      kind: body.register_type,
      transactionId: body.transaction_id,
    })
    return c.json(goneReply(result), 200)
  })
  .openapi(removeRegisterSession, async (c) => {
    const visitor = signedIn(c.var.visitor)
    const { kind, personId, ...place } = c.req.valid('json')
    const registrationId = await registrationIn(c.var.world.db, visitor, personId, place)
    const result = await unregister(c.var.world, visitor, {
      registrationId,
      personId,
      kind: kindByForm[kind],
    })
    return c.json(goneReply(result), 200)
  })

const goneReply = (result: Unregistered): z.infer<typeof Gone> => ({
  success: true,
  refund_amount: result.state === 'removed' ? 0 : inDollars(result.amountCents),
  refund_transaction_id: result.state === 'refunded' ? result.transactionId : null,
  state: result.state,
  ...(result.parts && { parts: result.parts.map(partReply) }),
})

const partReply = ({ cents, by, means, state, transactionId }: BackWithState) => ({
  ...{ amount: inDollars(cents), by, paid_by: means, state, transaction_id: transactionId },
})

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
  )
  const [row] = await db
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .where(isIt)
    // The current place, or the last one given up: a retry after a lost answer.
    .orderBy(sql`${registrations.removedAt} desc nulls first`)
    .limit(1)
  return orNotFound(row).id
}
