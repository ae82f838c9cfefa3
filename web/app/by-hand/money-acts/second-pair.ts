import type { Day } from '#platform/format/dates.ts'

type Act = {
  /** What it gives away, and what was given away or asked for before, for the same family in `lookBackDays`. */
  cents: number
  beforeCents: number
  /** What one member gives away alone. */
  limitCents: number
  /** Of the place that it is about; credit that is paid out is about none. */
  startsOn?: Day | undefined
  today: Day
}

/** So long an act counts together with those after it. */
export const lookBackDays = 30

/**
 * Whether a second member must approve: above the programme's sum, or once the session has begun. Up to the first day a
 * family unregisters by itself, and the desk may do as much.
 */
export const needsApproval = ({ cents, beforeCents, limitCents, startsOn, today }: Act): boolean =>
  cents + beforeCents > limitCents || (startsOn !== undefined && startsOn < today)
