import { createRoute, z } from '@hono/zod-openapi'
import { and, eq, isNull } from 'drizzle-orm'
import { type Kind, kinds } from '#events/events.tables.ts'
import { json, newApi, problem, reply, signedIn, type Visitor } from '#platform/api.server.ts'
import type { Db } from '#platform/database.server.ts'
import { decimal } from '#platform/money.ts'
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
  description: 'Unregisters a player whose place was paid by card, and gives the money back first.',
  request: {
    body: json(
      z.object({
        transaction_id: z.string(),
        person_id: z.uuid(),
        r_id: z.number().int(),
        register_type: z.enum(kinds),
      }),
    ),
  },
  responses: {
    200: reply(Refunded, 'Refunded, or queued'),
    401: problem('Signed out'),
    404: problem('No such registration in this account'),
    409: problem('The session has started, or it is being paid'),
    422: problem('The gateway refused; the place is kept'),
  },
})

const removeRegisterSession = createRoute({
  method: 'post',
  path: '/remove-register-session',
  operationId: 'removeRegisterSession',
  description: 'Unregisters a player. What was paid by card is refunded as by "refund transaction".',
  request: {
    body: json(
      z.object({
        kind: z.enum(['register-leagues', 'register-lessons', 'register-clinics', 'register-tournaments']),
        personId: z.uuid(),
        eventId: z.number().int(),
        sessionId: z.number().int(),
      }),
    ),
  },
  responses: {
    200: reply(z.object({ success: z.literal(true) }), 'Unregistered'),
    401: problem('Signed out'),
    404: problem('No such registration in this account'),
    409: problem('The session has started, or it is being paid'),
  },
})

export const leavingApi = newApi()
  .openapi(refundTransaction, async (c) => {
    const asked = c.req.valid('json')
    const left = await unregister(c.var.world, signedIn(c.var.visitor), {
      registrationId: asked.r_id,
      personId: asked.person_id,
      kind: asked.register_type,
    })
    return c.json(refundReply(left), 200)
  })
  .openapi(removeRegisterSession, async (c) => {
    const visitor = signedIn(c.var.visitor)
    const { kind, personId, sessionId } = c.req.valid('json')
    const registrationId = await registrationIn(c.var.world.db, visitor, personId, sessionId)
    await unregister(c.var.world, visitor, { registrationId, personId, kind: kindOf[kind] })
    return c.json({ success: true as const }, 200)
  })

function refundReply(left: Left): z.infer<typeof Refunded> {
  if (left.state === 'removed') refuse('not-found')
  const refund_transaction_id = left.state === 'refunded' ? left.transactionId : null
  return {
    success: true,
    refund_amount: Number(decimal(left.amountCents)),
    refund_transaction_id,
    state: left.state,
  }
}

async function registrationIn(db: Db, { accountId }: Visitor, personId: string, sessionId: number) {
  const isIt = and(
    eq(registrations.accountId, accountId),
    eq(registrations.personId, personId),
    eq(registrations.sessionId, sessionId),
    isNull(registrations.removedAt),
  )
  const [row] = await db.select({ id: registrations.id }).from(registrations).where(isIt)
  return found(row).id
}
