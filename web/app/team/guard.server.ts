import { and, eq, gte, isNull, lte, or } from 'drizzle-orm'
import type { MailContent } from '#mail/mail-layout.ts'
import { addMail } from '#mail/outbox.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { type SecondStep, takeSecondStep } from '#team/second-step/second-step.server.ts'
import { memberRoles } from './team.tables.ts'

const isOpenOn = (day: string) => or(isNull(memberRoles.lastDay), gte(memberRoles.lastDay, day))

/** With a role, now or later. */
export const isTeamMember = async (db: Db, accountId: string): Promise<boolean> =>
  isTeamMemberOn(todayIn((await readProgramme(db)).timeZone), db, accountId)

export async function isTeamMemberOn(today: string, db: Db, accountId: string): Promise<boolean> {
  return (await db.$count(memberRoles, and(eq(memberRoles.accountId, accountId), isOpenOn(today)))) > 0
}

/** Changes that open or close a member's account need the second step besides the password. */
export async function checkTeamStep(world: World, accountId: string, step: SecondStep, address: string) {
  if (!(await isTeamMember(world.db, accountId))) return
  if (!step.code) refuse('second-step-needed')
  await takeSecondStep(world, accountId, step, address)
}

type MailTemplate = (
  programme: MailContent['programme'],
  name: string,
) => { subject: string; html: string; text: string }

/** Mails the other owners when a member's account changes. */
export async function mailOwners(tx: Db, accountId: string, template: MailTemplate): Promise<void> {
  if (!(await isTeamMember(tx, accountId))) return
  const programme = await readProgramme(tx)
  const [member] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
  if (!member) return
  const mail = template(programme, `${member.firstName} ${member.lastName}`)
  for (const owner of await listOwners(tx, todayIn(programme.timeZone)))
    if (owner.accountId !== accountId)
      await addMail(tx, { kind: 'for the programme', to: owner.email, ...mail })
}

export const listOwners = (db: Db, day: string) =>
  db
    .select({ accountId: accounts.id, email: accounts.email })
    .from(memberRoles)
    .innerJoin(accounts, eq(accounts.id, memberRoles.accountId))
    .where(and(eq(memberRoles.role, 'owner'), lte(memberRoles.firstDay, day), isOpenOn(day)))
