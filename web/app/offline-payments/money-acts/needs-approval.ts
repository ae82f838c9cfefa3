import type { Day } from '#platform/format/dates.ts'

type Act = {
  /** `beforeCents`: given away or asked for earlier, for the same family within `lookBackDays`. */
  cents: number
  beforeCents: number
  /** The limit for one member alone. */
  limitCents: number
  /** Undefined where credit is paid out. */
  startsOn?: Day | undefined
  today: Day
}

/** Acts within this window add up. */
export const lookBackDays = 30

/**
 * Above the limit, or once the session has begun: up to the first day families may unregister themselves, and the desk
 * may do as much.
 */
export const needsApproval = ({ cents, beforeCents, limitCents, startsOn, today }: Act): boolean =>
  cents + beforeCents > limitCents || (startsOn !== undefined && startsOn < today)
