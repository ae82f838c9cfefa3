import { createRoute, z } from '@hono/zod-openapi'
import { createPlayer, updatePerson } from '#people/players/players.server.ts'
import { PersonReply, personReply } from '#people/sign-in/user.server.ts'
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
import { NewPerson, PersonUpdate } from './people.schema.ts'

const Saved = z.object({ success: z.literal(true), person: PersonReply }).openapi('SavedPerson')
const pip = {
  first_name: 'Pip',
  last_name: 'Vale',
  phone: '(555) 010-0143',
  birthday: '2016-04-12',
  skill_level: 'Beginner' as const,
}
const saved = { success: true as const, person: { id: exampleIds.player, ...pip, is_active: true } }

const postCreate = createRoute({
  operationId: 'createPerson',
  method: 'post',
  path: '/create-person',
  summary: 'Add a family player',
  description: 'The new player belongs to the family of the signed-in account.',
  ...forAccounts,
  request: { body: json(NewPerson, { ...pip, is_active: true }) },
  responses: {
    200: reply(Saved, 'The player as saved', saved),
    400: invalid('birthday', 'Player birthday is required.'),
    401: signedOut,
    422: problem('The account has as many players as it can have', 'too-many-players'),
  },
})

const postUpdate = createRoute({
  operationId: 'updatePerson',
  method: 'post',
  path: '/update-person',
  summary: 'Change a person',
  description:
    'A family player, oneself, or the `parent`, who is the emergency contact and keeps a phone number. `birthday` and `skill_level` stay as they are where they do not come along.',
  ...forAccounts,
  request: {
    body: json(PersonUpdate, {
      first_name: pip.first_name,
      last_name: pip.last_name,
      phone: pip.phone,
      id: exampleIds.player,
    }),
  },
  responses: {
    200: reply(Saved, 'The person as saved', saved),
    400: invalid('phone', 'Invalid phone number.'),
    401: signedOut,
    404: problem('This account has no such person', 'not-found'),
    422: problem(
      'The emergency contact needs a phone number; the holder of a player account is at least 13',
      'phone-missing',
    ),
  },
})

export const peopleApi = newApi()
  .openapi(postCreate, async (c) => {
    const saved = await createPlayer(c.var.world, signedIn(c.var.visitor), c.req.valid('json'))
    return c.json({ success: true as const, person: personReply(saved) }, 200)
  })
  .openapi(postUpdate, async (c) => {
    const saved = await updatePerson(c.var.world.db, signedIn(c.var.visitor), c.req.valid('json'))
    return c.json({ success: true as const, person: personReply(saved) }, 200)
  })
