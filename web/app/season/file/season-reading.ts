import type { Extra, Meets } from '#events/meeting-days.ts'
import type { Day } from '#platform/format/dates.ts'
import type { Path } from './season-lines.ts'

/** Context of one file: base of relative days, and how to report a problem. */
export type Reading = {
  base: Day
  timeZone: string
  at: (path: Path, message: string) => void
  /** "in line 12" */
  placeOf: (path: Path) => string
}

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

/** Undefined: unchanged; null: none. */
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
