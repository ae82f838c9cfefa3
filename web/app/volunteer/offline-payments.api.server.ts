import { createRoute, z } from '@hono/zod-openapi'
import { invalid, json, newApi, problem, RowId, reply } from '#platform/api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { findDoor, isKey } from '#platform/owner-door.server.ts'
import { refuse } from '#platform/refusal.ts'
import { findFamilies } from './find-families.server.ts'
import { hows } from './invoice.ts'
import { noteReturned, recordPayment, takeBackPayment } from './offline-payments.server.ts'

const by = z.string().min(1).max(100)

/** What the command `npm run record-payment` may ask for. Cents, since it is the owner's own tool. */
export const OfflineRequest = z.discriminatedUnion('act', [
  z.object({ act: z.literal('find'), text: z.string().min(1).max(200) }),
  z.object({
    act: z.literal('record'),
    invoice: z.string(),
    amountCents: RowId,
    how: z.enum(hows),
    registrationIds: z.array(RowId).max(50),
    note: z.string().max(500),
    by,
  }),
  z.object({ act: z.literal('take-back'), id: RowId, by }),
  z.object({ act: z.literal('returned'), refundId: z.uuid(), by }),
])
export type OfflineRequest = z.output<typeof OfflineRequest>

/** Does what a volunteer asked for and logs it. */
export async function answerOffline({ db, log }: Pick<World, 'db' | 'env' | 'log'>, request: OfflineRequest) {
  if (request.act !== 'find') log.info({ request }, 'a payment outside the site')
  switch (request.act) {
    case 'find':
      return { act: request.act, families: await findFamilies(db, request.text) }
    case 'record':
      return { act: request.act, ...(await recordPayment(db, request)) }
    case 'take-back':
      return { act: request.act, ...(await takeBackPayment(db, request.id, request.by)) }
    case 'returned':
      return { act: request.act, ...(await noteReturned(db, request.refundId)) }
    default:
      return request satisfies never
  }
}
export type OfflineAnswer = Awaited<ReturnType<typeof answerOffline>>

const postOffline = createRoute({
  operationId: 'recordPayment',
  method: 'post',
  path: '/record-payment',
  summary: 'Find what a family owes, record a check, cash or Venmo, take a mistake back',
  description:
    'For the owner of the machine alone: the bearer secret lies in the data folder and changes with each start.',
  security: [{ owner: [] }],
  request: {
    headers: z.object({ authorization: z.string().optional() }),
    body: json(OfflineRequest, { act: 'find', text: 'lobwell' }),
  },
  responses: {
    200: reply(z.object({ done: z.unknown() }), 'What was found or done', { done: [] }),
    400: invalid('text', 'text is missing.'),
    404: problem('The secret is not right, or there is no such invoice, payment or refund', 'not-found'),
    409: problem('The amount is not what is due', 'total-changed'),
  },
})

export const offlinePaymentsApi = newApi().openapi(postOffline, async (c) => {
  const { world } = c.var
  if (!isKey(findDoor(world.env.dataDir), c.req.valid('header').authorization)) refuse('not-found')
  return c.json({ done: await answerOffline(world, c.req.valid('json')) }, 200)
})
