import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { isCoachedBy } from '#meetings/coaches.db.server.ts'
import type { Db } from '#platform/database.server.ts'
import { addDays, type Day } from '#platform/dates.ts'

/** A coach sees names from so many days before a session to so many after it, and the list does too. */
const coachDays = 7

export type ListedSession = Awaited<ReturnType<typeof sessionsFrom>>[number]

/** The sessions that go on, are to come or have just ended: all, or those of one coach. */
export const sessionsFrom = (db: Db, today: Day, coach?: string) =>
  db
    .select({
      id: sessions.id,
      event: events.name,
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      description: sessions.description,
      taken: sessions.taken,
      places: sessions.places,
      hasNames: sql<boolean>`${coach === undefined} or ${sessions.startsOn} <= ${addDays(today, coachDays)}`,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(gte(sessions.endsOn, addDays(today, -coachDays)), coach ? isCoachedBy(coach) : undefined))
    .orderBy(asc(sessions.startsOn), asc(sessions.id))
    .limit(300)
