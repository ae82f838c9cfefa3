import { and, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { momentWords } from '#platform/format/clock.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { freeHolds } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'

const { heldUntil, offerOf } = registrations

/**
 * Where families wait, what a declined card gives back would never come back to its family: it stays held until the end
 * that it has. An offer stays until its own.
 */
const staysHeld = sql`(${heldUntil} > now() and (${offerOf} is not null
  or exists (select from sessions where sessions.id = ${registrations.sessionId} and sessions.waiting > 0)))`

const placesAreFree =
  'The places that were kept for this payment are free again. If you still want them, please check out again.'
const placesAreKept = (until: string) =>
  `We keep your places until ${until}: nobody else gets them. You can pay in another way until then.`
const placesStay =
  'Your registrations stay as they are, unpaid. You can pay for them in your registration history.'

/** Gives back what is held of these places, whose card was declined; says what becomes of them. */
export async function giveBackDeclined(tx: Db, which: SQL): Promise<string> {
  await backToEndOfOffer(tx, which)
  const freed = await freeHolds(tx, and(which, not(staysHeld)))
  const [kept] = await tx
    .select({ until: sql<Date | null>`min(${heldUntil})`.mapWith(heldUntil) })
    .from(registrations)
    .where(and(which, isNotNull(heldUntil)))
  if (!kept?.until) return freed > 0 ? placesAreFree : placesStay
  const { timeZone } = await readProgramme(tx)
  const words = placesAreKept(momentWords(kept.until, timeZone))
  return freed > 0 ? `${words} The others are free again.` : words
}

/** The minutes that its first checkout gave an offer are over with that. The places are locked. */
export const backToEndOfOffer = (tx: Db, which: SQL | undefined) =>
  tx
    .update(registrations)
    .set({
      heldUntil: sql`(select least(${heldUntil}, ${waitingEntries.offeredUntil}) from ${waitingEntries}
        where ${waitingEntries.id} = ${offerOf})`,
    })
    .where(and(which, isNotNull(heldUntil), isNotNull(offerOf)))
