import { asc, eq } from 'drizzle-orm'
import { formatHours } from '#meetings/hours.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { byTime, type PlannedMeeting } from '#meetings/plan-meetings.ts'
import type { Db } from '#platform/database/database.server.ts'
import { weekdayDay } from './weekday-day.ts'

export type ListedMeeting = Awaited<ReturnType<typeof meetingsAt>>[number]

/** Planned meetings, with ids where published, and cancelled ones. */
export async function meetingsAt(db: Db, sessionId: number | undefined, planned: PlannedMeeting[]) {
  const known = sessionId === undefined ? [] : await listAllMeetings(db, sessionId)
  const cancelled = known.filter(({ state }) => state === 'cancelled')
  const listed = [
    ...planned.map(({ day, starts, ends }) => ({
      ...{ day, starts, ends, why: undefined },
      id: known.find((row) => row.state === 'planned' && row.day === day && row.starts.startsWith(starts))
        ?.id,
    })),
    ...cancelled.map(({ day, starts, ends, why }) => ({
      ...{ day, starts: starts.slice(0, 5), ends: ends.slice(0, 5), why: why ?? 'It does not take place.' },
      id: undefined,
    })),
  ]
  return listed.sort(byTime).map(({ day, starts, ends, ...meeting }) => ({
    ...meeting,
    key: `${day} ${starts} ${meeting.why ?? ''}`,
    day: weekdayDay(day),
    hours: formatHours({ starts, ends }),
  }))
}

const listAllMeetings = (db: Db, sessionId: number) =>
  db
    .select()
    .from(meetings)
    .where(eq(meetings.sessionId, sessionId))
    .orderBy(asc(meetings.day), asc(meetings.starts))
