import { type Day, longDay } from '#platform/format/dates.ts'
import type { Meeting } from './meetings.tables.ts'
import type { PlannedMeeting } from './plan-meetings.ts'

/**
 * A meeting as it stands; `isUsed` where marks, absences, views, notes, guests or substitutes refer to it, or where a
 * phone may have marks of it that nobody has seen yet.
 */
export type KnownMeeting = Pick<Meeting, 'id' | 'day' | 'starts' | 'ends' | 'court' | 'state'> & {
  isUsed: boolean
  /** A family is registered: its calendar and its list may have the meeting, which is then never removed. */
  isBooked: boolean
}
type Wanted = PlannedMeeting & { court: string | null }

export type MeetingChanges = {
  added: (Wanted & { replacesId: string | null })[]
  /** They keep their ids, and are planned (again). */
  changed: (Wanted & { id: string })[]
  cancelled: { id: string; why: string }[]
  removed: string[]
}

/**
 * What brings the meetings of a session in line with its plan. What is over stays as it was, and a session
 * that keeps one of its meetings gets no more of them on days that are over. A meeting that moves to
 * another day keeps its id, unless it is used: then it is cancelled and the new one stands for it.
 */
export function meetingChanges(known: KnownMeeting[], planned: Wanted[], today: Day): MeetingChanges {
  const changes: MeetingChanges = { added: [], changed: [], cancelled: [], removed: [] }
  const isToCome = ({ day }: { day: Day }) => day >= today
  const keepsNone =
    !planned.some(isToCome) && known.every((row) => isToCome(row) && row.state === 'planned' && !row.isUsed)
  const isOpen = (meeting: { day: Day }) => isToCome(meeting) || keepsNone || known.length === 0
  const left = known.filter(({ state }) => state === 'planned')
  const missing: Wanted[] = []
  for (const meeting of planned) {
    const at = left.findIndex(isAt(meeting))
    const [row] = at < 0 ? [] : left.splice(at, 1)
    if (!isOpen(meeting)) continue
    if (!row) missing.push(meeting)
    else if (row.ends.slice(0, 5) !== meeting.ends || row.court !== meeting.court)
      changes.changed.push({ id: row.id, ...meeting })
  }
  const gone = left.filter(isOpen)
  const cancelled = known.filter(({ state }) => state === 'cancelled')
  for (const meeting of missing) {
    const before = cancelled.find(isAt(meeting))
    if (before) {
      changes.changed.push({ id: before.id, ...meeting })
      continue
    }
    const moved = nextOf(gone, meeting)
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

/** Takes out what moves to this meeting: another hour of its day, or else the first that is left. */
function nextOf(gone: KnownMeeting[], { day }: PlannedMeeting): KnownMeeting | undefined {
  const sameDay = gone.findIndex((row) => row.day === day)
  return gone.splice(Math.max(0, sameDay), 1)[0]
}
