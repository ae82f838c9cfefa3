import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type EntryEnd, waitingEntries, waitingPlayers } from './waiting-list.tables.ts'

/** Of a locked session; the kept places for these children become free for all. */
async function shortenLine(tx: Db, sessionId: number, children: number): Promise<void> {
  if (children === 0) return
  const { waiting, kept, keptSince } = sessions
  const remaining = sql`least(${kept}, ${waiting} - ${children}::int)`
  await tx
    .update(sessions)
    .set({
      waiting: sql`${waiting} - ${children}::int`,
      kept: remaining,
      keptSince: sql`case when ${remaining} > 0 then ${keptSince} end`,
    })
    .where(eq(sessions.id, sessionId))
}

/** Ends entries of a locked session. The caller frees the holds of their offers. */
export async function endEntries(
  tx: Db,
  { sessionId, which, why }: { sessionId: number; which: SQL | undefined; why: EntryEnd },
): Promise<{ id: number; accountId: string }[]> {
  const isIt = and(eq(waitingEntries.sessionId, sessionId), isNull(waitingEntries.endedAt), which)
  const ended = await tx
    .update(waitingEntries)
    .set({ endedAt: sql`now()`, endedWhy: why })
    .where(isIt)
    .returning({
      id: waitingEntries.id,
      accountId: waitingEntries.accountId,
      offeredAt: waitingEntries.offeredAt,
    })
  await endChildren(
    tx,
    ended.map(({ id }) => id),
    sessionId,
    ended.filter(({ offeredAt }) => !offeredAt).map(({ id }) => id),
  )
  return ended
}

async function endChildren(tx: Db, entryIds: number[], sessionId: number, inLine: number[]) {
  if (entryIds.length === 0) return
  const endedChildren = await tx
    .update(waitingPlayers)
    .set({ endedAt: sql`now()` })
    .where(and(inArray(waitingPlayers.entryId, entryIds), isNull(waitingPlayers.endedAt)))
    .returning({ entryId: waitingPlayers.entryId })
  await shortenLine(tx, sessionId, endedChildren.filter(({ entryId }) => inLine.includes(entryId)).length)
}

type RemovalInput = { id: number; sessionId: number; why: EntryEnd; offeredAt?: Date | null }

/** Removes children from an entry of a locked session; the others keep its turn or offer. */
export async function removeChildren(
  tx: Db,
  { id, sessionId, why, offeredAt }: RemovalInput,
  personIds: string[],
): Promise<void> {
  const removed = await tx
    .update(waitingPlayers)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(waitingPlayers.entryId, id),
        inArray(waitingPlayers.personId, personIds),
        isNull(waitingPlayers.endedAt),
      ),
    )
    .returning({ personId: waitingPlayers.personId })
  if (!offeredAt) await shortenLine(tx, sessionId, removed.length)
  const rest = await tx.$count(
    waitingPlayers,
    and(eq(waitingPlayers.entryId, id), isNull(waitingPlayers.endedAt)),
  )
  if (rest === 0) await endEntries(tx, { sessionId, which: eq(waitingEntries.id, id), why })
}
