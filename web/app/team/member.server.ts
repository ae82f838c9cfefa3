import { and, eq, inArray, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { createContext } from 'react-router'
import { accounts, signIns } from '#people/people.tables.ts'
import { visitorColumns, withFamily } from '#people/sign-in/visitor.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { type DeskPage, deskPages } from './desk-pages.ts'
import { may, mayAll, type Right } from './rights.ts'
import { roles as allRoles, type Role } from './roles.ts'
import { memberRoles } from './team.tables.ts'

export const secondStepHours = 12

/** Somebody with a role today and a fresh second step; `rights.ts` says what they may do. */
export type Member = {
  accountId: string
  familyId: string
  name: string
  roles: ReadonlySet<Role>
  actor: Actor
}

/** A signed-in account with today's roles, none for most. */
export type Asker = {
  visitor: Visitor
  signInId: string
  name: string
  roles: Role[]
  isSecondStepFresh: boolean
}

export const askerContext = createContext<Asker | undefined>()
export const memberContext = createContext<Member>()

/** In the programme's time zone. */
export const programmeToday = sql`(now() at time zone coalesce((select ${programme.timeZone} from ${programme}), 'UTC'))::date`
const isActiveToday = sql`${memberRoles.firstDay} <= ${programmeToday}
    and (${memberRoles.lastDay} is null or ${memberRoles.lastDay} >= ${programmeToday})`
const activeRoles = sql<Role[]>`coalesce((
  select json_agg(${memberRoles.role} order by ${memberRoles.role}) from ${memberRoles}
  where ${memberRoles.accountId} = ${accounts.id} and ${isActiveToday}), '[]')`

/** Whether the actor of this column is a member with today's full right. */
export function actorMayAll(actor: SQLWrapper, right: Right) {
  const roles = allRoles.filter((role) => mayAll({ roles: new Set([role]) }, right))
  return sql<boolean>`exists (select from ${memberRoles}
    where 'member:' || ${memberRoles.accountId} = ${actor} and ${inArray(memberRoles.role, roles)} and ${isActiveToday})`
}

/** Other members with today's full right. */
export async function countOthersWho(db: Db, right: Right, accountId: string): Promise<number> {
  const roles = allRoles.filter((role) => mayAll({ roles: new Set([role]) }, right))
  const [others] = await db
    .select({ many: sql<number>`count(distinct ${memberRoles.accountId})::int` })
    .from(memberRoles)
    .where(and(ne(memberRoles.accountId, accountId), inArray(memberRoles.role, roles), isActiveToday))
  return others?.many ?? 0
}

/** Roles and second step are read with the sign-in, so that changes count at once. */
export async function findAsker(db: Db, token: string | undefined): Promise<Asker | undefined> {
  if (!token) return undefined
  const [asker] = await db
    .select({
      visitor: visitorColumns,
      signInId: signIns.id,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      roles: activeRoles,
      isSecondStepFresh: sql<boolean>`coalesce(
        ${signIns.secondFactorAt} > now() - make_interval(hours => ${secondStepHours}), false)`,
    })
    .from(signIns)
    .innerJoin(accounts, eq(accounts.id, signIns.accountId))
    .where(and(eq(signIns.tokenHash, sha256(token)), sql`${signIns.expiresAt} > now()`))
  return asker && { ...asker, visitor: await withFamily(db, asker.visitor) }
}

export const needsSecondStep = ({ roles, isSecondStepFresh }: Asker) => roles.length > 0 && !isSecondStepFresh

/** Refuses accounts without a role today or without a fresh second step. */
export function requireMember(asker: Asker | undefined): Member {
  if (!asker) return refuse('signed-out')
  const { visitor, name, roles, isSecondStepFresh } = asker
  const { accountId, familyId } = visitor
  if (roles.length === 0) refuse('not-a-member')
  if (!isSecondStepFresh) refuse('second-step-needed')
  return { accountId, familyId, name, roles: new Set(roles), actor: `member:${accountId}` }
}

/** By `?form=`; empty for the unnamed one. */
export const formName = ({ url }: Request) => new URL(url).searchParams.get('form') ?? ''

const pages = new Map<string, DeskPage>(Object.entries(deskPages))

/** In full or for their own. (React Router's pattern lacks its first slash.) */
export function requireRights(member: Member, pattern: string, request: Request): void {
  const { see, form, forms = {} } = orNotFound(pages.get(`/${pattern.replace(/^\//, '')}`))
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const name = formName(request)
  const right = isRead ? see : orNotFound(name ? new Map(Object.entries(forms)).get(name) : form)
  if (!may(member, see) || !may(member, right)) refuse('not-your-work')
}
