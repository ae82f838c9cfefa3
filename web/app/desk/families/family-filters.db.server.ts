import { asc, desc, eq, exists } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayRange } from '#platform/format/dates.ts'

export const listEventChoices = (db: Db) =>
  db
    .select({ key: events.key, name: events.name })
    .from(events)
    .where(exists(db.select({ id: sessions.id }).from(sessions).where(eq(sessions.eventId, events.id))))
    .orderBy(asc(events.name), asc(events.key))

type Place = { event?: string | undefined; session?: number | undefined }

/** Sessions of the event, or of the session's event; latest first. */
export async function listSessionChoices(db: Db, { event, session }: Place) {
  const sessionEventId = db
    .select({ id: sessions.eventId })
    .from(sessions)
    .where(eq(sessions.id, session ?? 0))
  const rows = await db
    .select({
      id: sessions.id,
      event: events.key,
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(event ? eq(events.key, event) : eq(events.id, sessionEventId))
    .orderBy(desc(sessions.startsOn), asc(sessions.number))
  return rows.map(({ id, event, number, startsOn, endsOn }) => ({
    ...{ id, event },
    name: `Session ${number}, ${dayRange(startsOn, endsOn)}`,
  }))
}
