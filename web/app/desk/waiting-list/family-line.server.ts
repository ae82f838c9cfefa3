import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { momentFromNow } from '#platform/format/clock.ts'
import { dayAndTime, dayRange, nearDay, todayIn } from '#platform/format/dates.ts'
import { found } from '#platform/refusal.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { readSession } from '#waiting-list/line.db.server.ts'
import { phaseOf } from '#waiting-list/offers/next-offer.ts'
import { type OpenEntry, openEntries } from './open-entries.db.server.ts'
import { placeWords } from './place-words.ts'

/** What a family waits for and is offered, with what the desk can do about it. */
export async function waitsOf(db: Db, accountId: string) {
  const entries = await openEntries(db, eq(waitingEntries.accountId, accountId))
  const waits = []
  for (const entry of entries) waits.push(await waitOf(db, entry))
  return waits
}
export type FamilyWait = Awaited<ReturnType<typeof waitsOf>>[number]

async function waitOf(db: Db, entry: OpenEntry) {
  const session = found(await readSession(db, entry.sessionId))
  const { now, timeZone, places, taken, isActive, closedWords } = session
  const { isOffered, isBeingPaid, ahead, inLine } = entry
  const children = isOffered ? entry.held : entry.waiting
  const isFirstPress = !isOffered && phaseOf(now, session) === 'first press' && isActive && !closedWords
  return {
    id: entry.id,
    ...sessionWordsOf(session),
    children,
    isOffered,
    isBeingPaid,
    place: isOffered ? undefined : placeWords(ahead + 1, inLine),
    since: dayAndTime(entry.joinedAt, timeZone),
    movedOn: entry.movedAheadAt && nearDay(todayIn(timeZone, entry.movedAheadAt)),
    until: entry.heldUntil && momentFromNow(entry.heldUntil, timeZone),
    priceCents: session.priceCents,
    totalCents: session.priceCents * children.length,
    mayMove: !isOffered && ahead > 0 && phaseOf(now, session) === 'offers',
    /** There is something to press for it: its offer, or what is left a day before the first meeting. */
    mayRegister: isOffered
      ? !isBeingPaid
      : isFirstPress && (places === null || taken + children.length <= places),
  }
}

type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>

export const sessionWordsOf = ({ eventKey, eventName, number, startsOn, endsOn }: Session) => ({
  eventKey,
  event: eventName,
  session: `Session ${number}, ${dayRange(startsOn, endsOn)}`,
})
