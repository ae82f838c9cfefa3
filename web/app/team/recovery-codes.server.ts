import { randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#platform/database.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import { recoveryCodes } from './team.tables.ts'

const howMany = 10
/** Without letters that look like others. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const fiveLetters = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
const plain = (code: string) => code.toLowerCase().replace(/[^a-z\d]/g, '')
const hashFor = (accountId: string, code: string) => hashOf(`${accountId} ${plain(code)}`)

/** A code for a bad day has letters, or is longer than those of an app. */
export const isRecoveryCode = (code: string) => plain(code).length === 10

/** Ten new codes in place of all before. They are told once: the rows keep their hashes. */
export async function makeRecoveryCodes(tx: Db, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => `${fiveLetters()}-${fiveLetters()}`)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ codeHash: hashFor(accountId, code), accountId })))
  return codes
}

/** Takes a code, once. */
export async function spendRecoveryCode(db: Db, accountId: string, code: string): Promise<boolean> {
  const isIt = and(
    eq(recoveryCodes.codeHash, hashFor(accountId, code)),
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
