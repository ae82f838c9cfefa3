/** When something on the court begins and ends: a meeting, or a session from its first to its last. */
export type Span = { startsAt: Date; endsAt: Date }

const hour = 3_600_000
const day = 24 * hour

/** So long before and after, both ends counted. */
const around =
  (before: number, after: number) =>
  ({ startsAt, endsAt }: Span, now = new Date()): boolean =>
    startsAt.getTime() - before <= now.getTime() && now.getTime() <= endsAt.getTime() + after

/** When a coach of a meeting sees phone numbers and may open care notes. */
export const isCallable = around(24 * hour, 12 * hour)

const coachable = 7 * day

/** When a coach of a session sees its names and levels, marks, and writes to its families. */
export const isCoachable = around(coachable, coachable)

/** What has ended before this moment is coachable no more. */
export const coachableUntil = (now: Date) => new Date(now.getTime() - coachable)

/** What a phone marked in time is taken whenever it arrives; a clock that went wrong meanwhile was set back. */
export const isMarkedInTime = ({ startsAt, endsAt }: Span, markedAt: Date, receivedAt: Date): boolean =>
  receivedAt.getTime() >= startsAt.getTime() - coachable && markedAt.getTime() <= endsAt.getTime() + coachable
