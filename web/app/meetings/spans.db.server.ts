import { sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { attendance } from '#meetings/attendance/attendance.tables.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { meetings } from './meetings.tables.ts'

const zone = sql`(select ${programme.timeZone} from ${programme})`
const moment = attendance.at

/** When a meeting begins and ends, by the programme's wall clock. */
export const meetingSpan = {
  startsAt: sql`(${meetings.day} + ${meetings.starts}) at time zone ${zone}`.mapWith(moment),
  endsAt: sql`(${meetings.day} + ${meetings.ends}) at time zone ${zone}`.mapWith(moment),
}

const ofPlanned = (what: string) =>
  sql`(select ${sql.raw(what)} from meetings as planned
    where planned.session_id = ${sessions.id} and planned.state = 'planned')`

/** From a session's first planned meeting to its last; where none is planned, its own days. For a select with joins. */
export const sessionSpanOf = {
  startsAt:
    sql`coalesce(${ofPlanned('min(planned.day + planned.starts)')}, ${sessions.startsOn}::timestamp) at time zone ${zone}`.mapWith(
      moment,
    ),
  endsAt:
    sql`coalesce(${ofPlanned('max(planned.day + planned.ends)')}, ${sessions.endsOn}::date + time '24:00') at time zone ${zone}`.mapWith(
      moment,
    ),
}
