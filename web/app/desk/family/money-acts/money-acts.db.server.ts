import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type MoneyAct, moneyActs } from '#by-hand/money-acts/money-acts.tables.ts'
import { events, sessions } from '#events/events.tables.ts'
import { actorNames } from '#people/actors.db.server.ts'
import { familyNow, idsOfFamily, writtenFor } from '#people/families.db.server.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'

/** What waits for a second member, the oldest first. */
export const waitingActs = (db: Db, actor: string) => readActs(db, actor, eq(moneyActs.state, 'asked'))

/** The same of one family. */
export const waitingActsOf = (db: Db, actor: string, familyId: string) =>
  readActs(
    db,
    actor,
    sql`${eq(moneyActs.state, 'asked')} and ${inArray(moneyActs.familyId, idsOfFamily(familyId))}`,
  )

export const actAt = async (db: Db, actor: string, id: string) =>
  (await readActs(db, actor, eq(moneyActs.id, id)))[0]

async function readActs(db: Db, actor: string, which: SQL | undefined) {
  const rows = await db
    .select({
      act: moneyActs,
      number: families.number,
      isThere: sql<boolean>`${accounts.id} is not null`,
      holder: sql<string>`coalesce(${accounts.firstName} || ' ' || ${accounts.lastName}, 'deleted account')`,
      player: sql<string | null>`${people.firstName} || ' ' || ${people.lastName}`,
      ...{ event: events.name, session: sessions.number },
    })
    .from(moneyActs)
    .leftJoin(writtenFor, eq(writtenFor.id, moneyActs.familyId))
    .leftJoin(families, eq(families.id, familyNow))
    .leftJoin(accounts, eq(accounts.familyId, families.id))
    .leftJoin(registrations, eq(registrations.id, moneyActs.registrationId))
    .leftJoin(people, eq(people.id, registrations.personId))
    .leftJoin(sessions, eq(sessions.id, registrations.sessionId))
    .leftJoin(events, eq(events.id, sessions.eventId))
    .where(which)
    .orderBy(asc(moneyActs.askedAt), asc(moneyActs.id))
    .limit(100)
  const { timeZone } = await readProgramme(db)
  const nameOf = await actorNames(
    db,
    rows.flatMap(({ act }) => [act.askedBy, ...(act.decidedBy ? [act.decidedBy] : [])]),
  )
  return rows.map(({ act, ...row }) => ({
    ...row,
    ...{ id: act.id, kind: act.kind, cents: act.cents, reason: act.reason, state: act.state },
    as: asOf(act),
    askedBy: nameOf(act.askedBy),
    askedOn: longDay(todayIn(timeZone, act.askedAt)),
    decidedBy: act.decidedBy && nameOf(act.decidedBy),
    isMine: act.askedBy === actor,
  }))
}
export type WaitingAct = Awaited<ReturnType<typeof readActs>>[number]

const asOf = ({ kind, details }: MoneyAct): string | undefined =>
  kind === 'give up' || kind === 'give back' ? `as ${details.as}` : undefined
