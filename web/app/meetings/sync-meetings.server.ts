import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { type KnownMeeting, type MeetingChanges, meetingChanges } from './meeting-changes.ts'
import { meetings, sessionCoaches } from './meetings.tables.ts'
import { type MeetingPlan, planMeetings } from './plan-meetings.ts'

export type SessionMeetings = MeetingPlan & { sessionId: number; court: string | null; isOn: boolean }

/** Brings the meetings of these sessions in line with what the sessions say, in the transaction that changed them. */
export async function syncMeetings(tx: Db, sessions: SessionMeetings[], today: Day): Promise<void> {
  const changed = await outOfStep(tx, sessions, today)
  if (changed.length === 0) return
  const isOfThem = inArray(
    meetings.sessionId,
    changed.map(({ sessionId }) => sessionId),
  )
  // From here on nobody marks them: what is deleted has no mark.
  await tx.select({ id: meetings.id }).from(meetings).where(isOfThem).orderBy(asc(meetings.id)).for('update')
  for (const { sessionId, changes } of await outOfStep(tx, sessions, today))
    await write(tx, sessionId, changes)
}

async function outOfStep(tx: Db, sessions: SessionMeetings[], today: Day) {
  const known = await knownMeetings(
    tx,
    sessions.map(({ sessionId }) => sessionId),
  )
  return sessions.flatMap((session) => {
    const own = known.filter(({ sessionId }) => sessionId === session.sessionId)
    const changes = changesOf(session, own, today)
    return Object.values(changes).some((list) => list.length > 0)
      ? [{ sessionId: session.sessionId, changes }]
      : []
  })
}

/** Of a closed session only what was already is left. */
function changesOf(session: SessionMeetings, known: KnownMeeting[], today: Day): MeetingChanges {
  const planned = planMeetings(session).filter(({ day }) => session.isOn || day < today)
  return meetingChanges(
    known,
    planned.map((meeting) => ({ ...meeting, court: session.court })),
    today,
  )
}

/** Deletes the meetings of a session that is deleted; one that is referred to stays, and with it the session. */
export async function removeMeetings(tx: Db, sessionId: number): Promise<void> {
  await tx.delete(meetings).where(eq(meetings.sessionId, sessionId))
  await tx.delete(sessionCoaches).where(eq(sessionCoaches.sessionId, sessionId))
}

/** A family may have it in a calendar: what is not to be is then cancelled, and stays. */
const isBooked = sql<boolean>`exists (select 1 from registrations
  where registrations.session_id = meetings.session_id and removed_at is null)`

/**
 * Whether anything refers to a meeting, or a phone may have marked it without a connection: then it is never deleted,
 * and stays on its day. Marks count from two hours before it starts.
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
