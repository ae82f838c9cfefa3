import { createRoute, z } from '@hono/zod-openapi'
import { nudgeMail } from '#mail/outbox.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { World } from '#platform/contexts.server.ts'
import { forOwner, invalid, json, newApi, problem, RowId, reply } from '#platform/http/api.server.ts'
import { refuseStrangers } from '#platform/http/owner-door.server.ts'
import { maxPaidAtOnce } from '#registrations/dues.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'
import { findFamilies } from './find-families.server.ts'
import { giveUpUnpaidPlaces } from './give-up-places.server.ts'
import { noteRepaid, noteReturned, recordPayment } from './offline-payments.server.ts'
import { takeBackPayment } from './take-back.server.ts'

const by = z.string().min(1).max(100)
const registrationIds = z.array(RowId).max(maxPaidAtOnce)

/** Amounts in cents: the command is the owner's tool. */
export const OfflineRequest = z.discriminatedUnion('act', [
  z.object({ act: z.literal('find'), text: z.string().min(1).max(200) }),
  z.object({
    act: z.literal('record'),
    invoice: z.string(),
    amountCents: RowId,
    how: z.enum(offlineWays),
    registrationIds,
    note: z.string().max(500),
    receivedOn: z.iso.date().optional(),
    by,
  }),
  z.object({ act: z.enum(['take-back', 'bounced']), id: RowId, registrationIds, by }),
  z.object({ act: z.literal('release'), text: z.string().min(1).max(200), registrationIds, by }),
  z.object({ act: z.enum(['returned', 'repaid']), of: z.union([RowId, z.uuid()]), by }),
])
export type OfflineRequest = z.output<typeof OfflineRequest>

export async function answerOffline(world: Pick<World, 'db' | 'env' | 'log'>, request: OfflineRequest) {
  if (request.act === 'find')
    return { act: request.act, families: await findFamilies(world.db, request.text) }
  world.log.info({ request }, 'a volunteer did this')
  const { act } = request
  const actor: Actor = `command:${request.by}`
  switch (act) {
    case 'record':
      return { act, ...(await recordPayment(world, { ...request, actor })) }
    case 'take-back':
    case 'bounced':
      return { act, ...(await takeBackPayment(world, { ...request, actor, hasBounced: act === 'bounced' })) }
    case 'release':
      return { act, ...(await giveUpUnpaidPlaces(world, { ...request, actor })) }
    case 'returned':
      return { act, ...(await noteReturned(world, request.of, actor)) }
    case 'repaid':
      return { act, ...(await noteRepaid(world, request.of, actor)) }
    default:
      return request satisfies never
  }
}
export type OfflineAnswer = Awaited<ReturnType<typeof answerOffline>>

const postOffline = createRoute({
  operationId: 'recordPayment',
  method: 'post',
  path: '/record-payment',
  summary:
    'Find what a family owes, record a check, cash or a Venmo transfer, take a mistake back, give unpaid places back',
  ...forOwner,
  request: {
    ...forOwner.request,
    body: json(OfflineRequest, { act: 'find', text: 'lobwell' }),
  },
  responses: {
    200: reply(z.object({ done: z.unknown() }), 'What was found or done', { done: [] }),
    400: invalid('text', 'text is missing.'),
    404: problem('The secret is not right, or there is no such invoice, payment or refund', 'not-found'),
    409: problem(
      'The amount is not what is due, it went back to the family already, or it cannot have come on that day',
      'total-changed',
    ),
  },
})

export const offlinePaymentsApi = newApi().openapi(postOffline, async (c) => {
  const { world } = c.var
  refuseStrangers(world.env, c.req.valid('header').authorization)
  const done = await answerOffline(world, c.req.valid('json'))
  nudgeMail(world)
  return c.json({ done }, 200)
})
