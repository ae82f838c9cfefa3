import { eq, sql } from 'drizzle-orm'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { familyLimits, readProgramme } from '#platform/settings/programme.db.server.ts'
import { offerPlaces } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { endEntries } from '#registrations/waiting/end-entry.server.ts'
import { type WaitingEntry, waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { lockEntry } from '#waiting-list/join-list.server.ts'
import { removeIneligible, toPersonIds } from '#waiting-list/remove-ineligible.server.ts'
import { entriesInLine, findLineSession } from '#waiting-list/waiting-line.db.server.ts'
import { freeOffer } from './make-offers.server.ts'
import { phaseAt } from './next-offer.ts'

export const leaveList = (world: World, visitor: Visitor, entryId: number): Promise<void> =>
  world.db.transaction(async (tx) => {
    const entry = await lockEntry(tx, visitor.accountId, entryId)
    if (!entry) refuse('not-found', 'You are not on this list any more.')
    await endLockedEntry(tx, entry)
  })

/**
 * Ends a locked entry (`lockEntry`); unpaid offers go to the next entries. Of two children, one that is registered
 * stays so.
 */
export async function endLockedEntry(
  tx: Db,
  { id, sessionId, offeredAt }: Pick<WaitingEntry, 'id' | 'sessionId' | 'offeredAt'>,
): Promise<void> {
  if (offeredAt) await freeOffer(tx, id)
  const [paying] = await tx
    .select({ chargeId: registrations.chargeId })
    .from(registrations)
    .where(eq(registrations.offerOf, id))
    .orderBy(sql`${registrations.chargeId} is null`)
  if (paying?.chargeId) refuse('being-paid', 'This place is being paid in another window.')
  const why = paying ? 'accepted' : offeredAt ? 'declined' : 'left'
  await endEntries(tx, { sessionId, which: eq(waitingEntries.id, id), why })
}

/**
 * From a day before the first meeting: first come, first served for those in line, held for the minutes of a checkout.
 * Children who cannot have a place any more are left out, and the entry ends without children.
 */
export const takeFreePlace = (world: World, visitor: Visitor, entryId: number): Promise<void> =>
  world.db.transaction(async (tx) => {
    const entry = await lockEntry(tx, visitor.accountId, entryId)
    if (!entry) refuse('not-found', 'You are not on this list any more.')
    if (entry.offeredAt) return
    const { sessionId } = entry
    const session = orNotFound(await findLineSession(tx, sessionId))
    const { places, taken, closedWords, isActive, now } = session
    if (!isActive) refuse('not-possible', 'This session is no longer offered.')
    if (closedWords) refuse('not-possible', closedWords)
    if (phaseAt(now, session) !== 'first press')
      refuse('not-possible', 'Places of this session are offered in order. We mail you when it is your turn.')
    const [inLine] = await entriesInLine(tx, sessionId, eq(waitingEntries.id, entryId))
    const { children } = await removeIneligible(tx, world.env.siteUrl, session, orNotFound(inLine))
    if (children.length === 0) return
    if (places !== null && taken + children.length > places)
      refuse('full', 'Somebody was faster. You are still in line.')
    const { holdMinutes } = familyLimits(await readProgramme(tx), world.env)
    const until = new Date(now.getTime() + holdMinutes * 60_000)
    await offerPlaces(
      tx,
      { ...{ entryId, sessionId, until }, accountId: visitor.accountId, familyId: visitor.familyId },
      toPersonIds(children),
    )
    await tx
      .update(waitingEntries)
      .set({ offeredAt: sql`now()`, offeredUntil: until })
      .where(eq(waitingEntries.id, entryId))
  })
