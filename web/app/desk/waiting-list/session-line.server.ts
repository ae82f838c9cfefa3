import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { momentFromNow } from '#platform/format/clock.ts'
import { dayAndTime, nearDay, todayIn } from '#platform/format/dates.ts'
import { offsetOf, pageOf, perPage } from '#platform/list-page.ts'
import { found } from '#platform/refusal.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { readSession } from '#waiting-list/line.db.server.ts'
import { phaseOf } from '#waiting-list/offers/next-offer.ts'
import { isOpen, openEntries } from './open-entries.db.server.ts'

type Sees = { seesFamilies: boolean }

/** A page of a session's waiting list, those with an offer first; undefined where nobody waits. */
export async function lineOf(
  db: Db,
  sessionId: number,
  { seesFamilies, asked }: Sees & { asked: number | undefined },
) {
  const isOfSession = eq(waitingEntries.sessionId, sessionId)
  const page = pageOf(await db.$count(waitingEntries, and(isOpen, isOfSession)), asked)
  if (page.many === 0) return undefined
  const session = found(await readSession(db, sessionId))
  const { timeZone, now, waiting, kept } = session
  const entries = await openEntries(db, isOfSession).limit(perPage).offset(offsetOf(page))
  return {
    page,
    children: waiting,
    kept,
    isFirstPress: phaseOf(now, session) === 'first press',
    entries: entries.map(({ number, firstName, lastName, isOffered, ahead, ...entry }) => ({
      id: entry.id,
      place: isOffered ? null : ahead + 1,
      children: isOffered ? entry.held : entry.waiting,
      family: seesFamilies ? { number, holder: `${firstName} ${lastName}` } : undefined,
      since: dayAndTime(entry.joinedAt, timeZone),
      movedOn: entry.movedAheadAt && nearDay(todayIn(timeZone, entry.movedAheadAt)),
      until: entry.heldUntil && momentFromNow(entry.heldUntil, timeZone),
      isBeingPaid: entry.isBeingPaid,
      mayMove: !isOffered && ahead > 0 && phaseOf(now, session) === 'offers',
    })),
  }
}
export type SessionLine = NonNullable<Awaited<ReturnType<typeof lineOf>>>
