import { createHash, randomInt } from 'node:crypto'
import type { Merchant } from './platform.tables.ts'
import type { Settings } from './settings.ts'
import type { Db, Secrets } from './storage/storage.ts'

export type Sandbox = { db: Db; secrets: Secrets; settings: Settings }

/** A merchant's view of the sandbox. Inside `inTransaction` its `db` is the transaction. */
export type Gateway = Sandbox & { merchant: Merchant }

/** Runs work in one database transaction; a throw rolls it back, a deadlock runs it once more. */
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

/** Lower-case letters and digits. */
export function newId(length = 10): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

export function newCustomerId(): string {
  return String(randomInt(10_000_000_000, 99_999_999_999))
}

/** For example globalId('transaction', 'abc'). */
export function globalId(kind: string, id: string): string {
  return Buffer.from(`${kind}_${id}`).toString('base64url')
}

/** The merchant's stable id at another service. */
export function externalId({ merchant }: Gateway, where: string): string {
  return createHash('sha256').update(`${where}:${merchant.id}`).digest('hex').slice(0, 16)
}

export const merchantAccountId = 'sandbox_credit_card'
export const currency = 'USD'
