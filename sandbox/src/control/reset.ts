import { is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as approvalsTables from '../approvals/approvals.tables.ts'
import * as analyticsTables from '../client/analytics.tables.ts'
import * as faultTables from '../faults/faults.tables.ts'
import * as webhookTables from '../outbox/webhooks.tables.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import * as platformTables from '../platform/platform.tables.ts'
import * as authenticationTables from '../three-d-secure/authentications.tables.ts'
import * as disputeTables from '../transactions/disputes.tables.ts'
import * as transactionTables from '../transactions/transactions.tables.ts'
import * as vaultTables from '../vault/vault.tables.ts'

const tables = {
  ...platformTables,
  ...faultTables,
  ...webhookTables,
  ...vaultTables,
  ...authenticationTables,
  ...approvalsTables,
  ...analyticsTables,
  ...transactionTables,
  ...disputeTables,
}
const records = Object.values(tables).filter((table) => is(table, PgTable) && 'merchantId' in table)

/** Deletes every record of the merchant: its customers, money, webhooks, faults. Its keys and settings stay. */
export async function reset(gateway: Gateway): Promise<void> {
  await inTransaction(gateway, async ({ db, merchant }) => {
    // Tables are declared after those that they point to.
    for (const table of records.toReversed())
      await db.execute(sql`delete from ${table} where merchant_id = ${merchant.id}`)
  })
}
