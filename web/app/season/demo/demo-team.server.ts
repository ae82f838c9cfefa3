import { and, eq, inArray } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Role } from '#team/roles.ts'
import { storeApp } from '#team/second-step/authenticator.server.ts'
import { authenticators, memberRoles, members } from '#team/team.tables.ts'
import { withDemo } from './demo-season.server.ts'
import team from './demo-team.json' with { type: 'json' }

const roles = new Map(Object.entries(team.roles) as [string, Role][])

/** Demo members exist only where the site is private to this machine: their secret is public. */
export async function keepDemoTeam(world: World): Promise<void> {
  if (withDemo(world) && world.env.isPrivate) await addDemoTeam(world)
  else await endDemoTeam(world.db)
}

async function endDemoTeam(db: Db): Promise<void> {
  const demo = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.isDemo, true))
  for (const table of [authenticators, members]) await db.delete(table).where(inArray(table.accountId, demo))
}

/** Their second step's secret is printed by the start. Existing members are left alone. */
async function addDemoTeam({ db, env }: World): Promise<void> {
  const known = await db
    .select({ accountId: accounts.id, email: accounts.email })
    .from(accounts)
    .where(and(eq(accounts.isDemo, true), inArray(accounts.email, [...roles.keys()])))
  if (known.length === 0) return
  const firstDay = todayIn((await readProgramme(db)).timeZone)
  for (const { accountId, email } of known)
    await db.transaction(async (tx) => {
      const made = await tx.insert(members).values({ accountId }).onConflictDoNothing().returning()
      const role = roles.get(email ?? '')
      if (made.length === 0 || !role) return
      await tx.insert(memberRoles).values({ accountId, role, firstDay })
      await storeApp(tx, env, accountId, team.secret, 0)
    })
}
