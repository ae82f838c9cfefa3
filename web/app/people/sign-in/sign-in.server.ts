import { and, desc, eq, sql } from 'drizzle-orm'
import { checkBot } from '#bot-check/bot-check.server.ts'
import { hashPassword, isOutdated, verifyPassword } from '#people/accounts/passwords/passwords.server.ts'
import { newToken } from '#people/accounts/tokens.db.server.ts'
import type { Login } from '#people/people.schema.ts'
import { accounts, signIns } from '#people/people.tables.ts'
import { loginCheckAction } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import { refuse } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { countRefusal } from '#platform/tally.server.ts'
import { describeDevice } from './device.ts'
import { type Caller, forgetWrongLogins, limitConcurrentLogins, limitLogin } from './limits.server.ts'

export const signInDays = retention.signInDays

/** Returns the cookie's token. Only with the right password does it tell that an account is not activated. */
export const signIn = (db: Db, login: Login, from: Browser): Promise<string> =>
  limitConcurrentLogins(from.address, () => signInNow(db, login, from))

type Browser = {
  address: string
  token?: string | undefined
  userAgent?: string | null | undefined
  recaptcha?: Caller['recaptcha']
}

async function signInNow(
  db: Db,
  { email, password, g_recaptcha_response: answer }: Login,
  from: Browser,
): Promise<string> {
  if (await limitLogin(db, email, from.address)) {
    countRefusal('login under a bot check')
    if (!answer) refuse('bot-check-needed')
    const { address } = from
    const spendCheck = await checkBot(from.recaptcha, { answer, action: loginCheckAction, address })
    await spendCheck(db)
  }
  const [account] = await db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash, activatedAt: accounts.activatedAt })
    .from(accounts)
    .where(eq(accounts.email, email))
  if (!(await verifyPassword(account?.passwordHash, password)) || !account) {
    countRefusal('wrong password')
    return refuse('login-failed')
  }
  if (!account.activatedAt) return refuse('not-activated')
  await forgetWrongLogins(db, email, from.address)
  const { passwordHash } = account
  const freshHash = isOutdated(passwordHash) ? await hashPassword(password) : passwordHash
  return openSignIn(db, { id: account.id, passwordHash, freshHash }, from)
}

type Proven = { id: string; passwordHash: string | null; freshHash?: string | null }

/** Returns the cookie's token. */
export async function openSignIn(
  db: Db,
  { id, passwordHash, freshHash = passwordHash }: Proven,
  from: Pick<Browser, 'token' | 'userAgent'>,
): Promise<string> {
  const token = newToken()
  // One statement, the account locked first: a whole town may be logging in.
  await db.execute(sql`with
    seen as (update accounts set last_login_at = now(), erasure_told_at = null,
      password_hash = case when password_hash = ${passwordHash} then ${freshHash} else password_hash end
      where id = ${id} returning id),
    ended as (${signOut(db, from.token ?? '').getSQL()})
    insert into sign_ins (token_hash, account_id, device, expires_at)
    select ${sha256(token)}, id, ${describeDevice(from.userAgent)}, now() + make_interval(days => ${signInDays}) from seen`)
  return token
}

export const signOut = (db: Db, token: string) =>
  db.delete(signIns).where(eq(signIns.tokenHash, sha256(token)))

/** The latest first; `isHere`: this browser's. */
export async function listSignIns(db: Db, accountId: string, token: string) {
  const rows = await db
    .select({ id: signIns.id, device: signIns.device, since: signIns.createdAt, hash: signIns.tokenHash })
    .from(signIns)
    .where(and(eq(signIns.accountId, accountId), sql`${signIns.expiresAt} > now()`))
    .orderBy(desc(signIns.createdAt))
  return rows.map(({ hash, ...row }) => ({ ...row, isHere: hash === sha256(token) }))
}

export const endSignIn = (db: Db, accountId: string, id: string) =>
  db.delete(signIns).where(and(eq(signIns.accountId, accountId), eq(signIns.id, id)))
