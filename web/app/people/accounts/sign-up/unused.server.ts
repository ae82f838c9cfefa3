import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { accounts, families } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'

const has = (table: string) =>
  sql`exists (select 1 from ${sql.identifier(table)} as used where used.account_id = ${accounts.id})`

/** Made by its holder, never activated, and nothing was ever registered, ordered, paid, owed or given with it. */
const isUnused = sql`${accounts.activatedAt} is null and ${accounts.madeBy} is null and not ${accounts.isDemo}
  and not ${has('registrations')} and not ${has('orders')} and not ${has('charges')}
  and not ${has('offline_payments')} and not ${has('refunds')} and not ${has('donations')}`

/** Two who make an account with one address at once take turns. */
export const lockAddress = (tx: Db, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)

/** Of these accounts, those that nobody used go, and their families with them; answers their ids. */
export async function removeUnused(tx: Db, which: SQL): Promise<string[]> {
  const gone = await tx
    .delete(accounts)
    .where(and(which, isUnused))
    .returning({ id: accounts.id, familyId: accounts.familyId })
  const familyIds = gone.flatMap(({ familyId }) => familyId ?? [])
  if (familyIds.length > 0) await tx.delete(families).where(inArray(families.id, familyIds))
  return gone.map(({ id }) => id)
}
