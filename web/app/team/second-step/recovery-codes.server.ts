import { randomInt } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { slowHash } from '#people/accounts/passwords/passwords.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import { recoveryCodes } from '#team/team.tables.ts'

const howMany = 10
/** Without letters that look like others. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const fiveLetters = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
const plain = (code: string) => code.toLowerCase().replace(/[^a-z\d]/g, '')
/** Slowly: whoever has a copy of the database could try all quick ones in a day. */
const hashFor = (accountId: string, code: string) => slowHash(plain(code), accountId)
/** Of codes that an older version made. */
const quickHashFor = (accountId: string, code: string) => hashOf(`${accountId} ${plain(code)}`)

/** A code for a bad day has letters, or is longer than those of an app. */
export const isRecoveryCode = (code: string) => plain(code).length === 10

/**
 * Ten new codes, told once, and what keeps their hashes in place of all before: hashing takes its time, in which no
 * transaction may wait.
 */
export async function makeRecoveryCodes(accountId: string) {
  const codes = Array.from({ length: howMany }, () => `${fiveLetters()}-${fiveLetters()}`)
  const hashes = await Promise.all(codes.map((code) => hashFor(accountId, code)))
  const keep = async (tx: Db) => {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
    await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ codeHash, accountId })))
  }
  return { codes, keep }
}

/** Takes a code, once. */
export async function spendRecoveryCode(db: Db, accountId: string, code: string): Promise<boolean> {
  const slowHash = await hashFor(accountId, code)
  const isIt = and(
    inArray(recoveryCodes.codeHash, [slowHash, quickHashFor(accountId, code)]),
    eq(recoveryCodes.accountId, accountId),
    isNull(recoveryCodes.usedAt),
  )
  const spent = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(isIt)
    .returning({ accountId: recoveryCodes.accountId })
  return spent.length > 0
}

export const codesLeft = (db: Db, accountId: string) =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)))
