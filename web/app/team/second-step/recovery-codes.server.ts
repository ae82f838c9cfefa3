import { randomInt } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { slowHash } from '#people/accounts/passwords/passwords.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import { recoveryCodes } from '#team/team.tables.ts'

const howMany = 10
/** Without look-alikes. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const fiveLetters = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
const plain = (code: string) => code.toLowerCase().replace(/[^a-z\d]/g, '')
/** Slow, since quick hashes of a stolen database could be tried in a day. */
const hashFor = (accountId: string, code: string) => slowHash(plain(code), accountId)
/** For codes by an older version. */
const quickHashFor = (accountId: string, code: string) => sha256(`${accountId} ${plain(code)}`)

/** Longer than an app's code. */
export const isRecoveryCode = (code: string) => plain(code).length === 10

/** Codes are shown once; `keep` replaces the old hashes. Hashing is slow, so it happens outside the transaction. */
export async function makeRecoveryCodes(accountId: string) {
  const codes = Array.from({ length: howMany }, () => `${fiveLetters()}-${fiveLetters()}`)
  const hashes = await Promise.all(codes.map((code) => hashFor(accountId, code)))
  const keep = async (tx: Db) => {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
    await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ codeHash, accountId })))
  }
  return { codes, keep }
}

/** Good once. */
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

export const countUnusedCodes = (db: Db, accountId: string) =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)))
