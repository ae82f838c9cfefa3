import type { Span } from './window.ts'

export const attendanceMarks = ['here', 'late', 'absent', 'excused', 'left'] as const
export type Mark = (typeof attendanceMarks)[number]

/** Values of `collectedBy`, beside contact ids. */
export const parentCollects = 'parent'
export const anotherCollects = 'another'

/** Identified by `phone` and `seq`; null takes back the phone's previous mark. */
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

/** Clamps a mark's time to its meeting: 2 h before the start to 12 h after the end. */
export function clampedTo({ startsAt, endsAt }: Span, at: Date): Date {
  const first = startsAt.getTime() - opensBefore
  const last = endsAt.getTime() + closesAfter
  return new Date(Math.min(Math.max(at.getTime(), first), last))
}

/** The phone's clock offset, measured when the sheet was loaded, and the time of its last mark. */
export type PhoneClock = { offsetMs: number; lastAt: number }

/** Strictly increasing, by the site's clock. */
export const nextAt = ({ offsetMs, lastAt }: PhoneClock, phoneNow = Date.now()): number =>
  Math.max(phoneNow + offsetMs, lastAt + 1)

/** By the time of marking; the time of receipt is irrelevant. */
export const compareMarks = (left: MarkEntry, right: MarkEntry): number =>
  left.at.getTime() - right.at.getTime() ||
  (left.phone < right.phone ? -1 : left.phone > right.phone ? 1 : left.seq - right.seq)

/** Marks not taken back, in order: the last one counts. */
export function standingMarks<Entry extends MarkEntry>(log: Entry[]): Entry[] {
  const standing: Entry[] = []
  for (const entry of log.toSorted(compareMarks)) {
    if (entry.mark !== null) standing.push(entry)
    else {
      const taken = standing.findLastIndex(({ phone }) => phone === entry.phone)
      if (taken >= 0) standing.splice(taken, 1)
    }
  }
  return standing
}

type Absence = { reportedAt: Date } | null

/** The last mark, or else the absence that the family reported. */
export function countingMark(log: MarkEntry[], absence: Absence): { mark: Mark; at: Date } | undefined {
  const last = standingMarks(log).at(-1)
  if (last?.mark) return { mark: last.mark, at: last.at }
  return absence ? { mark: 'excused', at: absence.reportedAt } : undefined
}

/** Late players count as here. */
export function countMarks(marks: (Mark | undefined)[]): { here: number; toMark: number } {
  return {
    here: marks.filter((mark) => mark === 'here' || mark === 'late').length,
    toMark: marks.filter((mark) => mark === undefined).length,
  }
}

/** The mark that Undo on this phone takes back. */
export function lastMark<Entry extends MarkEntry>(log: Entry[], phone: string): Entry | undefined {
  return standingMarks(log.filter((entry) => entry.phone === phone)).at(-1)
}
