import { sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { attendance } from '#meetings/attendance/attendance.tables.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { meetings } from './meetings.tables.ts'

const zone = sql`(select ${programme.timeZone} from ${programme})`
const moment = attendance.at

/** As instants, by the programme's wall clock. */
export const meetingSpan = {
  startsAt: sql`(${meetings.day} + ${meetings.starts}) at time zone ${zone}`.mapWith(moment),
  endsAt: sql`(${meetings.day} + ${meetings.ends}) at time zone ${zone}`.mapWith(moment),
}

const plannedAggregate = (what: string) =>
  sql`(select ${sql.raw(what)} from meetings as planned
    where planned.session_id = ${sessions.id} and planned.state = 'planned')`

/** From the first planned meeting to the last; without any, the session's days. For a select with joins. */
export const sessionSpan = {
  startsAt:
    sql`coalesce(${plannedAggregate('min(planned.day + planned.starts)')}, ${sessions.startsOn}::timestamp) at time zone ${zone}`.mapWith(
      moment,
    ),
  endsAt:
    sql`coalesce(${plannedAggregate('max(planned.day + planned.ends)')}, ${sessions.endsOn}::date + time '24:00') at time zone ${zone}`.mapWith(
      moment,
    ),
}
