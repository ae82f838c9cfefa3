import { createRoute, z } from '@hono/zod-openapi'
import { nudgeMail } from '#mail/outbox.server.ts'
import { openDifferences } from '#payments/comparisons.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { forOwner, invalid, json, newApi, problem, RowId, reply } from '#platform/http/api.server.ts'
import { refuseStrangers } from '#platform/http/owner-door.server.ts'
import { refuse } from '#platform/refusal.ts'
import { maxPaidAtOnce } from '#registrations/dues.ts'
import { assignPanelRefund, closeByHand } from './close-difference.server.ts'
import { compareBooks } from './compare.server.ts'

const by = z.string().min(1).max(100)

export const BooksRequest = z.discriminatedUnion('act', [
  z.object({ act: z.literal('compare'), by }),
  z.object({ act: z.literal('close'), id: RowId, note: z.string().min(1).max(500), by }),
  z.object({
    act: z.literal('given-up'),
    id: RowId,
    registrationIds: z.array(RowId).min(1).max(maxPaidAtOnce),
    by,
  }),
])
export type BooksRequest = z.output<typeof BooksRequest>

export async function answerBooks(world: World, request: BooksRequest) {
  world.log.info({ request }, 'a volunteer did this')
  if (request.act === 'compare') return compareNow(world, request.by)
  const { id, words } = await (request.act === 'close'
    ? closeByHand(world, request)
    : assignPanelRefund(world, request))
  nudgeMail(world)
  return { act: request.act, id, words }
}
export type BooksAnswer = Awaited<ReturnType<typeof answerBooks>>

async function compareNow(world: World, by: string) {
  const ended = await compareBooks(world, by, true)
  if (!ended) return refuse('comparison-under-way')
  const open = await openDifferences(world.db)
  const { seen, foreign, differences, comparedFrom } = ended
  return {
    act: 'compare' as const,
    ...{ seen, foreign, differences },
    since: comparedFrom.toISOString().slice(0, 10),
    open: open.map(({ id, words }) => ({ id, words })),
  }
}

const postBooks = createRoute({
  operationId: 'compareBooks',
  method: 'post',
  path: '/books',
  summary: 'Compare our books with the gateway’s list, and say what was done about a difference',
  ...forOwner,
  request: {
    ...forOwner.request,
    body: json(BooksRequest, { act: 'compare', by: 'robin' }),
  },
  responses: {
    200: reply(z.object({ done: z.unknown() }), 'What was found or done', { done: {} }),
    400: invalid('act', 'act is missing.'),
    404: problem('The secret is not right, or no open difference has this number', 'not-found'),
    409: problem('A comparison is under way, or the places cost another sum', 'comparison-under-way'),
  },
})

export const booksApi = newApi().openapi(postBooks, async (c) => {
  const { world } = c.var
  refuseStrangers(world.env, c.req.valid('header').authorization)
  return c.json({ done: await answerBooks(world, c.req.valid('json')) }, 200)
})
