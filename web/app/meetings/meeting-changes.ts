import { type Day, longDay } from '#platform/format/dates.ts'
import type { Meeting } from './meetings.tables.ts'
import type { PlannedMeeting } from './plan-meetings.ts'

/**
 * `isUsed`: referenced by marks, absences, views, notes, guests or substitutes, or possibly by marks on an offline
 * phone.
 */
export type KnownMeeting = Pick<Meeting, 'id' | 'day' | 'starts' | 'ends' | 'court' | 'state'> & {
  isUsed: boolean
  /** Has registrations: calendars may contain it, so it is cancelled, never deleted. */
  isBooked: boolean
}
type TargetMeeting = PlannedMeeting & { court: string | null }

export type MeetingChanges = {
  added: (TargetMeeting & { replacesId: string | null })[]
  /** Keep their ids; cancelled ones become planned again. */
  changed: (TargetMeeting & { id: string })[]
  cancelled: { id: string; why: string }[]
  removed: string[]
}

/**
 * Diff of a session's meetings and its plan. Past meetings stay, and none are added in the past if any is kept. A moved
 * meeting keeps its id, unless it is used: then it is cancelled and replaced.
 */
export function meetingChanges(known: KnownMeeting[], planned: TargetMeeting[], today: Day): MeetingChanges {
  const changes: MeetingChanges = { added: [], changed: [], cancelled: [], removed: [] }
  const isUpcoming = ({ day }: { day: Day }) => day >= today
  const keepsNone =
    !planned.some(isUpcoming) &&
    known.every((row) => isUpcoming(row) && row.state === 'planned' && !row.isUsed)
  const isOpen = (meeting: { day: Day }) => isUpcoming(meeting) || keepsNone || known.length === 0
  const unmatched = known.filter(({ state }) => state === 'planned')
  const missing: TargetMeeting[] = []
  for (const meeting of planned) {
    const at = unmatched.findIndex(isAt(meeting))
    const [row] = at < 0 ? [] : unmatched.splice(at, 1)
    if (!isOpen(meeting)) continue
    if (!row) missing.push(meeting)
    else if (row.ends.slice(0, 5) !== meeting.ends || row.court !== meeting.court)
      changes.changed.push({ id: row.id, ...meeting })
  }
  const gone = unmatched.filter(isOpen)
  const cancelled = known.filter(({ state }) => state === 'cancelled')
  for (const meeting of missing) {
    const before = cancelled.find(isAt(meeting))
    if (before) {
      changes.changed.push({ id: before.id, ...meeting })
      continue
    }
    const moved = takeNext(gone, meeting)
    if (moved && !moved.isUsed) changes.changed.push({ id: moved.id, ...meeting })
    else {
      if (moved) changes.cancelled.push({ id: moved.id, why: `Moved to ${longDay(meeting.day)}.` })
      changes.added.push({ ...meeting, replacesId: moved?.id ?? null })
    }
  }
  for (const { id, isUsed, isBooked } of gone)
    if (isUsed || isBooked) changes.cancelled.push({ id, why: 'It does not take place.' })
    else changes.removed.push(id)
  return changes
}

const isAt =
  ({ day, starts }: PlannedMeeting) =>
  (row: KnownMeeting) =>
    row.day === day && row.starts.slice(0, 5) === starts

/** Takes another hour of the same day, or else the first remaining one. */
function takeNext(gone: KnownMeeting[], { day }: PlannedMeeting): KnownMeeting | undefined {
  const sameDay = gone.findIndex((row) => row.day === day)
  return gone.splice(Math.max(0, sameDay), 1)[0]
}
