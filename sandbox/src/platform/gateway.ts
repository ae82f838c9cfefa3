import { createHash, randomInt } from 'node:crypto'
import type { Merchant } from './platform.tables.ts'
import type { Settings } from './settings.ts'
import type { Db, Secrets } from './storage.ts'

/** The whole sandbox, whichever merchant calls. */
export type Sandbox = { db: Db; secrets: Secrets; settings: Settings }

/** What every call works with: whose records, and where they are. Inside `inTransaction` its `db` is the transaction. */
export type Gateway = Sandbox & { merchant: Merchant }

/**
 * Runs work in one database transaction; a throw undoes all of it. Of two that wait for each other the database ends
 * one, which is run anew.
 */
export async function inTransaction<Result>(
  gateway: Gateway,
  work: (within: Gateway) => Promise<Result>,
): Promise<Result> {
  const run = () => gateway.db.transaction((tx) => work({ ...gateway, db: tx }))
  return run().catch((problem) => {
    if (problem?.cause?.code === deadlock) return run()
    throw problem
  })
}
const deadlock = '40P01'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** A new id of lower-case letters and digits, as transactions, payment methods and verifications have. */
export function newId(length = 10): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** A new customer id: digits only. */
export function newCustomerId(): string {
  return String(randomInt(10_000_000_000, 99_999_999_999))
}

/** The id under which the GraphQL API knows a record, e.g. globalId('transaction', 'abc'). */
export function globalId(kind: string, id: string): string {
  return Buffer.from(`${kind}_${id}`).toString('base64url')
}

/** The id that the merchant has elsewhere, the same every time. */
export function idElsewhere({ merchant }: Gateway, where: string): string {
  return createHash('sha256').update(`${where}:${merchant.id}`).digest('hex').slice(0, 16)
}

export const merchantAccountId = 'sandbox_credit_card'
export const currency = 'USD'
