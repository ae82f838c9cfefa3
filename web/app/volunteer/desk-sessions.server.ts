import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { placesLeft } from '#events/events.ts'
import type { Db } from '#platform/database.server.ts'
import { dayAndTime, dayRange, todayIn, yearOf } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'

const opensLater = sql<boolean>`coalesce(${sessions.opensAt} > now(), false)`

/** What a player can be registered for at the desk, each with its places and its price; `value` names it with that price. */
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
      opensAt: sessions.opensAt,
      opensLater,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(eq(events.isActive, true), eq(sessions.isActive, true), gte(sessions.startsOn, today)))
    .orderBy(asc(sessions.startsOn), asc(events.name), asc(sessions.number))
  return rows.map(({ id, event, number, startsOn, endsOn, priceCents, opensAt, ...session }) => {
    const left = placesLeft(session)
    const places =
      left === undefined ? '' : left === 0 ? ', full' : `, ${left} of ${session.places} places left`
    const opens = opensAt && session.opensLater ? `, opens ${dayAndTime(opensAt, timeZone)}` : ''
    const dates = dayRange(startsOn, endsOn, yearOf(today))
    return {
      value: `${id} ${priceCents}`,
      words: `${event}, Session ${number}, ${dates}, ${dollars(priceCents)}${places}${opens}`,
      opensLater: session.opensLater,
    }
  })
}

/** Whether registration for a session opens only later, by the database's clock. */
export async function isBeforeOpening(db: Db, sessionId: number): Promise<boolean> {
  const [session] = await db.select({ opensLater }).from(sessions).where(eq(sessions.id, sessionId))
  return session?.opensLater ?? false
}
