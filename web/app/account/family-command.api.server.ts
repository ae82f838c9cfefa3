import { createRoute, z } from '@hono/zod-openapi'
import { eraseAccount } from '#account/erasing/erase-account.server.ts'
import { signOutEverywhere } from '#people/accounts/emails/settings.server.ts'
import { findAccountByEmail } from '#people/people.db.server.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { forOwner, json, newApi, problem, reply } from '#platform/http/api.server.ts'
import { refuseStrangers } from '#platform/http/owner-door.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { familyData } from './family-data.server.ts'

export const FamilyRequest = z.object({
  act: z.enum(['export', 'delete', 'log-out']),
  email: z.string().min(3).max(254),
  by: z.string().min(1).max(100),
})
export type FamilyRequest = z.output<typeof FamilyRequest>

/** Logs who did it. */
export async function answerFamily(world: World, { act, email, by }: FamilyRequest): Promise<unknown> {
  const { id, familyId } = orNotFound(await findAccountByEmail(world.db, email.trim().toLowerCase()))
  world.log.info({ act, account: id, by }, 'the data of a family')
  const actor: Actor = `command:${by}`
  if (act === 'delete') return eraseAccount(world, id, actor)
  return world.db.transaction(async (tx) => {
    const what = act === 'export' ? 'data handed out' : 'logged out everywhere'
    await addChange(tx, { actor, what, familyId })
    if (act === 'export') return familyData(tx, id)
    await signOutEverywhere(tx, id)
    return undefined
  })
}

const postFamily = createRoute({
  operationId: 'familyData',
  method: 'post',
  path: '/family-data',
  summary: 'Hand out or erase what is stored of a family, or log it out everywhere',
  ...forOwner,
  request: {
    ...forOwner.request,
    body: json(FamilyRequest, { act: 'export', email: 'robin@example.com', by: 'robin' }),
  },
  responses: {
    200: reply(z.object({ done: z.unknown() }), 'Everything that is stored, or nothing any more', {
      done: {},
    }),
    404: problem('The secret is not right, or no account has this email', 'not-found'),
    409: problem(
      'Money is still to go back to the family, a payment is under way, or it is the last owner’s',
      'money-owed',
    ),
  },
})

export const familyCommandApi = newApi().openapi(postFamily, async (c) => {
  const { world } = c.var
  refuseStrangers(world.env, c.req.valid('header').authorization)
  return c.json({ done: await answerFamily(world, c.req.valid('json')) }, 200)
})
