import { sql } from 'drizzle-orm'
import { accounts } from '../people.tables.ts'

const has = (table: string) =>
  sql`exists (select 1 from ${sql.identifier(table)} as used where used.account_id = ${accounts.id})`

/** Made by its holder, never activated, and nothing was ever registered, ordered, paid or given with it. */
export const isUnused = sql`${accounts.activatedAt} is null and not ${accounts.isDemo}
  and not ${has('registrations')} and not ${has('orders')} and not ${has('charges')}
  and not ${has('offline_payments')} and not ${has('donations')}`
