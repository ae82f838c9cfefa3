import { and, eq, gte, isNull, lte, or, sql } from 'drizzle-orm'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { every } from '#platform/jobs/every.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { listOwners } from './guard.server.ts'
import { members } from './team.tables.ts'
import { memberRunsOutMail, type RunsOut, runsOutMail } from './team-mails.ts'

/** Member and owners get one mail so long before a date. */
const noticeDays = 30

export const startWarning = (world: World) =>
  every(
    3600,
    async () => {
      if ((await warnExpiringDates(world.db)) > 0) nudgeMail(world)
    },
    world.log,
    'the warning of dates that run out failed',
  )

/** Returns the number of members. An expired date locks nobody out. */
export async function warnExpiringDates(db: Db): Promise<number> {
  const [named] = await db.select().from(programme)
  if (!named) return 0
  const day = todayIn(named.timeZone)
  return db.transaction(async (tx) => {
    const warned = await tx
      .update(members)
      .set({ warnedAt: sql`now()` })
      .where(or(isNear(members.backgroundCheckUntil, day), isNear(members.safetyTrainingUntil, day)))
      .returning()
    const owners = warned.length > 0 ? await listOwners(tx, day) : []
    for (const { accountId, backgroundCheckUntil, safetyTrainingUntil } of warned) {
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
          ...memberRunsOutMail(named, name, runOut),
        })
    }
    return warned.length
  })
}

type Until = typeof members.backgroundCheckUntil | typeof members.safetyTrainingUntil

/** Near, and not yet so at the last warning. */
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
