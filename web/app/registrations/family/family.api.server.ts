import { createRoute, z } from '@hono/zod-openapi'
import { PersonToDelete } from '#people/people.schema.ts'
import {
  exampleIds,
  forAccounts,
  invalid,
  json,
  newApi,
  problem,
  reply,
  signedIn,
  signedOut,
} from '#platform/http/api.server.ts'
import { deletePlayer } from './delete-player.server.ts'

const postDelete = createRoute({
  operationId: 'deletePerson',
  method: 'post',
  path: '/delete-person',
  summary: 'Remove a family player',
  description: 'Refused while the player is registered for any session.',
  ...forAccounts,
  request: {
    body: json(PersonToDelete, {
      id: exampleIds.player,
      first_name: 'Pip',
      last_name: 'Vale',
      phone: null,
      birthday: '2016-04-12',
      skill_level: 'Beginner',
      is_active: true,
    }),
  },
  responses: {
    200: reply(z.object({ success: z.literal(true) }), 'The player is removed', { success: true }),
    400: invalid('id', 'This person is unknown.'),
    401: signedOut,
    404: problem('This account has no such player', 'not-found'),
    409: problem(
      'The player is registered for sessions',
      'player-registered',
      'Cannot delete Pip Vale because they are currently registered for sessions.',
    ),
  },
})

export const familyApi = newApi().openapi(postDelete, async (c) => {
  await deletePlayer(c.var.world.db, signedIn(c.var.visitor), c.req.valid('json').id)
  return c.json({ success: true as const }, 200)
})
