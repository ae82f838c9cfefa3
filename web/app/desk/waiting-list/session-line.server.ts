import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { momentFromNow } from '#platform/format/clock.ts'
import { dayAndTime, nearDay, todayIn } from '#platform/format/dates.ts'
import { pageOffset, perPage, toListPage } from '#platform/list-page.ts'
import { orNotFound } from '#platform/refusal.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { phaseAt } from '#waiting-list/offers/next-offer.ts'
import { findLineSession } from '#waiting-list/waiting-line.db.server.ts'
import { isOpen, openEntries } from './open-entries.db.server.ts'

type LineOptions = { showsFamilies: boolean }

/** One page of a waiting list, offers first; undefined if empty. */
export async function readSessionLine(
  db: Db,
  sessionId: number,
  { showsFamilies, asked }: LineOptions & { asked: number | undefined },
) {
  const isOfSession = eq(waitingEntries.sessionId, sessionId)
  const page = toListPage(await db.$count(waitingEntries, and(isOpen, isOfSession)), asked)
  if (page.many === 0) return undefined
  const session = orNotFound(await findLineSession(db, sessionId))
  const { timeZone, now, waiting, kept } = session
  const entries = await openEntries(db, isOfSession).limit(perPage).offset(pageOffset(page))
  return {
    page,
    children: waiting,
    kept,
    isFirstPress: phaseAt(now, session) === 'first press',
    entries: entries.map(({ number, firstName, lastName, isOffered, ahead, ...entry }) => ({
      id: entry.id,
      place: isOffered ? null : ahead + 1,
      children: isOffered ? entry.held : entry.waiting,
      family: showsFamilies ? { number, holder: `${firstName} ${lastName}` } : undefined,
      since: dayAndTime(entry.joinedAt, timeZone),
      movedOn: entry.movedAheadAt && nearDay(todayIn(timeZone, entry.movedAheadAt)),
      until: entry.heldUntil && momentFromNow(entry.heldUntil, timeZone),
      isBeingPaid: entry.isBeingPaid,
      mayMove: !isOffered && ahead > 0 && phaseAt(now, session) === 'offers',
    })),
  }
}
export type SessionLine = NonNullable<Awaited<ReturnType<typeof readSessionLine>>>
