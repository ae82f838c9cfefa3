import { createRoute, z } from '@hono/zod-openapi'
import { nudgeMail } from '#mail/outbox.server.ts'
import { findAccountByEmail } from '#people/people.db.server.ts'
import { Email } from '#people/people.schema.ts'
import type { World } from '#platform/contexts.server.ts'
import { longDay, nearDay, todayIn } from '#platform/format/dates.ts'
import { forOwner, invalid, json, newApi, problem, reply } from '#platform/http/api.server.ts'
import { refuseStrangers } from '#platform/http/owner-door.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { invite, openInvitations, takeBackInvitation } from '#team/invitations/invitations.server.ts'
import { findMember, listMembers } from './members.db.server.ts'
import { endRoles, resetSecondStep } from './members.server.ts'
import { roles } from './roles.ts'

export const TeamRequest = z.object({
  act: z.enum(['invite', 'list', 'revoke', 'reset-factor']),
  email: Email.optional(),
  roles: z.array(z.enum(roles)).max(roles.length).optional(),
  /** Resets although the address changed lately. */
  sure: z.boolean().optional(),
  by: z.string().min(1).max(100),
})
export type TeamRequest = z.output<typeof TeamRequest>

/** Returns lines to print. */
export async function answerTeam(world: World, { act, email = '', roles = [], sure, by }: TeamRequest) {
  if (act === 'list') return listed(world)
  const actor = `command:${by}` as const
  if (act === 'invite') {
    await invite(world, actor, { email, roles })
    nudgeMail(world)
    return [`Done: ${email} is invited as ${roles.join(' and ')}. The link in the mail is good for 7 days.`]
  }
  if (act === 'revoke' && (await takeBackInvitation(world.db, actor, email)))
    return [`Done: the invitation of ${email} is taken back.`]
  const { id } = orNotFound(await findAccountByEmail(world.db, email))
  if (act === 'revoke') {
    await endRoles(world.db, actor, id)
    return [`Done: ${email} opens the desk no more.`]
  }
  const changedAt = (await findMember(world.db, id))?.emailChangedAt
  if (changedAt && !sure) {
    const day = longDay(todayIn((await readProgramme(world.db)).timeZone, changedAt))
    refuse(
      'not-possible',
      `This email address is new since ${day}, and the link would be mailed to it. Call the member, then write the command with --sure.`,
    )
  }
  await resetSecondStep(world, actor, id)
  nudgeMail(world)
  return [`Done: ${email} is logged out everywhere and has a mail with a link to set up a new second step.`]
}

async function listed({ db }: World): Promise<string[]> {
  const day = ({ role, lastDay }: { role: string; lastDay: string | null }) =>
    lastDay ? `${role} until ${nearDay(lastDay)}` : role
  const team = (await listMembers(db)).map(
    ({ name, email, roles, secondStep }) =>
      `${email}  ${name}  ${roles.map(day).join(', ') || 'no role'}  second step: ${secondStep ?? 'not set up'}`,
  )
  const invited = (await openInvitations(db)).map(
    ({ email, roles }) => `${email}  invited  ${roles.map(day).join(', ') || 'new second step'}`,
  )
  const all = [...team, ...invited]
  return all.length > 0 ? all : ['Nobody is on the team yet.']
}

const postTeam = createRoute({
  operationId: 'teamCommand',
  method: 'post',
  path: '/team',
  summary: 'Invite somebody to the team, list it, end a member, or reset a second step',
  ...forOwner,
  request: {
    ...forOwner.request,
    body: json(TeamRequest, { act: 'invite', email: 'robin@example.com', roles: ['owner'], by: 'robin' }),
  },
  responses: {
    200: reply(z.object({ done: z.array(z.string()) }), 'It is done; the lines to be shown', {
      done: ['Nobody is on the team yet.'],
    }),
    400: invalid('email', 'Email address is invalid.'),
    404: problem('The secret is not right, or no account has this email', 'not-found'),
    409: problem('The last owner stays, or this is a member already', 'last-owner'),
  },
})

export const teamCommandApi = newApi().openapi(postTeam, async (c) => {
  const { world } = c.var
  refuseStrangers(world.env, c.req.valid('header').authorization)
  return c.json({ done: await answerTeam(world, c.req.valid('json')) }, 200)
})
