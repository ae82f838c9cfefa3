import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { accounts, families } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'

const has = (table: string) =>
  sql`exists (select 1 from ${sql.identifier(table)} as used where used.account_id = ${accounts.id})`

/** Made by its holder, never activated, and nothing registered, ordered, paid, owed or given. */
const isUnused = sql`${accounts.activatedAt} is null and ${accounts.madeBy} is null and not ${accounts.isDemo}
  and not ${has('registrations')} and not ${has('orders')} and not ${has('charges')}
  and not ${has('offline_payments')} and not ${has('refunds')} and not ${has('donations')}`

/** Serialises sign-ups with one address. */
export const lockAddress = (tx: Db, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)

/** Deletes unused accounts and their families; returns their ids. */
export async function removeUnused(tx: Db, condition: SQL): Promise<string[]> {
  const gone = await tx
    .delete(accounts)
    .where(and(condition, isUnused))
    .returning({ id: accounts.id, familyId: accounts.familyId })
  const familyIds = gone.flatMap(({ familyId }) => familyId ?? [])
  if (familyIds.length > 0) await tx.delete(families).where(inArray(families.id, familyIds))
  return gone.map(({ id }) => id)
}
