import { createRoute, z } from '@hono/zod-openapi'
import { startPayingCards, withDemo } from '#demo/demo-season.server.ts'
import { invalid, json, newApi, problem, reply } from '#platform/api.server.ts'
import { findDoor, isKey } from '#platform/owner-door.server.ts'
import { refuse } from '#platform/refusal.ts'
import { importSeason } from './import-season.server.ts'

const ChangeReply = z.object({
  did: z.enum(['added', 'changed', 'removed', 'kept', 'unchanged']),
  what: z.string(),
  how: z.string().optional(),
})

const postSeason = createRoute({
  operationId: 'importSeason',
  method: 'post',
  path: '/import-season',
  summary: 'Check a season file, or bring it in',
  description:
    'For the owner of the machine alone: the bearer secret lies in the data folder and changes with each start. Without `write` it only says what would change.',
  security: [{ owner: [] }],
  request: {
    headers: z.object({ authorization: z.string().optional() }),
    body: json(
      z.object({
        name: z.string(),
        text: z.string(),
        pictures: z.record(z.string(), z.string()),
        write: z.boolean(),
      }),
      { name: 'season.yaml', text: 'programme: …', pictures: {}, write: false },
    ),
  },
  responses: {
    200: reply(
      z.union([
        z.object({ problems: z.array(z.string()) }),
        z.object({ changes: z.array(ChangeReply), isWritten: z.boolean() }),
      ]),
      'What is wrong, each with its line; or what changes',
      {
        changes: [{ did: 'changed', what: 'clinic “Summer Mornings”', how: 'price 180 → 195' }],
        isWritten: false,
      },
    ),
    400: invalid('write', 'write is missing.'),
    404: problem('The secret is not right', 'not-found'),
  },
})

export const seasonApi = newApi().openapi(postSeason, async (c) => {
  const { world } = c.var
  if (!isKey(findDoor(world.env.dataDir), c.req.valid('header').authorization)) refuse('not-found')
  const { write, ...file } = c.req.valid('json')
  const done = await importSeason(world.db, file, { write, withDemo: withDemo(world) })
  if ('problems' in done) return c.json({ problems: done.problems }, 200)
  if (done.isWritten && withDemo(world)) startPayingCards(world)
  return c.json({ changes: done.changes, isWritten: done.isWritten }, 200)
})
