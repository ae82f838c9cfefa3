import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { events, sessions } from '#events/events.tables.ts'
import { absences } from '#meetings/attendance/attendance.tables.ts'
import { countingMark, type Mark } from '#meetings/attendance/attendance.ts'
import { formatHours } from '#meetings/hours.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { listAbsences, listMarks } from '#meetings/sheet/roster.db.server.ts'
import { meetingSpan } from '#meetings/spans.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayWithWeekday } from '#platform/format/dates.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'

export const AbsenceForm = z.object({
  meeting: z.uuid('Choose a meeting.'),
  is_absent: z.enum(['yes', 'no']),
})

type PlayerKey = { accountId: string; personId: string }

const meetingsFor = (db: Db, { accountId, personId }: PlayerKey) =>
  db
    .select({
      id: meetings.id,
      day: meetings.day,
      starts: meetings.starts,
      ends: meetings.ends,
      state: meetings.state,
      why: meetings.why,
      event: events.name,
      number: sessions.number,
      registrationId: registrations.id,
      hasStarted: sql<boolean>`${meetingSpan.startsAt} <= now()`,
    })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .innerJoin(meetings, eq(meetings.sessionId, sessions.id))
    .where(
      and(
        eq(registrations.accountId, accountId),
        eq(registrations.personId, personId),
        isNull(registrations.removedAt),
        isNull(registrations.heldUntil),
      ),
    )
    .orderBy(asc(meetings.day), asc(meetings.starts))

export type PlayerMeeting = Awaited<ReturnType<typeof listPlayerMeetings>>[number]

/** The player's meetings, cancelled ones included, each with its mark or reported absence. */
export async function listPlayerMeetings(db: Db, player: PlayerKey) {
  const rows = await meetingsFor(db, player)
  const ids = rows.map(({ id }) => id)
  const isOfPlayer = ({ personId }: { personId: string }) => personId === player.personId
  const marks = (await listMarks(db, ids)).filter(isOfPlayer)
  const reported = (await listAbsences(db, ids)).filter(isOfPlayer)
  return rows.map(({ id, day, event, number, hasStarted, state, why, ...hours }) => {
    const absence = reported.find(({ meetingId }) => meetingId === id) ?? null
    const log = marks.filter(({ meetingId }) => meetingId === id)
    const mark: Mark | undefined = countingMark(log, absence)?.mark
    const when = `${dayWithWeekday(day)}, ${formatHours(hours)}`
    return {
      id,
      when,
      session: `${event}, session ${number}`,
      hasStarted,
      isCancelled: state === 'cancelled',
      why,
      mark,
      isReported: absence !== null,
    }
  })
}

/** Reports an absence, or takes it back, until the meeting starts. */
export function reportAbsence(
  db: Db,
  player: PlayerKey,
  meetingId: string,
  isAbsent: boolean,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { hasStarted, registrationId } = orNotFound(
      (await meetingsFor(tx, player)).find(({ id, state }) => id === meetingId && state === 'planned'),
    )
    if (hasStarted) refuse('not-possible', 'This meeting has started. Call us if something is the matter.')
    const now = new Date()
    const change = isAbsent ? { reportedAt: now, takenBackAt: null } : { takenBackAt: now }
    await tx
      .insert(absences)
      .values({ meetingId, personId: player.personId, registrationId, ...change })
      .onConflictDoUpdate({ target: [absences.meetingId, absences.personId], set: change })
  })
}
