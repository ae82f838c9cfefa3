import { type Column, gt, not, sql } from 'drizzle-orm'
import type { Db } from '../platform/storage.ts'
import { paypalResources, threeDSecureAuthentications, venmoContexts } from './shoppers.ts'
import { nonces } from './vault.ts'

const ofOnePurchase = [nonces, threeDSecureAuthentications, venmoContexts, paypalResources]

/** Whether something was made less than a day ago: for so long a nonce, and what leads to one, can be used. */
export function isFresh(createdAt: Column) {
  return gt(createdAt, sql`now() - interval '1 day'`)
}

/** Removes nonces that can no longer be used, and the approvals and authentications that led to them. */
export async function forgetOldRows({ db }: { db: Db }): Promise<void> {
  for (const table of ofOnePurchase) await db.delete(table).where(not(isFresh(table.createdAt)))
}
