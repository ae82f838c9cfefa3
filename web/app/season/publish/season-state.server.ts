import { asc, sql } from 'drizzle-orm'
import { events, sessions, staff } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { programme } from '#platform/settings/programme.tables.ts'

/** The stored season, read without locks. */
export type SeasonState = Awaited<ReturnType<typeof readState>>
export type KnownSession = SeasonState['sessions'][number]

/** Base of relative days; undefined before the first import. */
export async function seasonBase(db: Db): Promise<Day | undefined> {
  const [row] = await db.select({ base: programme.seasonBase }).from(programme)
  return row?.base ?? undefined
}

export async function readState(db: Db) {
  const [programmeRow] = await db.select().from(programme)
  return {
    programme: programmeRow,
    staff: await db.select().from(staff).orderBy(asc(staff.position), asc(staff.id)),
    events: await db.select().from(events).orderBy(asc(events.id)),
    sessions: await readSessions(db),
  }
}

/** `isUsed`: referenced by other rows, so it is closed instead of deleted. */
async function readSessions(db: Db) {
  const rows = await db
    .select({ session: sessions, coaches: coachEmails, isUsed })
    .from(sessions)
    .orderBy(asc(sessions.startsOn), asc(sessions.number), asc(sessions.id))
  return rows.map(({ session, ...computed }) => ({ ...session, ...computed }))
}

const coachEmails = sql<string[]>`array(select accounts.email from session_coaches
  join accounts on accounts.id = session_coaches.account_id
  where session_coaches.session_id = sessions.id order by accounts.email collate "C")`

const isUsed = sql<boolean>`(exists (select 1 from registrations where registrations.session_id = sessions.id)
  or exists (select 1 from waiting_entries where waiting_entries.session_id = sessions.id)
  or exists (select 1 from message_sessions where message_sessions.session_id = sessions.id)
  or exists (select 1 from meetings where meetings.session_id = sessions.id and (
    exists (select 1 from attendance where attendance.meeting_id = meetings.id)
    or exists (select 1 from absences where absences.meeting_id = meetings.id)
    or exists (select 1 from care_views where care_views.meeting_id = meetings.id)
    or exists (select 1 from meeting_notes where meeting_notes.meeting_id = meetings.id)
    or exists (select 1 from meeting_guests where meeting_guests.meeting_id = meetings.id)
    or exists (select 1 from meeting_coaches where meeting_coaches.meeting_id = meetings.id))))`
