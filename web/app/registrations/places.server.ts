import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { isPayable } from './registrations.db.server.ts'
import { registrations } from './registrations.tables.ts'

/** `heldUntil` as an expression counts by the database's clock. */
type NewRegistration = Omit<typeof registrations.$inferInsert, 'heldUntil'> & { heldUntil?: SQL | null }
type TakenPlace = { id: number; sessionId: number }

/** Registers, or holds: a row each, and its place. The caller has locked the sessions and knows that there is room. */
export async function takePlaces(tx: Db, rows: NewRegistration[]): Promise<TakenPlace[]> {
  if (rows.length === 0) return []
  await changeTaken(tx, rows, 1)
  return tx.insert(registrations).values(rows).returning(takenPlace)
}

/**
 * Gives places back: a hold is deleted, a registration stays as one that was removed. Answers what was there. A hold
 * whose charge has not ended is the caller's to leave out.
 */
export async function freePlaces(tx: Db, which: SQL | undefined): Promise<TakenPlace[]> {
  const isThere = and(isNull(registrations.removedAt), which)
  const found = await tx.selectDistinct({ id: registrations.sessionId }).from(registrations).where(isThere)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  // In one order, so that two who lock sessions never wait for each other in a circle.
  await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, ids))
    .orderBy(asc(sessions.id))
    .for('update')
  const isLocked = and(isThere, inArray(registrations.sessionId, ids))
  const ended = await tx
    .delete(registrations)
    .where(and(isLocked, isNotNull(registrations.heldUntil)))
    .returning(takenPlace)
  const removed = await tx
    .update(registrations)
    .set({ removedAt: sql`now()` })
    .where(isLocked)
    .returning(takenPlace)
  const freed = [...ended, ...removed]
  if (freed.length > 0) await changeTaken(tx, freed, -1)
  return freed
}

/** The same for holds alone; answers how many there were. */
export const freeHolds = async (tx: Db, which: SQL | undefined) =>
  (await freePlaces(tx, and(isNotNull(registrations.heldUntil), which))).length

/** Gives the unpaid places of an account back, all of them or those that `which` names. */
export async function releaseUnpaid(tx: Db, accountId: string, which?: SQL): Promise<TakenPlace[]> {
  if (!(await lockAccount(tx, accountId))) refuse('not-found')
  return freePlaces(tx, and(eq(registrations.accountId, accountId), isPayable, which))
}

const takenPlace = { id: registrations.id, sessionId: registrations.sessionId }

/** `sessions.taken` follows the rows of `registrations` that are there, under the lock of the session. */
function changeTaken(tx: Db, places: { sessionId: number }[], by: 1 | -1) {
  const changes = new Map<number, number>()
  for (const { sessionId } of places) changes.set(sessionId, (changes.get(sessionId) ?? 0) + by)
  const rows = sql.join(
    [...changes].map(([id, change]) => sql`(${id}::int, ${change}::int)`),
    sql`, `,
  )
  return tx.execute(
    sql`update sessions set taken = taken + changes.change from (values ${rows}) as changes(id, change) where sessions.id = changes.id`,
  )
}
