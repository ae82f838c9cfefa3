import { and, eq, gt, notLike, or, sql } from 'drizzle-orm'
import { addMail } from '#mail/outbox.server.ts'
import { newToken } from '#people/accounts/tokens.db.server.ts'
import { findAccountByEmail } from '#people/people.db.server.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { sha256 } from '#platform/hash.server.ts'
import { refuse } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { actorMayAll } from '#team/member.server.ts'
import type { Role } from '#team/roles.ts'
import { invitations, memberRoles, members } from '#team/team.tables.ts'
import { factorResetMail, invitationMail } from '#team/team-mails.ts'

export type RoleDays = { role: Role; firstDay: string; lastDay: string | null }
type Invited = { email: string; roles: Role[]; lastDay?: string | null | undefined }

/** An owner's invitations end with the owner's role; those by a command and those for a second step do not. */
const isStillGranted = or(
  notLike(invitations.invitedBy, 'member:%'),
  sql`${invitations.roles} = '[]'`,
  actorMayAll(invitations.invitedBy, 'team'),
)
const isGood = and(gt(invitations.expiresAt, sql`now()`), isStillGranted)

/** A second invitation to an address replaces the first. */
export async function invite(world: World, actor: Actor, { email, roles, lastDay }: Invited) {
  const programme = await readProgramme(world.db)
  const firstDay = todayIn(programme.timeZone)
  const days = roles.map((role) => ({ role, firstDay, lastDay: lastDay ?? null }))
  await world.db.transaction(async (tx) => {
    const known = await findAccountByEmail(tx, email)
    if (known && (await tx.$count(members, eq(members.accountId, known.id))) > 0) refuse('already-member')
    const token = await addInvitation(tx, email, days, actor)
    await addMail(tx, {
      kind: 'invitation',
      to: email,
      ...invitationMail(programme, roles, joinLink(world, token)),
    })
    await addChange(tx, { actor, what: 'member invited', after: { roles } })
  })
}

/** The roles stay as they are. */
export async function mailNewSecondStep(tx: Db, world: World, actor: Actor, email: string) {
  const token = await addInvitation(tx, email, [], actor)
  const programme = await readProgramme(tx)
  await addMail(tx, { kind: 'invitation', to: email, ...factorResetMail(programme, joinLink(world, token)) })
}

/** Shown on the set-up page, not mailed: there may be no mail server yet. */
export function linkForFirstOwner(tx: Db, email: string, timeZone: string) {
  const firstDay = todayIn(timeZone)
  return addInvitation(tx, email, [{ role: 'owner', firstDay, lastDay: null }], 'site')
}

const joinLink = ({ env }: World, token: string) => `${env.siteUrl}/desk/join/${token}`

async function addInvitation(tx: Db, email: string, roles: RoleDays[], invitedBy: string) {
  const token = newToken()
  await tx.delete(invitations).where(eq(invitations.email, email))
  const expiresAt = sql`now() + make_interval(days => ${retention.invitationDays})`
  await tx.insert(invitations).values({ tokenHash: sha256(token), email, roles, invitedBy, expiresAt })
  return token
}

export async function findInvitation(db: Db, token: string) {
  const [invitation] = await db
    .select({ email: invitations.email, roles: invitations.roles })
    .from(invitations)
    .where(and(eq(invitations.tokenHash, sha256(token)), isGood))
  return invitation
}

/** Redeems the link, once: the account becomes a member with its roles. */
export async function takeInvitation(tx: Db, token: string, accountId: string) {
  const [taken] = await tx
    .delete(invitations)
    .where(and(eq(invitations.tokenHash, sha256(token)), isGood))
    .returning({ roles: invitations.roles })
  if (!taken) return refuse('token-spent')
  await tx.insert(members).values({ accountId }).onConflictDoNothing()
  if (taken.roles.length === 0) return
  const rows = taken.roles.map((days) => ({ accountId, ...days }))
  const set = { firstDay: sql`excluded.first_day`, lastDay: sql`excluded.last_day` }
  const target = [memberRoles.accountId, memberRoles.role]
  await tx.insert(memberRoles).values(rows).onConflictDoUpdate({ target, set })
  await addChange(tx, {
    actor: `member:${accountId}`,
    what: 'member joined',
    after: { roles: taken.roles.map(({ role }) => role) },
  })
}

export const openInvitations = (db: Db) =>
  db
    .select({
      email: invitations.email,
      roles: invitations.roles,
      since: invitations.createdAt,
      until: invitations.expiresAt,
    })
    .from(invitations)
    .where(isGood)
    .orderBy(invitations.createdAt)

/** Replaces the link by a new one. False where no invitation is open. */
export async function inviteAgain(tx: Db, world: World, actor: Actor, email: string): Promise<boolean> {
  const [known] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, email), isStillGranted))
  if (!known) return false
  const token = await addInvitation(tx, email, known.roles, known.invitedBy)
  const names = known.roles.map(({ role }) => role)
  const programme = await readProgramme(tx)
  const content =
    names.length > 0
      ? invitationMail(programme, names, joinLink(world, token))
      : factorResetMail(programme, joinLink(world, token))
  await addMail(tx, { kind: 'invitation', to: email, ...content })
  await addChange(tx, { actor, what: 'member invited', after: { roles: names } })
  return true
}

/** Returns whether there was one. */
export async function takeBackInvitation(db: Db, actor: Actor, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const gone = await tx.delete(invitations).where(eq(invitations.email, email)).returning()
    if (gone.length > 0) await addChange(tx, { actor, what: 'invitation taken back' })
    return gone.length > 0
  })
}
