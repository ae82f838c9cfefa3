import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import { lockAccount } from '../people.db.server.ts'
import { tokens } from '../people.tables.ts'

type Purpose = (typeof tokens.$inferSelect)['purpose']

export const newToken = () => randomBytes(32).toString('base64url')

/** The secret goes into the mail; the table stores its hash only. */
export async function issueToken(
  db: Db,
  accountId: string,
  purpose: Purpose,
  hours: number,
  newEmail?: string,
) {
  const token = newToken()
  const expiresAt = sql`now() + make_interval(hours => ${hours})`
  await db.insert(tokens).values({ tokenHash: sha256(token), purpose, accountId, expiresAt, newEmail })
  return token
}

export const endTokens = (tx: Db, accountId: string, purpose: Purpose) =>
  tx.delete(tokens).where(and(eq(tokens.accountId, accountId), eq(tokens.purpose, purpose)))

/** Good once, also under a race. Deletes the account's other tokens of this purpose. */
export async function takeToken(tx: Db, token: string, purpose: Purpose) {
  const isIt = and(eq(tokens.tokenHash, sha256(token)), eq(tokens.purpose, purpose))
  const [owner] = await tx.select({ accountId: tokens.accountId }).from(tokens).where(isIt)
  if (!owner || !(await lockAccount(tx, owner.accountId, 'no key update'))) return undefined
  const [taken] = await tx
    .delete(tokens)
    .where(and(isIt, sql`${tokens.expiresAt} > now()`))
    .returning({ accountId: tokens.accountId, newEmail: tokens.newEmail })
  if (!taken) return undefined
  await endTokens(tx, taken.accountId, purpose)
  return taken
}
