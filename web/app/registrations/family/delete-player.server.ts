import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { forgetMailsNaming } from '#mail/outbox.server.ts'
import { isAccountsPerson, lockAccount } from '#people/people.db.server.ts'
import { people } from '#people/people.tables.ts'
import { fullName } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { erasePeople } from '#registrations/erase-people.server.ts'
import { receipts } from '#registrations/receipts.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { leaveLists } from '#registrations/waiting/leave-lists.server.ts'

/**
 * Removes a family player without current registrations, also from waiting lists. What was unregistered stays on
 * record, without a name.
 */
export function deletePlayer(db: Db, { accountId }: { accountId: string }, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('not-found')
    await leaveLists(tx, accountId, id)
    // Serialises with a checkout that is registering this player.
    const [person] = await tx
      .select({ role: people.role, firstName: people.firstName, lastName: people.lastName })
      .from(people)
      .where(isAccountsPerson(accountId, id))
      .for('update')
    const { role, ...name } = orNotFound(person)
    if (role !== 'family') refuse('not-found')
    if ((await tx.$count(registrations, and(eq(registrations.personId, id), isLive))) > 0)
      refuse('player-registered', cannotDelete(name))
    await erasePeople(tx, eq(people.id, id))
    await forgetPlayer(tx, accountId, id)
    await forgetMailsNaming(tx, accountId, name.firstName)
  })
}

export const cannotDelete = (name: { firstName: string; lastName: string }) =>
  `Cannot delete ${fullName(name)} because they are currently registered for sessions.`

/** A place, or a hold that has not run out. */
export const isLive = and(
  isNull(registrations.removedAt),
  or(
    isNull(registrations.heldUntil),
    sql`${registrations.heldUntil} > now()`,
    sql`${registrations.chargeId} is not null`,
  ),
)

/** Blanks the player's rows in stored receipts. */
const forgetPlayer = (tx: Db, accountId: string, personId: string) =>
  tx
    .update(receipts)
    .set({
      paper: sql`jsonb_set(${receipts.paper}, '{table,rows}', (select jsonb_agg(
        case when ${receipts.places} -> (nth - 1)::int ->> 'personId' = ${personId}
        then jsonb_set(cells, '{0}', '"Deleted player"') else cells end order by nth)
        from jsonb_array_elements(${receipts.paper} #> '{table,rows}') with ordinality as each(cells, nth)))`,
    })
    .where(
      and(
        eq(receipts.accountId, accountId),
        sql`${receipts.places} @> ${JSON.stringify([{ personId }])}::jsonb`,
      ),
    )
