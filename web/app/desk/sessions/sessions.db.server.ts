import { and, asc, count, desc, eq, exists, gt, gte, inArray, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { coachableUntil, isCoachable } from '#meetings/attendance/window.ts'
import { isCoachedBy, lacksCoach } from '#meetings/coaches.db.server.ts'
import { meetings, sessionCoaches } from '#meetings/meetings.tables.ts'
import { sessionSpan } from '#meetings/spans.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, type Day } from '#platform/format/dates.ts'
import { pageOffset, perPage, toListPage } from '#platform/list-page.ts'
import { few } from '#ui/few-places.ts'
import type { SessionState } from './session-search.ts'

const isActive = sql<boolean>`(${events.isActive} and ${sessions.isActive})`

/** A session should have a coach so many days before. */
const coachDays = 14

/** For queries on sessions and events: current or soon, without a coach. */
export const needsCoach = (today: Day) =>
  and(isActive, gte(sessions.endsOn, today), lte(sessions.startsOn, addDays(today, coachDays)), lacksCoach)

/** For queries on sessions, as `takenOrKept`. */
export const placesGone = sql<number>`(${sessions.taken} + ${sessions.kept})`

/** Booked, with few places left or none. */
export const isAlmostFull = and(
  gt(sessions.taken, 0),
  sql`${sessions.places} - ${placesGone} <= least(${few.most}::int, ${sessions.places} / ${few.oneIn}::int)`,
)

export type ListedSession = Awaited<ReturnType<typeof sessionsFrom>>['sessions'][number]

export type SessionFilter = {
  /** Only this coach's active ones. */
  coachedBy?: string
  coach?: string | undefined
  /** Lacks a coach on this day. */
  uncoachedOn?: Day | undefined
  event?: string | undefined
  day?: Day | undefined
  state?: SessionState | undefined
  page?: number | undefined
}

/** One page of current and recent sessions, or past ones, and the total. */
export async function sessionsFrom(db: Db, now: Date, filter: SessionFilter = {}) {
  const condition = isListed(db, now, filter)
  const [row] = await db
    .select({ many: count() })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(condition)
  const page = toListPage(row?.many ?? 0, filter.page)
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
      span: sessionSpan,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(condition)
    .orderBy(...inOrder(filter))
    .limit(perPage)
    .offset(pageOffset(page))
  return {
    ...page,
    sessions: listed.map(({ span, ...session }) => ({
      ...session,
      hasNames: filter.coachedBy === undefined || isCoachable(span, now),
    })),
  }
}

const inOrder = ({ state }: SessionFilter) =>
  state === 'past'
    ? [desc(sessions.startsOn), desc(sessions.id)]
    : [desc(isActive), asc(sessions.startsOn), asc(sessions.id)]

/** A chosen day includes past sessions. */
function isListed(db: Db, now: Date, { coachedBy, coach, uncoachedOn, event, day, state }: SessionFilter) {
  const isCurrent = sql`${sessionSpan.endsAt} >= ${coachableUntil(now).toISOString()}::timestamptz`
  const isPast = state === 'past'
  return and(
    isPast ? not(isCurrent) : day ? undefined : isCurrent,
    coachedBy ? and(isActive, isCoachedBy(coachedBy)) : undefined,
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

/** A session with free-text hours has no meetings: counts on each of its days. */
function meetsOn(db: Db, day: Day): SQL | undefined {
  const planned = db
    .select({ id: meetings.sessionId })
    .from(meetings)
    .where(and(eq(meetings.day, day), eq(meetings.state, 'planned')))
  const itsMeetings = db.select({ id: meetings.id }).from(meetings).where(eq(meetings.sessionId, sessions.id))
  const isWithin = and(lte(sessions.startsOn, day), gte(sessions.endsOn, day))
  return or(inArray(sessions.id, planned), and(isWithin, not(exists(itsMeetings))))
}

/** Current and former coaches. */
export const coachesToChoose = (db: Db) =>
  db
    .selectDistinct({
      id: accounts.id,
      name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
    })
    .from(accounts)
    .innerJoin(sessionCoaches, eq(sessionCoaches.accountId, accounts.id))
    .orderBy(sql`2`)
