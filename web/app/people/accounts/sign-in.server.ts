import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { accounts, signIns } from '../people.tables.ts'
import { hashOf } from '../visitor.server.ts'
import { deviceOf } from './device.ts'
import { limitTries } from './limits.server.ts'
import { isPasswordOf } from './passwords.server.ts'
import { newToken } from './tokens.db.server.ts'

export const signInDays = retention.signInDays

/**
 * Signs in with email and password and answers the token for the cookie. The session that the browser came
 * with ends. Only who knows the password learns that an account waits for its activation.
 */
export async function signIn(
  db: Db,
  { email, password }: { email: string; password: string },
  from: { address: string; token?: string | undefined; userAgent?: string | null | undefined },
): Promise<string> {
  await limitTries(db, 'login', email, from.address)
  const [account] = await db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash, activatedAt: accounts.activatedAt })
    .from(accounts)
    .where(eq(accounts.email, email))
  if (!(await isPasswordOf(account?.passwordHash, password)) || !account) return refuse('login-failed')
  if (!account.activatedAt) return refuse('not-activated')
  const token = newToken()
  const expiresAt = sql`now() + make_interval(days => ${signInDays})`
  await db.transaction(async (tx) => {
    if (from.token) await signOut(tx, from.token)
    const seen = { lastLoginAt: sql`now()`, erasureToldAt: null }
    await tx.update(accounts).set(seen).where(eq(accounts.id, account.id))
    await tx.insert(signIns).values({
      tokenHash: hashOf(token),
      accountId: account.id,
      device: deviceOf(from.userAgent),
      expiresAt,
    })
  })
  return token
}

export const signOut = (db: Db, token: string) =>
  db.delete(signIns).where(eq(signIns.tokenHash, hashOf(token)))

/** Every browser in which the account is signed in, the latest first; `here` is the one that asks. */
export async function signInsOf(db: Db, accountId: string, token: string) {
  const rows = await db
    .select({ id: signIns.id, device: signIns.device, since: signIns.createdAt, hash: signIns.tokenHash })
    .from(signIns)
    .where(and(eq(signIns.accountId, accountId), sql`${signIns.expiresAt} > now()`))
    .orderBy(desc(signIns.createdAt))
  return rows.map(({ hash, ...row }) => ({ ...row, isHere: hash === hashOf(token) }))
}

/** Ends one of the account's own sessions. */
export const endSignIn = (db: Db, accountId: string, id: string) =>
  db.delete(signIns).where(and(eq(signIns.accountId, accountId), eq(signIns.id, id)))
