import { asc, eq, sql } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import type { Role } from './roles.ts'
import { memberRoles, members } from './team.tables.ts'

type RoleDays = { role: Role; firstDay: string; lastDay: string | null }

/** Everybody who helps to run the programme, or did, by name. */
export const readMembers = (db: Db) =>
  db
    .select({
      accountId: members.accountId,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
      email: accounts.email,
      roles: sql<RoleDays[]>`coalesce((
        select json_agg(json_build_object('role', ${memberRoles.role}, 'firstDay', ${memberRoles.firstDay},
          'lastDay', ${memberRoles.lastDay}) order by ${memberRoles.role})
        from ${memberRoles} where ${memberRoles.accountId} = ${members.accountId}), '[]')`,
      backgroundCheckUntil: members.backgroundCheckUntil,
      safetyTrainingUntil: members.safetyTrainingUntil,
    })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .orderBy(asc(accounts.firstName), asc(accounts.lastName), asc(accounts.id))
