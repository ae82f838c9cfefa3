import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { isCoachedBy, lacksCoach } from '#meetings/coaches.db.server.ts'
import { sessionSpanOf } from '#meetings/spans.db.server.ts'
import { coachableUntil, isCoachable } from '#meetings/window.ts'
import type { Db } from '#platform/database.server.ts'
import { addDays, type Day } from '#platform/dates.ts'

const isActive = sql<boolean>`(${events.isActive} and ${sessions.isActive})`

/** So early a session should have its coach. */
const coachDays = 14

/** In a query that reads sessions and events: one that goes on or begins soon, and that nobody coaches. */
export const needsCoach = (today: Day) =>
  and(isActive, gte(sessions.endsOn, today), lte(sessions.startsOn, addDays(today, coachDays)), lacksCoach)

export type ListedSession = Awaited<ReturnType<typeof sessionsFrom>>[number]

/**
 * The sessions that go on, are to come or have just ended: all, those of one coach that are not closed, or those that
 * need a coach on this day.
 */
export async function sessionsFrom(db: Db, now: Date, which: { coach?: string; uncoachedOn?: Day } = {}) {
  const { coach, uncoachedOn } = which
  const isLeft = sql`${sessionSpanOf.endsAt} >= ${coachableUntil(now).toISOString()}::timestamptz`
  const listed = await db
    .select({
      id: sessions.id,
      eventKey: events.key,
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
    .where(
      and(
        isLeft,
        coach ? and(isActive, isCoachedBy(coach)) : undefined,
        uncoachedOn ? needsCoach(uncoachedOn) : undefined,
      ),
    )
    .orderBy(desc(isActive), asc(sessions.startsOn), asc(sessions.id))
    .limit(300)
  return listed.map(({ span, ...session }) => ({
    ...session,
    hasNames: coach === undefined || isCoachable(span, now),
  }))
}
