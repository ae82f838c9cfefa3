import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import { lockAccount } from '../people.db.server.ts'
import { tokens } from '../people.tables.ts'

type Purpose = (typeof tokens.$inferSelect)['purpose']

export const newToken = () => randomBytes(32).toString('base64url')

/** A link's secret: the answer goes into the mail, the table keeps its hash alone. */
export async function issueToken(
  db: Db,
  accountId: string,
  purpose: Purpose,
  hours: number,
  newEmail?: string,
) {
  const token = newToken()
  const expiresAt = sql`now() + make_interval(hours => ${hours})`
  await db.insert(tokens).values({ tokenHash: hashOf(token), purpose, accountId, expiresAt, newEmail })
  return token
}

/** Links that were mailed for this before lead nowhere any more. */
export const endTokens = (tx: Db, accountId: string, purpose: Purpose) =>
  tx.delete(tokens).where(and(eq(tokens.accountId, accountId), eq(tokens.purpose, purpose)))

/** Takes a token: of any number who try at once, one gets the account. Its fellows of the same purpose go too. */
export async function takeToken(tx: Db, token: string, purpose: Purpose) {
  const isIt = and(eq(tokens.tokenHash, hashOf(token)), eq(tokens.purpose, purpose))
  const [of] = await tx.select({ accountId: tokens.accountId }).from(tokens).where(isIt)
  if (!of || !(await lockAccount(tx, of.accountId, 'no key update'))) return undefined
  const [taken] = await tx
    .delete(tokens)
    .where(and(isIt, sql`${tokens.expiresAt} > now()`))
    .returning({ accountId: tokens.accountId, newEmail: tokens.newEmail })
  if (!taken) return undefined
  await endTokens(tx, taken.accountId, purpose)
  return taken
}
