import { and, desc, eq, sql } from 'drizzle-orm'
import { checkBot } from '#bot-check/bot-check.server.ts'
import { hashPassword, isOutdated, isPasswordOf } from '#people/accounts/passwords/passwords.server.ts'
import { newToken } from '#people/accounts/tokens.db.server.ts'
import type { Login } from '#people/people.schema.ts'
import { accounts, signIns } from '#people/people.tables.ts'
import { loginCheckAction } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import { refuse } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { count } from '#platform/tally.server.ts'
import { deviceOf } from './device.ts'
import { amongFew, type Caller, forgetWrongLogins, limitLogin } from './limits.server.ts'

export const signInDays = retention.signInDays

/**
 * Signs in with email and password and answers the token for the cookie. The sign-in that the browser came
 * with ends. Only who knows the password learns that an account waits for its activation.
 */
export const signIn = (db: Db, login: Login, from: Browser): Promise<string> =>
  amongFew(from.address, () => signInNow(db, login, from))

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
    count('login under a bot check')
    if (!answer) refuse('bot-check-needed')
    const { address } = from
    const spendCheck = await checkBot(from.recaptcha, { answer, action: loginCheckAction, address })
    await spendCheck(db)
  }
  const [account] = await db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash, activatedAt: accounts.activatedAt })
    .from(accounts)
    .where(eq(accounts.email, email))
  if (!(await isPasswordOf(account?.passwordHash, password)) || !account) {
    count('wrong password')
    return refuse('login-failed')
  }
  if (!account.activatedAt) return refuse('not-activated')
  await forgetWrongLogins(db, email, from.address)
  const { passwordHash } = account
  const freshHash = isOutdated(passwordHash) ? await hashPassword(password) : passwordHash
  return openSignIn(db, { id: account.id, passwordHash, freshHash }, from)
}

type Proven = { id: string; passwordHash: string | null; freshHash?: string | null }

/** Signs in whoever has shown to be the holder, and answers the token for the cookie. */
export async function openSignIn(
  db: Db,
  { id, passwordHash, freshHash = passwordHash }: Proven,
  from: Pick<Browser, 'token' | 'userAgent'>,
): Promise<string> {
  const token = newToken()
  // All of it in one statement, the account first: a whole town may be logging in.
  await db.execute(sql`with
    seen as (update accounts set last_login_at = now(), erasure_told_at = null,
      password_hash = case when password_hash = ${passwordHash} then ${freshHash} else password_hash end
      where id = ${id} returning id),
    ended as (${signOut(db, from.token ?? '').getSQL()})
    insert into sign_ins (token_hash, account_id, device, expires_at)
    select ${hashOf(token)}, id, ${deviceOf(from.userAgent)}, now() + make_interval(days => ${signInDays}) from seen`)
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

/** Ends one of the account's own sign-ins. */
export const endSignIn = (db: Db, accountId: string, id: string) =>
  db.delete(signIns).where(and(eq(signIns.accountId, accountId), eq(signIns.id, id)))
