import { not } from 'drizzle-orm'
import { isFresh } from '../platform/storage/columns.ts'
import type { Db } from '../platform/storage/storage.ts'
import { deviceSessions } from '../third-party-services/device-data.tables.ts'
import { providerSessions, threeDSecureAuthentications } from '../three-d-secure/authentications.tables.ts'
import { nonces } from '../vault/vault.tables.ts'
import { paypalResources, venmoContexts } from '../wallet-approvals/approvals.tables.ts'

const purchaseTables = [
  nonces,
  threeDSecureAuthentications,
  providerSessions,
  venmoContexts,
  paypalResources,
  deviceSessions,
]

export async function deleteOldRows({ db }: { db: Db }): Promise<void> {
  for (const table of purchaseTables) await db.delete(table).where(not(isFresh(table.createdAt)))
}
