/** Duration of a meeting, or of a session from its first to its last. */
export type Span = { startsAt: Date; endsAt: Date }

const hour = 3_600_000
const day = 24 * hour

/** Inclusive at both ends. */
const around =
  (before: number, after: number) =>
  ({ startsAt, endsAt }: Span, now = new Date()): boolean =>
    startsAt.getTime() - before <= now.getTime() && now.getTime() <= endsAt.getTime() + after

/** When a meeting's coach sees phone numbers and care notes. */
export const isCallable = around(24 * hour, 12 * hour)

const coachable = 7 * day

/** When a session's coach sees names, levels and marks, and writes to families. */
export const isCoachable = around(coachable, coachable)

/** Sessions that ended before this are past the window. */
export const coachableUntil = (now: Date) => new Date(now.getTime() - coachable)

/** Marks made in time are accepted whenever they arrive; clock errors were corrected by the phone's offset. */
export const isMarkedInTime = ({ startsAt, endsAt }: Span, markedAt: Date, receivedAt: Date): boolean =>
  receivedAt.getTime() >= startsAt.getTime() - coachable && markedAt.getTime() <= endsAt.getTime() + coachable
