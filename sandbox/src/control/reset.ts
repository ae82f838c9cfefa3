import { is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import * as merchantTables from '../tables/merchants.ts'
import * as shopperTables from '../tables/shoppers.ts'
import * as transactionTables from '../tables/transactions.ts'
import * as vaultTables from '../tables/vault.ts'

const tables = { ...merchantTables, ...vaultTables, ...transactionTables, ...shopperTables }
const records = Object.values(tables).filter((table) => is(table, PgTable) && 'merchantId' in table)

/** Deletes every record of the merchant: its customers, money, webhooks, faults. Its keys and settings stay. */
export async function reset(gateway: Gateway): Promise<void> {
  await inTransaction(gateway, async ({ db, merchant }) => {
    // Tables are declared after those that they point to.
    for (const table of records.toReversed())
      await db.execute(sql`delete from ${table} where merchant_id = ${merchant.id}`)
  })
}
