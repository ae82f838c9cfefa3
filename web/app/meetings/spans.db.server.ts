import { and, eq, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { programme } from '#platform/programme.tables.ts'
import { attendance } from './attendance.tables.ts'
import { meetings } from './meetings.tables.ts'
import type { Span } from './window.ts'

const zone = sql`(select ${programme.timeZone} from ${programme})`
const moment = attendance.at

/** From a session's first planned meeting to its last; where none is planned, its own days. */
export async function sessionSpan(db: Db, sessionId: number): Promise<Span | undefined> {
  const planned = and(eq(meetings.sessionId, sessions.id), eq(meetings.state, 'planned'))
  const [span] = await db
    .select({
      startsAt:
        sql`coalesce(min(${meetings.day} + ${meetings.starts}), ${sessions.startsOn}::timestamp) at time zone ${zone}`.mapWith(
          moment,
        ),
      endsAt:
        sql`coalesce(max(${meetings.day} + ${meetings.ends}), ${sessions.endsOn}::date + time '24:00') at time zone ${zone}`.mapWith(
          moment,
        ),
    })
    .from(sessions)
    .leftJoin(meetings, planned)
    .where(eq(sessions.id, sessionId))
    .groupBy(sessions.id)
  return span
}
