import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { isCoachedBy } from '#meetings/coaches.db.server.ts'
import { sessionSpanOf } from '#meetings/spans.db.server.ts'
import { coachableUntil, isCoachable } from '#meetings/window.ts'
import type { Db } from '#platform/database.server.ts'

export type ListedSession = Awaited<ReturnType<typeof sessionsFrom>>[number]

const isActive = sql<boolean>`(${events.isActive} and ${sessions.isActive})`

/** The sessions that go on, are to come or have just ended: all, or those of one coach that are not closed. */
export async function sessionsFrom(db: Db, now: Date, coach?: string) {
  const isLeft = sql`${sessionSpanOf.endsAt} >= ${coachableUntil(now).toISOString()}::timestamptz`
  const listed = await db
    .select({
      id: sessions.id,
      event: events.name,
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      description: sessions.description,
      taken: sessions.taken,
      places: sessions.places,
      isActive,
      span: sessionSpanOf,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(isLeft, coach ? and(isActive, isCoachedBy(coach)) : undefined))
    .orderBy(desc(isActive), asc(sessions.startsOn), asc(sessions.id))
    .limit(300)
  return listed.map(({ span, ...session }) => ({
    ...session,
    hasNames: coach === undefined || isCoachable(span, now),
  }))
}
