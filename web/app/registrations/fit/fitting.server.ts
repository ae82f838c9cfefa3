import { and, asc, eq, gte, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { openingColumns } from '#events/events.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { sessionText } from '#events/events.ts'
import { ageProblem } from '#events/fit/age-problem.ts'
import { findPerson, lockAccount } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, todayIn } from '#platform/format/dates.ts'
import { countTry } from '#platform/http/rate-limit.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { ageExceptions } from './age-exceptions.tables.ts'

export type Pair = { personId: string; sessionId: number }

export async function readFit(db: Db, accountId: string, pair: Pair) {
  const today = todayIn((await readProgramme(db)).timeZone)
  const player = await readPlayer(db, accountId, pair)
  const session = await readOfferedSession(db, pair)
  const rest = await listBookable(db, pair, session, today)
  const sessionsNow = player.birthday ? rest.filter((other) => !ageProblem(player, other)).slice(0, 2) : []
  return {
    message: ageProblem(player, session),
    needsBirthday: !player.birthday,
    exception: session.exception,
    sessions: sessionsNow.map(({ id, kind, eventId, event, ...other }) => ({
      event,
      text: sessionText(other),
      path: `/pages/${kind}/${eventId}?session=${id}&player=${player.id}`,
    })),
  }
}

async function readPlayer(db: Db, accountId: string, { personId }: Pair) {
  const player = orNotFound(await findPerson(db, accountId, personId))
  return player.role === 'parent' || !player.isActive ? refuse('not-found') : player
}

const fittingColumns = {
  id: sessions.id,
  eventId: sessions.eventId,
  kind: events.kind,
  event: events.name,
  number: sessions.number,
  startsOn: sessions.startsOn,
  endsOn: sessions.endsOn,
  description: sessions.description,
  agesFrom: sessions.agesFrom,
  agesTo: sessions.agesTo,
  agesOn: sessions.agesOn,
}
const isOffered = and(eq(events.isActive, true), eq(sessions.isActive, true))

async function readOfferedSession(db: Db, { personId, sessionId }: Pair) {
  const [session] = await db
    .select({ ...fittingColumns, exception: ageExceptions.state })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .leftJoin(
      ageExceptions,
      and(eq(ageExceptions.sessionId, sessions.id), eq(ageExceptions.personId, personId)),
    )
    .where(and(eq(sessions.id, sessionId), isOffered))
  return orNotFound(session)
}

/** More than a season has. */
const maxSessions = 1000
const hasPlaceIn = (personId: string) =>
  sql`exists (select from ${registrations} where ${registrations.personId} = ${personId}
    and ${registrations.sessionId} = ${sessions.id} and ${registrations.removedAt} is null)`

/** Sorted: the same event first, then the same kind, then by day. */
const listBookable = (
  db: Db,
  { personId, sessionId }: Pair,
  { eventId, kind }: { eventId: number; kind: string },
  today: Day,
) =>
  db
    .select(fittingColumns)
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(
      and(
        isOffered,
        ne(sessions.id, sessionId),
        gte(sessions.startsOn, today),
        isNull(openingColumns.opens),
        isNull(openingColumns.closedWords),
        or(isNull(sessions.places), lt(sql`${sessions.taken} + ${sessions.kept}`, sessions.places)),
        sql`not ${hasPlaceIn(personId)}`,
      ),
    )
    .orderBy(
      sql`${sessions.eventId} <> ${eventId}`,
      sql`${events.kind} <> ${kind}`,
      asc(sessions.startsOn),
      asc(sessions.id),
    )
    .limit(maxSessions)

const asksPerHour = { tries: 20, minutes: 60 }

/** Idempotent; returns the state of the request. */
export async function askForException(db: Db, accountId: string, pair: Pair) {
  await countTry(db, `exception:${accountId}`, asksPerHour)
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const player = await readPlayer(tx, accountId, pair)
    const { exception, ...session } = await readOfferedSession(tx, pair)
    if (exception) return exception
    const today = todayIn((await readProgramme(tx)).timeZone)
    const isHad = await tx.$count(
      registrations,
      and(
        eq(registrations.personId, pair.personId),
        eq(registrations.sessionId, pair.sessionId),
        isNull(registrations.removedAt),
      ),
    )
    if (isHad > 0 || session.startsOn < today || !player.birthday || !ageProblem(player, session))
      refuse('not-possible')
    await tx.insert(ageExceptions).values(pair).onConflictDoNothing()
    return 'asked' as const
  })
}
