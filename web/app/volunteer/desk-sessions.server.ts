import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { openingColumns } from '#events/events.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { placesLeft } from '#events/events.ts'
import type { Db } from '#platform/database.server.ts'
import { dayAndTime, dayRange, todayIn, yearOf } from '#platform/dates.ts'
import { price } from '#platform/money.ts'
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
      closedWords: openingColumns.closedWords,
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
    const closed = session.closedWords ? ', registration is closed' : ''
    const dates = dayRange(startsOn, endsOn, yearOf(today))
    return {
      value: `${id} ${priceCents}`,
      words: `${event}, Session ${number}, ${dates}, ${price(priceCents)}${places}${opens}${closed}`,
      needsReason: session.opensLater || session.closedWords !== null,
    }
  })
}

/** Why nobody registers for a session now without a reason, in a sentence; undefined where it is open. */
export async function whyNotOpen(db: Db, sessionId: number): Promise<string | undefined> {
  const { closedWords } = openingColumns
  const [session] = await db
    .select({ opensLater, closedWords })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  if (session?.opensLater) return 'Registration is not open yet. Write why this player is registered before.'
  if (session?.closedWords) return 'Registration is closed. Write why this player is registered all the same.'
  return undefined
}
