import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { describeWaiting } from '#desk/waiting-list/place-text.ts'
import { openingColumns } from '#events/events.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { placesLeft } from '#events/events.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, dayAndTime, dayRange, todayIn, toYear } from '#platform/format/dates.ts'
import { price } from '#platform/format/money.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'

/** The desk registers until the last meeting, or the last day without meetings. */
const lastDay = sql<Day>`coalesce((select max(day) from meetings
  where meetings.session_id = "sessions"."id" and meetings.state = 'planned'), ${sessions.endsOn})::text`

const opensLater = sql<boolean>`coalesce(${sessions.opensAt} > now(), false)`

/** Choices for registering at the desk; `value` is the id with the price shown. */
export async function sessionsToRegister(db: Db) {
  const { timeZone } = await readProgramme(db)
  const today = todayIn(timeZone)
  const rows = await db
    .select({
      id: sessions.id,
      event: events.name,
      priceCents: events.priceCents,
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      places: sessions.places,
      taken: sessions.taken,
      kept: sessions.kept,
      waiting: sessions.waiting,
      opensAt: sessions.opensAt,
      opensLater,
      closedWords: openingColumns.closedWords,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(eq(events.isActive, true), eq(sessions.isActive, true), gte(lastDay, today)))
    .orderBy(
      sql`${sessions.startsOn} < ${today}`,
      asc(sessions.startsOn),
      asc(events.name),
      asc(sessions.number),
    )
  return rows.map(({ id, event, number, startsOn, endsOn, priceCents, opensAt, ...session }) => {
    const free = placesLeft(session)
    const places =
      free === undefined
        ? ''
        : free === 0
          ? `, full${session.waiting > 0 ? `, ${describeWaiting(session.waiting)}` : ''}`
          : `, ${free} of ${session.places} places left`
    const opens = opensAt && session.opensLater ? `, opens ${dayAndTime(opensAt, timeZone)}` : ''
    const closed = session.closedWords ? ', registration is closed' : ''
    const hasBegun = startsOn < today
    const dates = dayRange(startsOn, endsOn, toYear(today))
    const needsReason = hasBegun || session.opensLater || session.closedWords !== null
    return {
      id,
      value: `${id} ${priceCents}`,
      label: `${event}, Session ${number}, ${dates}, ${price(priceCents)}${places}${hasBegun ? ', has begun' : ''}${opens}${closed}`,
      needsReason,
      /** Full, and open for its waiting list. */
      mayWait: free === 0 && !needsReason,
    }
  })
}

/** Last day for registering, and the sentence if a reason is required. */
export async function deskOpening(db: Db, sessionId: number) {
  const { timeZone } = await readProgramme(db)
  const { startsOn } = sessions
  const [session] = await db
    .select({ startsOn, lastDay, opensLater, closedWords: openingColumns.closedWords })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return { lastDay: session?.lastDay, asksWhy: session && whyToSay(session, todayIn(timeZone)) }
}

function whyToSay(
  session: { startsOn: Day; opensLater: boolean; closedWords: string | null },
  today: Day,
): string | undefined {
  if (session.startsOn < today) return 'This session has begun. Write why this player joins now.'
  if (session.opensLater) return 'Registration is not open yet. Write why this player is registered before.'
  if (session.closedWords) return 'Registration is closed. Write why this player is registered all the same.'
  return undefined
}
