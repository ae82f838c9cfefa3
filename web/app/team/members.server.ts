import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { accounts, signIns } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { mailNewSecondStep, type RoleDays } from '#team/invitations/invitations.server.ts'
import { authenticators, memberRoles, members, passkeys, recoveryCodes } from './team.tables.ts'

const today = async (db: Db) => todayIn((await readProgramme(db)).timeZone)

/** Serialises changes of the team: two owners who end each other's role at once would leave none. */
export const lockTeam = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('team', 0))`)

/** The invariant: one owner at least has no last day. */
const isOwner = (day: string) =>
  and(eq(memberRoles.role, 'owner'), lte(memberRoles.firstDay, day), isNull(memberRoles.lastDay))

export const hasOwner = async (db: Db) => (await db.$count(memberRoles, eq(memberRoles.role, 'owner'))) > 0

async function keepAnOwner(tx: Db, day: string) {
  if ((await tx.$count(memberRoles, isOwner(day))) === 0) refuse('last-owner')
}

/** Also before an account is deleted. */
export async function refuseLastOwner(tx: Db, accountId: string): Promise<void> {
  if ((await tx.$count(members, eq(members.accountId, accountId))) === 0) return
  await lockTeam(tx)
  const owners = await tx
    .select({ accountId: memberRoles.accountId })
    .from(memberRoles)
    .where(isOwner(await today(tx)))
  if (owners.length > 0 && owners.every((owner) => owner.accountId === accountId)) refuse('last-owner')
}

const listRoles = (tx: Db, accountId: string) =>
  tx
    .select({ role: memberRoles.role, firstDay: memberRoles.firstDay, lastDay: memberRoles.lastDay })
    .from(memberRoles)
    .where(eq(memberRoles.accountId, accountId))
    .orderBy(memberRoles.role)

export function setRoles(db: Db, actor: Actor, accountId: string, roles: RoleDays[]): Promise<void> {
  return db.transaction(async (tx) => {
    await lockTeam(tx)
    if ((await tx.$count(members, eq(members.accountId, accountId))) === 0) refuse('not-found')
    const before = await listRoles(tx, accountId)
    await tx.delete(memberRoles).where(eq(memberRoles.accountId, accountId))
    if (roles.length > 0) await tx.insert(memberRoles).values(roles.map((days) => ({ accountId, ...days })))
    if (before.some(({ role }) => role === 'owner')) await keepAnOwner(tx, await today(tx))
    await addChange(tx, { actor, what: 'roles changed', before: { roles: before }, after: { roles } })
  })
}

/** As of yesterday. */
export async function endRoles(db: Db, actor: Actor, accountId: string): Promise<void> {
  const roles = await listRoles(db, accountId)
  const yesterday = addDays(await today(db), -1)
  const ended = roles.filter(({ firstDay }) => firstDay <= yesterday)
  const isOver = ({ lastDay }: RoleDays) => lastDay !== null && lastDay < yesterday
  await setRoles(
    db,
    actor,
    accountId,
    ended.map((days) => (isOver(days) ? days : { ...days, lastDay: yesterday })),
  )
}

/** Deletes the second step, ends all sign-ins, and mails a link to set it up anew. */
export function resetSecondStep(world: World, actor: Actor, accountId: string): Promise<void> {
  return world.db.transaction(async (tx) => {
    const [account] = await tx
      .select({ email: accounts.email })
      .from(members)
      .innerJoin(accounts, eq(accounts.id, members.accountId))
      .where(eq(members.accountId, accountId))
    const { email } = orNotFound(account)
    for (const table of [authenticators, passkeys, recoveryCodes, signIns])
      await tx.delete(table).where(eq(table.accountId, accountId))
    await mailNewSecondStep(tx, world, actor, orNotFound(email))
    await addChange(tx, { actor, what: 'second step reset', after: { member: accountId } })
  })
}

export type MemberDates = { backgroundCheckUntil: string | null; safetyTrainingUntil: string | null }

export function setDates(db: Db, actor: Actor, accountId: string, dates: MemberDates): Promise<void> {
  return db.transaction(async (tx) => {
    const rows = await tx.update(members).set(dates).where(eq(members.accountId, accountId)).returning()
    if (rows.length === 0) refuse('not-found')
    await addChange(tx, { actor, what: 'member dates changed', after: { member: accountId, ...dates } })
  })
}
