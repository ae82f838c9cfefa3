import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { type KnownMeeting, type MeetingChanges, meetingChanges } from './meeting-changes.ts'
import { meetings, sessionCoaches } from './meetings.tables.ts'
import { type MeetingPlan, planMeetings } from './plan-meetings.ts'

export type SessionMeetings = MeetingPlan & { sessionId: number; court: string | null; isOn: boolean }

/** Syncs meetings with their sessions' plans, in the transaction that changed the sessions. */
export async function syncMeetings(tx: Db, sessions: SessionMeetings[], today: Day): Promise<void> {
  const changed = await outOfStep(tx, sessions, today)
  if (changed.length === 0) return
  const isAffected = inArray(
    meetings.sessionId,
    changed.map(({ sessionId }) => sessionId),
  )
  // Locks against marking from here on, so that deleted meetings have no marks.
  await tx
    .select({ id: meetings.id })
    .from(meetings)
    .where(isAffected)
    .orderBy(asc(meetings.id))
    .for('update')
  for (const { sessionId, changes } of await outOfStep(tx, sessions, today))
    await write(tx, sessionId, changes)
}

async function outOfStep(tx: Db, sessions: SessionMeetings[], today: Day) {
  const known = await knownMeetings(
    tx,
    sessions.map(({ sessionId }) => sessionId),
  )
  return sessions.flatMap((session) => {
    const sessionMeetings = known.filter(({ sessionId }) => sessionId === session.sessionId)
    const changes = diffMeetings(session, sessionMeetings, today)
    return Object.values(changes).some((list) => list.length > 0)
      ? [{ sessionId: session.sessionId, changes }]
      : []
  })
}

/** A closed session keeps only its past meetings. */
function diffMeetings(session: SessionMeetings, known: KnownMeeting[], today: Day): MeetingChanges {
  const planned = planMeetings(session).filter(({ day }) => session.isOn || day < today)
  return meetingChanges(
    known,
    planned.map((meeting) => ({ ...meeting, court: session.court })),
    today,
  )
}

/** For a session's deletion; fails by foreign key if a meeting is referenced. */
export async function removeMeetings(tx: Db, sessionId: number): Promise<void> {
  await tx.delete(meetings).where(eq(meetings.sessionId, sessionId))
  await tx.delete(sessionCoaches).where(eq(sessionCoaches.sessionId, sessionId))
}

/** May be in a family's calendar: is cancelled instead of deleted. */
const isBooked = sql<boolean>`exists (select 1 from registrations
  where registrations.session_id = meetings.session_id and removed_at is null)`

/**
 * Referenced, or possibly marked on an offline phone: not deleted and not moved. Marks count from two hours before the
 * start.
 */
const isUsed = sql<boolean>`(${sql.join(
  ['attendance', 'absences', 'care_views', 'meeting_notes', 'meeting_guests', 'meeting_coaches'].map(
    (table) => sql.raw(`exists (select 1 from ${table} where ${table}.meeting_id = meetings.id)`),
  ),
  sql` or `,
)} or exists (select 1 from meetings later where later.replaces_id = meetings.id)
  or (meetings.day + meetings.starts) at time zone (select time_zone from programme) < now() + interval '2 hours')`

function knownMeetings(tx: Db, sessionIds: number[]) {
  const { id, sessionId, day, starts, ends, court, state } = meetings
  return tx
    .select({ id, sessionId, day, starts, ends, court, state, isUsed, isBooked })
    .from(meetings)
    .where(inArray(sessionId, sessionIds))
    .orderBy(asc(day), asc(starts), asc(id))
}

const later = sql`${meetings.sequence} + 1`

async function write(tx: Db, sessionId: number, { added, changed, cancelled, removed }: MeetingChanges) {
  for (const { id, why } of cancelled)
    await tx.update(meetings).set({ state: 'cancelled', why, sequence: later }).where(eq(meetings.id, id))
  if (removed.length > 0) await tx.delete(meetings).where(inArray(meetings.id, removed))
  for (const { id, ...meeting } of changed)
    await tx
      .update(meetings)
      .set({ ...meeting, state: 'planned', why: null, sequence: later })
      .where(eq(meetings.id, id))
  if (added.length > 0) await tx.insert(meetings).values(added.map((meeting) => ({ ...meeting, sessionId })))
}
