import { and, asc, count, desc, eq, exists, gt, gte, inArray, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { coachableUntil, isCoachable } from '#meetings/attendance/window.ts'
import { isCoachedBy, lacksCoach } from '#meetings/guests/coaches.db.server.ts'
import { meetings, sessionCoaches } from '#meetings/meetings.tables.ts'
import { sessionSpanOf } from '#meetings/spans.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, type Day } from '#platform/format/dates.ts'
import { offsetOf, pageOf, perPage } from '#platform/list-page.ts'
import { few } from '#ui/few-places.ts'
import type { SessionState } from './session-search.ts'

const isActive = sql<boolean>`(${events.isActive} and ${sessions.isActive})`

/** So early a session should have its coach. */
const coachDays = 14

/** In a query that reads sessions and events: one that goes on or begins soon, and that nobody coaches. */
export const needsCoach = (today: Day) =>
  and(isActive, gte(sessions.endsOn, today), lte(sessions.startsOn, addDays(today, coachDays)), lacksCoach)

/** In a query of sessions: as `takenOrKept`, what nobody else can have. */
export const placesGone = sql<number>`(${sessions.taken} + ${sessions.kept})`

/** Somebody has booked it, and few places are left or none. */
export const isAlmostFull = and(
  gt(sessions.taken, 0),
  sql`${sessions.places} - ${placesGone} <= least(${few.most}::int, ${sessions.places} / ${few.oneIn}::int)`,
)

export type ListedSession = Awaited<ReturnType<typeof sessionsFrom>>['sessions'][number]

export type SessionFilter = {
  /** Only the coach's own that are not closed. */
  own?: string
  coach?: string | undefined
  /** Needs a coach on this day. */
  uncoachedOn?: Day | undefined
  event?: string | undefined
  day?: Day | undefined
  state?: SessionState | undefined
  page?: number | undefined
}

/** A page of the sessions that go on, are to come or have just ended, or of those before, and how many a filter leaves. */
export async function sessionsFrom(db: Db, now: Date, filter: SessionFilter = {}) {
  const which = isListed(db, now, filter)
  const [row] = await db
    .select({ many: count() })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(which)
  const page = pageOf(row?.many ?? 0, filter.page)
  const listed = await db
    .select({
      id: sessions.id,
      eventKey: events.key,
      event: events.name,
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      description: sessions.description,
      taken: placesGone,
      waiting: sessions.waiting,
      places: sessions.places,
      isActive,
      span: sessionSpanOf,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(which)
    .orderBy(...inOrder(filter))
    .limit(perPage)
    .offset(offsetOf(page))
  return {
    ...page,
    sessions: listed.map(({ span, ...session }) => ({
      ...session,
      hasNames: filter.own === undefined || isCoachable(span, now),
    })),
  }
}

const inOrder = ({ state }: SessionFilter) =>
  state === 'past'
    ? [desc(sessions.startsOn), desc(sessions.id)]
    : [desc(isActive), asc(sessions.startsOn), asc(sessions.id)]

/** A day names its sessions also where they are over. */
function isListed(db: Db, now: Date, { own, coach, uncoachedOn, event, day, state }: SessionFilter) {
  const isLeft = sql`${sessionSpanOf.endsAt} >= ${coachableUntil(now).toISOString()}::timestamptz`
  const isPast = state === 'past'
  return and(
    isPast ? not(isLeft) : day ? undefined : isLeft,
    own ? and(isActive, isCoachedBy(own)) : undefined,
    coach ? isCoachedBy(coach) : undefined,
    uncoachedOn ? needsCoach(uncoachedOn) : undefined,
    event ? eq(events.key, event) : undefined,
    day ? meetsOn(db, day) : undefined,
    state && isInState[state],
  )
}

const isInState: Record<SessionState, SQL | undefined> = {
  full: and(isActive, sql`${placesGone} >= ${sessions.places}`),
  few: and(isActive, isAlmostFull, sql`${placesGone} < ${sessions.places}`),
  closed: not(isActive),
  past: undefined,
}

/** A session whose hours are words has no meetings, and counts on each of its days. */
function meetsOn(db: Db, day: Day): SQL | undefined {
  const planned = db
    .select({ id: meetings.sessionId })
    .from(meetings)
    .where(and(eq(meetings.day, day), eq(meetings.state, 'planned')))
  const ofSession = db.select({ id: meetings.id }).from(meetings).where(eq(meetings.sessionId, sessions.id))
  const isWithin = and(lte(sessions.startsOn, day), gte(sessions.endsOn, day))
  return or(inArray(sessions.id, planned), and(isWithin, not(exists(ofSession))))
}

/** Who coaches, or coached, a session. */
export const coachesToChoose = (db: Db) =>
  db
    .selectDistinct({
      id: accounts.id,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
    })
    .from(accounts)
    .innerJoin(sessionCoaches, eq(sessionCoaches.accountId, accounts.id))
    .orderBy(sql`2`)
