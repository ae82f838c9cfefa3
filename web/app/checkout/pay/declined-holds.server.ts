import { and, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { formatMoment } from '#platform/format/clock.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { freeHolds } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'

const { heldUntil, offerOf } = registrations

/**
 * Where others wait, a place released by a declined card would be lost to its family: it stays held until its end, an
 * offer until its own.
 */
const staysHeld = sql`(${heldUntil} > now() and (${offerOf} is not null
  or exists (select from sessions where sessions.id = ${registrations.sessionId} and sessions.waiting > 0)))`

const placesFreedNotice =
  'The places that were kept for this payment are free again. If you still want them, please check out again.'
const placesHeldNotice = (until: string) =>
  `We keep your places until ${until}: nobody else gets them. You can pay in another way until then.`
const placesUnpaidNotice =
  'Your registrations stay as they are, unpaid. You can pay for them in your registration history.'

/** Releases the holds of a declined card; returns the sentence for the family. */
export async function freeDeclinedHolds(tx: Db, filter: SQL): Promise<string> {
  await restoreOfferEnd(tx, filter)
  const freed = await freeHolds(tx, and(filter, not(staysHeld)))
  const [held] = await tx
    .select({ until: sql<Date | null>`min(${heldUntil})`.mapWith(heldUntil) })
    .from(registrations)
    .where(and(filter, isNotNull(heldUntil)))
  if (!held?.until) return freed > 0 ? placesFreedNotice : placesUnpaidNotice
  const { timeZone } = await readProgramme(tx)
  const notice = placesHeldNotice(formatMoment(held.until, timeZone))
  return freed > 0 ? `${notice} The others are free again.` : notice
}

/** Takes back the minutes that an offer's first checkout added. The places are locked. */
export const restoreOfferEnd = (tx: Db, filter: SQL | undefined) =>
  tx
    .update(registrations)
    .set({
      heldUntil: sql`(select least(${heldUntil}, ${waitingEntries.offeredUntil}) from ${waitingEntries}
        where ${waitingEntries.id} = ${offerOf})`,
    })
    .where(and(filter, isNotNull(heldUntil), isNotNull(offerOf)))
