import { asc, eq, sql } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { RoleDays } from '#team/invitations/invitations.server.ts'
import { authenticators, memberRoles, members, passkeys } from './team.tables.ts'

const has = (table: typeof authenticators | typeof passkeys) =>
  sql`exists (select 1 from ${table} where ${table.accountId} = ${members.accountId})`

const everybody = (db: Db) =>
  db
    .select({
      accountId: members.accountId,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      /** Members always have one. */
      email: sql<string>`${accounts.email}`,
      /** Within 30 days only: a link mailed there may reach somebody else. */
      emailChangedAt: sql<Date | null>`case when ${accounts.emailChangedAt} > now() - interval '30 days'
        then ${accounts.emailChangedAt} end`.mapWith(accounts.emailChangedAt),
      roles: sql<RoleDays[]>`coalesce((
        select json_agg(json_build_object('role', ${memberRoles.role}, 'firstDay', ${memberRoles.firstDay},
          'lastDay', ${memberRoles.lastDay}) order by ${memberRoles.role})
        from ${memberRoles} where ${memberRoles.accountId} = ${members.accountId}), '[]')`,
      secondStep: sql<'app' | 'passkey' | 'app and passkey' | null>`case
        when ${has(authenticators)} and ${has(passkeys)} then 'app and passkey'
        when ${has(authenticators)} then 'app' when ${has(passkeys)} then 'passkey' end`,
      backgroundCheckUntil: members.backgroundCheckUntil,
      safetyTrainingUntil: members.safetyTrainingUntil,
    })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))

/** Present and former members. */
export const listMembers = (db: Db) =>
  everybody(db).orderBy(asc(accounts.firstName), asc(accounts.lastName), asc(accounts.id))

export const listMemberNames = (db: Db) =>
  db
    .select({
      id: members.accountId,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
    })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .orderBy(asc(accounts.firstName), asc(accounts.lastName), asc(accounts.id))

export async function findMember(db: Db, accountId: string) {
  const [member] = await everybody(db).where(eq(members.accountId, accountId))
  return member
}
