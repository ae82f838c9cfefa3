import { createRoute, z } from '@hono/zod-openapi'
import { nudgeMail } from '#mail/outbox.server.ts'
import { invalid, json, newApi, problem, reply } from '#platform/api.server.ts'
import { findDoor, isKey } from '#platform/owner-door.server.ts'
import { refuse } from '#platform/refusal.ts'
import { startPayingCards, withDemo } from './demo/demo-season.server.ts'
import { importSeason } from './import-season.server.ts'

const ChangeReply = z.object({
  did: z.enum(['added', 'changed', 'removed', 'kept', 'unchanged']),
  what: z.string(),
  how: z.string().optional(),
})

const ToldReply = z.object({ families: z.int(), reworded: z.int(), owed: z.array(z.string()) })

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
        tellReworded: z.boolean().optional(),
      }),
      { name: 'season.yaml', text: 'programme: …', pictures: {}, write: false },
    ),
  },
  responses: {
    200: reply(
      z.union([
        z.object({ problems: z.array(z.string()) }),
        z.object({ changes: z.array(ChangeReply), told: ToldReply, isWritten: z.boolean() }),
      ]),
      'What is wrong, each with its line; or what changes',
      {
        changes: [{ did: 'changed', what: 'clinic “Summer Mornings”', how: 'price 180 → 195' }],
        told: { families: 0, reworded: 0, owed: [] },
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
  const { write, tellReworded = false, ...file } = c.req.valid('json')
  const { siteUrl } = world.env
  const options = { write, withDemo: withDemo(world), siteUrl, tellReworded }
  const done = await importSeason(world.db, file, options)
  if ('problems' in done) return c.json({ problems: done.problems }, 200)
  if (done.isWritten && withDemo(world)) startPayingCards(world)
  if (done.isWritten) nudgeMail(world)
  return c.json(done, 200)
})
