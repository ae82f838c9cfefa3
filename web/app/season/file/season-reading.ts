import type { Extra, Meets } from '#events/meeting-days.ts'
import type { Day } from '#platform/format/dates.ts'
import type { Path } from './season-lines.ts'

/** Reading one file: the day that counted days begin from, and how a mistake is said at its line. */
export type Reading = {
  base: Day
  timeZone: string
  at: (path: Path, words: string) => void
  /** "in line 12" */
  placeOf: (path: Path) => string
}

/** A session as its file says it. */
export type SeasonSession = {
  number: number
  startsOn: Day
  endsOn: Day
  description: string
  places: number | null
  isActive: boolean
  demo: Record<string, string | number>
  path: Path
} & SeasonMeetings

/** What a file need not say: undefined leaves it as it is, null is none. */
export type SeasonMeetings = {
  meets?: Meets | null
  skips?: Day[]
  extra?: Extra[]
  court?: string | null
  coaches?: string[]
  opensAt?: Date | null
  closedWords?: string | null
  agesFrom?: number | null
  agesTo?: number | null
  agesOn?: Day | null
  levels?: string[]
}
