import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isLive } from '#registrations/family/delete-player.server.ts'
import { isGrantedFor } from '#registrations/fit/age-exceptions.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'

/** Players of the account, with what may keep them from the waiting list. */
export function listJoiningChildren(tx: Db, accountId: string, sessionId: number, personIds: string[]) {
  const one = { one: sql`1` }
  const place = (isHold: boolean) =>
    exists(
      tx
        .select(one)
        .from(registrations)
        .where(
          and(
            eq(registrations.personId, people.id),
            eq(registrations.sessionId, sessionId),
            isLive,
            isHold ? sql`${registrations.heldUntil} is not null` : isNull(registrations.heldUntil),
          ),
        ),
    )
  const isWaiting = and(
    eq(waitingPlayers.personId, people.id),
    eq(waitingPlayers.sessionId, sessionId),
    isNull(waitingPlayers.endedAt),
  )
  return tx
    .select({
      personId: people.id,
      firstName: people.firstName,
      birthday: people.birthday,
      isRegistered: sql<boolean>`${place(false)}`,
      isHeld: sql<boolean>`${place(true)}`,
      isWaiting: sql<boolean>`${exists(tx.select(one).from(waitingPlayers).where(isWaiting))}`,
      isExcepted: isGrantedFor(sessionId),
    })
    .from(people)
    .where(
      and(
        inArray(people.id, personIds),
        eq(people.accountId, accountId),
        eq(people.isActive, true),
        sql`${people.role} <> 'parent'`,
      ),
    )
    .for('key share', { of: people })
}
export type JoiningChild = Awaited<ReturnType<typeof listJoiningChildren>>[number]
