import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { momentFromNow } from '#platform/format/clock.ts'
import { dayAndTime, dayRange, nearDay, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { phaseAt } from '#waiting-list/offers/next-offer.ts'
import { findLineSession } from '#waiting-list/waiting-line.db.server.ts'
import { type OpenEntry, openEntries } from './open-entries.db.server.ts'
import { describeTurn } from './place-text.ts'

/** The family's open entries, with the desk's possible acts. */
export async function listFamilyEntries(db: Db, accountId: string) {
  const entries = await openEntries(db, eq(waitingEntries.accountId, accountId))
  const result = []
  for (const entry of entries) result.push(await toFamilyEntry(db, entry))
  return result
}
export type FamilyEntry = Awaited<ReturnType<typeof listFamilyEntries>>[number]

async function toFamilyEntry(db: Db, entry: OpenEntry) {
  const session = orNotFound(await findLineSession(db, entry.sessionId))
  const { now, timeZone, places, taken, isActive, closedWords } = session
  const { isOffered, isBeingPaid, ahead, inLine } = entry
  const children = isOffered ? entry.held : entry.waiting
  const isFirstPress = !isOffered && phaseAt(now, session) === 'first press' && isActive && !closedWords
  return {
    id: entry.id,
    ...describeSession(session),
    children,
    isOffered,
    isBeingPaid,
    place: isOffered ? undefined : describeTurn(ahead + 1, inLine),
    since: dayAndTime(entry.joinedAt, timeZone),
    movedOn: entry.movedAheadAt && nearDay(todayIn(timeZone, entry.movedAheadAt)),
    until: entry.heldUntil && momentFromNow(entry.heldUntil, timeZone),
    priceCents: session.priceCents,
    totalCents: session.priceCents * children.length,
    mayMove: !isOffered && ahead > 0 && phaseAt(now, session) === 'offers',
    /** Has an offer, or free places from a day before the first meeting. */
    mayRegister: isOffered
      ? !isBeingPaid
      : isFirstPress && (places === null || taken + children.length <= places),
  }
}

type Session = NonNullable<Awaited<ReturnType<typeof findLineSession>>>

export const describeSession = ({ eventKey, eventName, number, startsOn, endsOn }: Session) => ({
  eventKey,
  event: eventName,
  session: `Session ${number}, ${dayRange(startsOn, endsOn)}`,
})
