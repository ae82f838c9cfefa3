import { and, eq, inArray, sql } from 'drizzle-orm'
import { charges } from '#payments/payments.tables.ts'
import { accounts } from '#people/people.tables.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { withDemo } from '#season/demo/demo-season.server.ts'
import { removeDemo } from '#season/demo/remove-demo.server.ts'
import { nameProgramme } from '#season/first-programme.server.ts'
import type { Member } from '#team/member.server.ts'
import { memberRoles } from '#team/team.tables.ts'
import { hasDemo, openSetUp } from './set-up.server.ts'

/** `whole`: still the demo's site; `accounts`: demo accounts beside a real season. `others`: real accounts. */
export async function findDemo(world: World) {
  const { db } = world
  if (!withDemo(world) || !(await hasDemo(db))) return undefined
  const { email } = await readProgramme(db)
  const others = await db.$count(accounts, eq(accounts.isDemo, false))
  return { what: email.endsWith('@courtside.example') ? ('whole' as const) : ('accounts' as const), others }
}

/** Returns the code of the set-up page when the whole demo was left; a real season stays. */
export async function leaveDemo(world: World, member: Member): Promise<string | undefined> {
  const demo = await findDemo(world)
  if (!demo) return refuse('not-possible', 'There is no demo here any more.')
  if (demo.what === 'accounts') {
    await world.db.transaction((tx) => leaveAccounts(tx, member))
    return undefined
  }
  await refuseWhilePaying(world.db)
  await emptySandbox(world)
  await world.db.transaction(async (tx) => {
    await emptyTables(tx)
    await nameProgramme({ ...world, db: tx })
    await addChange(tx, { actor: 'site', what: 'demo left' })
  })
  return openSetUp(world)
}

async function leaveAccounts(tx: Db, { actor }: Member): Promise<void> {
  const isRealOwner = and(eq(memberRoles.role, 'owner'), eq(accounts.isDemo, false))
  const owners = tx.select().from(memberRoles).innerJoin(accounts, eq(accounts.id, memberRoles.accountId))
  if ((await owners.where(isRealOwner)).length === 0)
    refuse('last-owner', 'Invite an owner of your own first: that of the demo goes.')
  const { problems } = await removeDemo(tx)
  const [problem] = problems
  if (problem) refuse('not-possible', `Not now: ${problem.message}.`)
  await addChange(tx, { actor, what: 'demo left' })
}

async function refuseWhilePaying(db: Db): Promise<void> {
  const isOpen = inArray(charges.state, ['pending', 'unknown'])
  if ((await db.$count(charges, isOpen)) > 0)
    refuse('not-possible', 'Somebody is paying at this moment. Try again in a minute.')
}

/** The sandbox's demo sales would be differences in the first night's comparison. */
async function emptySandbox({ env, log }: World): Promise<void> {
  const { url, merchantId } = env.gateway
  const signal = AbortSignal.timeout(10_000)
  const path = `/control/merchants/${encodeURIComponent(merchantId)}/reset`
  try {
    const answer = await fetch(new URL(path, url), { method: 'POST', signal })
    if (answer.ok) return
    log.warn({ status: answer.status }, 'the sandbox was not emptied')
  } catch (problem) {
    log.warn({ err: problem }, 'the sandbox was not emptied')
  }
  refuse('not-possible', 'The sandbox does not answer, and nothing was removed. Try again in a minute.')
}

/** All tables, present and future; also the append-only ones. */
async function emptyTables(tx: Db): Promise<void> {
  await tx.execute(sql`do $$ begin
    alter table postings disable trigger user;
    alter table changes disable trigger user;
    execute (select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ') || ' restart identity'
      from pg_tables where schemaname = current_schema());
    alter table postings enable trigger user;
    alter table changes enable trigger user;
  end $$`)
}
