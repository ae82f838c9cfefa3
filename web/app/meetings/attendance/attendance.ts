import type { Span } from './window.ts'

export const attendanceMarks = ['here', 'late', 'absent', 'excused', 'left'] as const
export type Mark = (typeof attendanceMarks)[number]

/** Who collected a player: the family's own parent, somebody who is not among the contacts, or the id of a contact. */
export const parentCollects = 'parent'
export const anotherCollects = 'another'

/** A line of the log of marks. `phone` and `seq` name it; a null takes back what the same phone marked before. */
export type MarkEntry = {
  mark: Mark | null
  collectedBy: string | null
  at: Date
  phone: string
  seq: number
}

const hour = 3_600_000
const opensBefore = 2 * hour
const closesAfter = 12 * hour

/** A mark is of its meeting, whatever a clock says: from 2 h before its start to 12 h after its end. */
export function clampedTo({ startsAt, endsAt }: Span, at: Date): Date {
  const first = startsAt.getTime() - opensBefore
  const last = endsAt.getTime() + closesAfter
  return new Date(Math.min(Math.max(at.getTime(), first), last))
}

/** What a phone knows of the time: how far its clock is off, learned when the sheet was loaded, and its last mark. */
export type PhoneClock = { offsetMs: number; lastAt: number }

/** The time of a phone's next mark: by the site's clock, and later than that of the mark before. */
export const nextAt = ({ offsetMs, lastAt }: PhoneClock, phoneNow = Date.now()): number =>
  Math.max(phoneNow + offsetMs, lastAt + 1)

/** The order of marks. When one was received says nothing. */
export const inOrder = (left: MarkEntry, right: MarkEntry): number =>
  left.at.getTime() - right.at.getTime() ||
  (left.phone < right.phone ? -1 : left.phone > right.phone ? 1 : left.seq - right.seq)

/** The marks of a player that were not taken back, in their order: the last one counts. */
export function standingMarks<Entry extends MarkEntry>(log: Entry[]): Entry[] {
  const standing: Entry[] = []
  for (const entry of log.toSorted(inOrder)) {
    if (entry.mark !== null) standing.push(entry)
    else {
      const taken = standing.findLastIndex(({ phone }) => phone === entry.phone)
      if (taken >= 0) standing.splice(taken, 1)
    }
  }
  return standing
}

type Absence = { reportedAt: Date } | null

/** What counts of a player: the last mark; before there is one, what the family said. */
export function countingMark(log: MarkEntry[], absence: Absence): { mark: Mark; at: Date } | undefined {
  const last = standingMarks(log).at(-1)
  if (last?.mark) return { mark: last.mark, at: last.at }
  return absence ? { mark: 'excused', at: absence.reportedAt } : undefined
}

/** The two figures of a sheet: who is late is here too. */
export function tallyOf(marks: (Mark | undefined)[]): { here: number; toMark: number } {
  return {
    here: marks.filter((mark) => mark === 'here' || mark === 'late').length,
    toMark: marks.filter((mark) => mark === undefined).length,
  }
}

/** A player's last mark of this phone that was not taken back: what Undo takes back. */
export function lastOf<Entry extends MarkEntry>(log: Entry[], phone: string): Entry | undefined {
  return standingMarks(log.filter((entry) => entry.phone === phone)).at(-1)
}
