import { createRoute, z } from '@hono/zod-openapi'
import { nudgeMail } from '#mail/outbox.server.ts'
import { forOwner, invalid, json, newApi, problem, reply } from '#platform/http/api.server.ts'
import { refuseStrangers } from '#platform/http/owner-door.server.ts'
import { exportSeason } from '#season/file/export-season.server.ts'
import { importSeason } from '#season/publish/import-season.server.ts'
import { startPayingCards, withDemo } from './demo/demo-season.server.ts'

const ChangeReply = z.object({
  did: z.enum(['added', 'changed', 'removed', 'kept', 'unchanged']),
  what: z.string(),
  how: z.string().optional(),
})

const NotifySummaryReply = z.object({ families: z.int(), reworded: z.int(), owed: z.array(z.string()) })

const postSeason = createRoute({
  operationId: 'importSeason',
  method: 'post',
  path: '/import-season',
  summary: 'Check a season file, or bring it in',
  ...forOwner,
  description: `${forOwner.description} Without \`write\` it only says what would change.`,
  request: {
    ...forOwner.request,
    body: json(
      z.object({
        name: z.string(),
        text: z.string(),
        pictures: z.record(z.string(), z.string()),
        write: z.boolean(),
        tellReworded: z.boolean().optional(),
        undo: z.boolean().optional(),
        by: z.string().min(1).max(100).optional(),
      }),
      { name: 'season.yaml', text: 'programme: …', pictures: {}, write: false },
    ),
  },
  responses: {
    200: reply(
      z.union([
        z.object({ problems: z.array(z.string()) }),
        z.object({
          changes: z.array(ChangeReply),
          told: NotifySummaryReply,
          undoes: z.array(z.string()),
          isWritten: z.boolean(),
        }),
      ]),
      'What is wrong, each with its line; or what changes',
      {
        changes: [{ did: 'changed', what: 'clinic “Summer Mornings”', how: 'price 180 → 195' }],
        told: { families: 0, reworded: 0, owed: [] },
        undoes: [],
        isWritten: false,
      },
    ),
    400: invalid('write', 'write is missing.'),
    404: problem('The secret is not right', 'not-found'),
  },
})

const getSeason = createRoute({
  operationId: 'exportSeason',
  method: 'post',
  path: '/export-season',
  summary: 'The season as a file',
  ...forOwner,
  description:
    'For the owner of the machine alone, as the import. Brought in again, the file changes nothing.',
  responses: {
    200: reply(
      z.object({
        name: z.string(),
        text: z.string(),
        pictures: z.record(z.string(), z.string()),
        revision: z.int().optional(),
      }),
      'The text of the file, and its pictures as data URLs by their names',
      { name: 'season.yaml', text: 'programme: …', pictures: {}, revision: 7 },
    ),
    404: problem('The secret is not right', 'not-found'),
  },
})

export const seasonApi = newApi()
  .openapi(postSeason, async (c) => {
    const { world } = c.var
    refuseStrangers(world.env, c.req.valid('header').authorization)
    const { write, tellReworded = false, undo = false, by: user = 'owner', ...file } = c.req.valid('json')
    const done = await importSeason(world.db, file, {
      ...{ write, tellReworded, undo, withDemo: withDemo(world), siteUrl: world.env.siteUrl },
      ...{ by: `command:${user}` as const, via: 'file' },
    })
    if ('problems' in done) return c.json({ problems: done.problems }, 200)
    if (done.isWritten && withDemo(world)) startPayingCards(world)
    if (done.isWritten) nudgeMail(world)
    return c.json(done, 200)
  })
  .openapi(getSeason, async (c) => {
    const { world } = c.var
    refuseStrangers(world.env, c.req.valid('header').authorization)
    return c.json(await exportSeason(world.db), 200)
  })
