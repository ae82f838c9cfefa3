import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { type MoneyAct, moneyActs } from '#offline-payments/money-acts/money-acts.tables.ts'
import { actorNames } from '#people/actors.db.server.ts'
import { familyIds, familyNow, writtenFor } from '#people/families.db.server.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'

/** Acts to approve, oldest first. */
export const waitingActs = (db: Db, actor: string) => readActs(db, actor, eq(moneyActs.state, 'asked'))

export const listFamilyActs = (db: Db, actor: string, familyId: string) =>
  readActs(
    db,
    actor,
    sql`${eq(moneyActs.state, 'asked')} and ${inArray(moneyActs.familyId, familyIds(familyId))}`,
  )

export const actAt = async (db: Db, actor: string, id: string) =>
  (await readActs(db, actor, eq(moneyActs.id, id)))[0]

async function readActs(db: Db, actor: string, filter: SQL | undefined) {
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
    .where(filter)
    .orderBy(asc(moneyActs.askedAt), asc(moneyActs.id))
    .limit(100)
  const { timeZone } = await readProgramme(db)
  const actorName = await actorNames(
    db,
    rows.flatMap(({ act }) => [act.askedBy, ...(act.decidedBy ? [act.decidedBy] : [])]),
  )
  return rows.map(({ act, ...row }) => ({
    ...row,
    ...{ id: act.id, kind: act.kind, cents: act.cents, reason: act.reason, state: act.state },
    as: describeAs(act),
    askedBy: actorName(act.askedBy),
    askedOn: longDay(todayIn(timeZone, act.askedAt)),
    decidedBy: act.decidedBy && actorName(act.decidedBy),
    isMine: act.askedBy === actor,
  }))
}
export type WaitingAct = Awaited<ReturnType<typeof readActs>>[number]

const describeAs = ({ kind, details }: MoneyAct): string | undefined =>
  kind === 'give up' || kind === 'give back' ? `as ${details.as}` : undefined
