import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { freeHolds } from '#registrations/places.server.ts'
import { lockSessions } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { removeChildren } from './end-entry.server.ts'
import { waitingEntries, waitingPlayers } from './waiting-list.tables.ts'

/** Takes a player of a locked account off every list. Siblings keep their turn; unpaid offers are released. */
export async function leaveLists(tx: Db, accountId: string, personId: string): Promise<void> {
  const readEntries = () => entriesWith(tx, accountId, personId)
  const seen = await readEntries()
  if (seen.length === 0) return
  await lockSessions(tx, [...new Set(seen.map(({ sessionId }) => sessionId))])
  for (const entry of await readEntries()) await removeChildren(tx, { ...entry, why: 'left' }, [personId])
  const { offerOf, chargeId } = registrations
  await freeHolds(tx, and(eq(registrations.personId, personId), isNotNull(offerOf), isNull(chargeId)))
}

const entriesWith = (tx: Db, accountId: string, personId: string) =>
  tx
    .select({
      id: waitingEntries.id,
      sessionId: waitingEntries.sessionId,
      offeredAt: waitingEntries.offeredAt,
    })
    .from(waitingPlayers)
    .innerJoin(waitingEntries, eq(waitingEntries.id, waitingPlayers.entryId))
    .where(
      and(
        eq(waitingEntries.accountId, accountId),
        eq(waitingPlayers.personId, personId),
        isNull(waitingPlayers.endedAt),
      ),
    )
