import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type EntryEnd, waitingEntries, waitingPlayers } from './waiting-list.tables.ts'

/** So many children less are in line for a session that is locked: what is kept for them is for everybody. */
async function shortenLine(tx: Db, sessionId: number, children: number): Promise<void> {
  if (children === 0) return
  const { waiting, kept, keptSince } = sessions
  const left = sql`least(${kept}, ${waiting} - ${children}::int)`
  await tx
    .update(sessions)
    .set({
      waiting: sql`${waiting} - ${children}::int`,
      kept: left,
      keptSince: sql`case when ${left} > 0 then ${keptSince} end`,
    })
    .where(eq(sessions.id, sessionId))
}

/** Ends entries, in line or with an offer, of a session that is locked. Holds that they were offered are the caller's to free. */
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
  const left = await tx
    .update(waitingPlayers)
    .set({ endedAt: sql`now()` })
    .where(and(inArray(waitingPlayers.entryId, entryIds), isNull(waitingPlayers.endedAt)))
    .returning({ entryId: waitingPlayers.entryId })
  await shortenLine(tx, sessionId, left.filter(({ entryId }) => inLine.includes(entryId)).length)
}

type Leaving = { id: number; sessionId: number; why: EntryEnd; offeredAt?: Date | null }

/** Takes children out of an entry, whose session is locked; the others keep its turn, or what they are offered. */
export async function removeChildren(
  tx: Db,
  { id, sessionId, why, offeredAt }: Leaving,
  personIds: string[],
): Promise<void> {
  const left = await tx
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
  if (!offeredAt) await shortenLine(tx, sessionId, left.length)
  const rest = await tx.$count(
    waitingPlayers,
    and(eq(waitingPlayers.entryId, id), isNull(waitingPlayers.endedAt)),
  )
  if (rest === 0) await endEntries(tx, { sessionId, which: eq(waitingEntries.id, id), why })
}
