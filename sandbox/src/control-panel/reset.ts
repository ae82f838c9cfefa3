import { is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as analyticsTables from '../client-api/analytics.tables.ts'
import * as faultTables from '../fault-injection/faults.tables.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import * as platformTables from '../platform/platform.tables.ts'
import * as authenticationTables from '../three-d-secure/authentications.tables.ts'
import * as disputeTables from '../transactions/disputes.tables.ts'
import * as transactionTables from '../transactions/transactions.tables.ts'
import * as vaultTables from '../vault/vault.tables.ts'
import * as approvalsTables from '../wallet-approvals/approvals.tables.ts'
import * as webhookTables from '../webhook-outbox/webhooks.tables.ts'

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

/** Keys and settings stay. */
export async function reset(gateway: Gateway): Promise<void> {
  await inTransaction(gateway, async ({ db, merchant }) => {
    // Referenced tables come first.
    for (const table of records.toReversed())
      await db.execute(sql`delete from ${table} where merchant_id = ${merchant.id}`)
  })
}
