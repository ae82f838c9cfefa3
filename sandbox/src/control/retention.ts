import { not } from 'drizzle-orm'
import { paypalResources, venmoContexts } from '../approvals/approvals.tables.ts'
import { deviceSessions } from '../other-services/device-data.tables.ts'
import { isFresh } from '../platform/columns.ts'
import type { Db } from '../platform/storage.ts'
import { providerSessions, threeDSecureAuthentications } from '../three-d-secure/authentications.tables.ts'
import { nonces } from '../vault/vault.tables.ts'

const ofOnePurchase = [
  nonces,
  threeDSecureAuthentications,
  providerSessions,
  venmoContexts,
  paypalResources,
  deviceSessions,
]

/** Removes nonces that can no longer be used, and the approvals and authentications that led to them. */
export async function forgetOldRows({ db }: { db: Db }): Promise<void> {
  for (const table of ofOnePurchase) await db.delete(table).where(not(isFresh(table.createdAt)))
}
