import { and, eq, gte, isNull, lte, or, sql } from 'drizzle-orm'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { every } from '#platform/jobs/every.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { ownersOf } from './guard.server.ts'
import { members } from './team.tables.ts'
import { ofMemberRunsOutMail, type RunsOut, runsOutMail } from './team-mails.ts'

/** So long before a check or a training runs out, member and owners are told, once. */
const noticeDays = 30

export const startWarning = (world: World) =>
  every(
    3600,
    async () => {
      if ((await warnOfDates(world.db)) > 0) nudgeMail(world)
    },
    world.log,
    'the warning of dates that run out failed',
  )

/** Tells whose dates run out in the next thirty days; answers of how many members it told. A date locks nobody out. */
export async function warnOfDates(db: Db): Promise<number> {
  const [named] = await db.select().from(programme)
  if (!named) return 0
  const day = todayIn(named.timeZone)
  return db.transaction(async (tx) => {
    const told = await tx
      .update(members)
      .set({ warnedAt: sql`now()` })
      .where(or(isNear(members.backgroundCheckUntil, day), isNear(members.safetyTrainingUntil, day)))
      .returning()
    const owners = told.length > 0 ? await ownersOf(tx, day) : []
    for (const { accountId, backgroundCheckUntil, safetyTrainingUntil } of told) {
      const [member] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
      if (!member) continue
      const runOut = soon(day, [
        { what: 'background check', until: backgroundCheckUntil },
        { what: 'safety training', until: safetyTrainingUntil },
      ])
      await addMail(tx, { kind: 'account', to: member.email, ...runsOutMail(named, runOut) })
      const name = `${member.firstName} ${member.lastName}`
      for (const { email } of owners.filter((owner) => owner.email !== member.email))
        await addMail(tx, {
          kind: 'for the programme',
          to: email,
          ...ofMemberRunsOutMail(named, name, runOut),
        })
    }
    return told.length
  })
}

type Until = typeof members.backgroundCheckUntil | typeof members.safetyTrainingUntil

/** The date is near, and was not when somebody was told last. */
const isNear = (until: Until, day: string) =>
  and(
    gte(until, day),
    lte(until, addDays(day, noticeDays)),
    or(isNull(members.warnedAt), sql`${members.warnedAt}::date < ${until} - ${noticeDays}::int`),
  )

const soon = (day: string, dates: { what: RunsOut['what']; until: string | null }[]): RunsOut[] =>
  dates.flatMap(({ what, until }) =>
    until && until >= day && until <= addDays(day, noticeDays) ? [{ what, until }] : [],
  )
