import { createRoute, z } from '@hono/zod-openapi'
import { json, newApi, problem, reply, signedIn } from '#platform/api.server.ts'
import { NewPerson, PersonToDelete, PersonUpdate } from './people.schema.ts'
import { createPlayer, deletePlayer, updatePerson } from './players.server.ts'
import { PersonReply, personReply } from './user.server.ts'

const invalid = problem('A field is missing or wrong; `fields` says which')
const signedOut = problem('Nobody is signed in')
const unknown = problem('This account has no such person')
const Saved = z.object({ success: z.literal(true), person: PersonReply }).openapi('SavedPerson')

const postCreate = createRoute({
  operationId: 'createPerson',
  method: 'post',
  path: '/create-person',
  summary: 'Add a family player',
  description: 'The new player belongs to the family of the signed-in account.',
  request: { body: json(NewPerson) },
  responses: { 200: reply(Saved, 'The player as saved'), 400: invalid, 401: signedOut },
})

const postUpdate = createRoute({
  operationId: 'updatePerson',
  method: 'post',
  path: '/update-person',
  summary: 'Change a person',
  description:
    'A family player, oneself, or the `parent`, who is the emergency contact and keeps a phone number. `birthday` and `skill_level` stay as they are where they do not come along.',
  request: { body: json(PersonUpdate) },
  responses: {
    200: reply(Saved, 'The person as saved'),
    400: invalid,
    401: signedOut,
    404: unknown,
    422: problem('The emergency contact needs a phone number'),
  },
})

const postDelete = createRoute({
  operationId: 'deletePerson',
  method: 'post',
  path: '/delete-person',
  summary: 'Remove a family player',
  description: 'Refused while the player is registered for any session.',
  request: { body: json(PersonToDelete) },
  responses: {
    200: reply(z.object({ success: z.literal(true) }), 'The player is removed'),
    400: invalid,
    401: signedOut,
    404: unknown,
    409: problem('The player is registered for sessions'),
  },
})

export const peopleApi = newApi()
  .openapi(postCreate, async (c) => {
    const saved = await createPlayer(c.var.world.db, signedIn(c.var.visitor), c.req.valid('json'))
    return c.json({ success: true as const, person: personReply(saved) }, 200)
  })
  .openapi(postUpdate, async (c) => {
    const saved = await updatePerson(c.var.world.db, signedIn(c.var.visitor), c.req.valid('json'))
    return c.json({ success: true as const, person: personReply(saved) }, 200)
  })
  .openapi(postDelete, async (c) => {
    await deletePlayer(c.var.world.db, signedIn(c.var.visitor), c.req.valid('json').id)
    return c.json({ success: true as const }, 200)
  })
