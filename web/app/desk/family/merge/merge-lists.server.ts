import { and, asc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { lockSessions } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { removeChildren } from '#registrations/waiting/end-entry.server.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'

/** Locks the sessions on whose waiting lists these locked accounts are. */
export async function lockLists(tx: Db, accountIds: string[]): Promise<void> {
  const lists = await tx
    .selectDistinct({ sessionId: waitingEntries.sessionId })
    .from(waitingEntries)
    .where(and(inArray(waitingEntries.accountId, accountIds), isNull(waitingEntries.endedAt)))
  if (lists.length > 0)
    await lockSessions(
      tx,
      lists.map(({ sessionId }) => sessionId),
    )
}

/** Moves entries with their turns; returns their ids. */
export async function moveEntries(tx: Db, from: string, to: string): Promise<number[]> {
  const moved = await tx
    .update(waitingEntries)
    .set({ accountId: to })
    .where(eq(waitingEntries.accountId, from))
    .returning({ id: waitingEntries.id })
  return moved.map(({ id }) => id)
}

/** Moves entries back, except those offered since the merge; returns their ids. */
export async function moveEntriesBack(tx: Db, from: string, to: string, ids: number[]): Promise<number[]> {
  const offerHolds = tx
    .select({ one: sql`1` })
    .from(registrations)
    .where(and(eq(registrations.offerOf, waitingEntries.id), eq(registrations.accountId, from)))
  const moved = await tx
    .update(waitingEntries)
    .set({ accountId: to })
    .where(and(inArray(waitingEntries.id, ids), eq(waitingEntries.accountId, from), notExists(offerHolds)))
    .returning({ id: waitingEntries.id })
  return moved.map(({ id }) => id)
}

/** Removes the later of two turns on a list after a merge; an entry with an offer counts as earlier. */
export async function leaveLaterTurns(tx: Db, one: string, other: string): Promise<void> {
  const { id, sessionId, turn, offeredAt } = waitingEntries
  const turns = await tx
    .select({ personId: waitingPlayers.personId, id, sessionId, turn, offeredAt })
    .from(waitingPlayers)
    .innerJoin(waitingEntries, eq(id, waitingPlayers.entryId))
    .where(and(inArray(waitingPlayers.personId, [one, other]), isNull(waitingPlayers.endedAt)))
    .orderBy(sql`${offeredAt} is null`, asc(turn))
  const later = turns.filter(
    (entry, at) => turns.findIndex((first) => first.sessionId === entry.sessionId) < at,
  )
  for (const { personId, ...entry } of later) await removeChildren(tx, { ...entry, why: 'left' }, [personId])
}
