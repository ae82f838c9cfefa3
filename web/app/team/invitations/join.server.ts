import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { refuseCommon } from '#people/accounts/passwords/common-passwords.server.ts'
import { hashPassword } from '#people/accounts/passwords/passwords.server.ts'
import { openAccount } from '#people/accounts/sign-up/open-account.server.ts'
import { accounts, signIns } from '#people/people.tables.ts'
import { type Caller, limitTries } from '#people/sign-in/limits.server.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { countTry } from '#platform/http/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { seal, unseal } from '#team/desk-key.server.ts'
import type { Asker } from '#team/member.server.ts'
import { findStep, newSecret, storeApp } from '#team/second-step/authenticator.server.ts'
import { readNewPasskey, type SentPasskey, storePasskey } from '#team/second-step/passkeys.server.ts'
import { makeRecoveryCodes } from '#team/second-step/recovery-codes.server.ts'
import { openDesk } from '#team/second-step/second-step.server.ts'
import { findInvitation, takeInvitation } from './invitations.server.ts'

/** After the password was typed. */
const freshMinutes = 15

async function openedAccount(db: Db, email: string) {
  const isOpened = and(eq(accounts.email, email), isNotNull(accounts.activatedAt))
  const [account] = await db.select({ id: accounts.id }).from(accounts).where(isOpened)
  return account
}

export const hasAccount = async (db: Db, email: string) => (await openedAccount(db, email)) !== undefined

/** The next step of the link's reader: make an account, log in, or set up the second step. */
export async function findJoinState(world: World, token: string, asker: Asker | undefined) {
  const invitation = await findInvitation(world.db, token)
  if (!invitation) return undefined
  const { email } = invitation
  if (asker?.visitor.email === email && (await isFresh(world.db, asker.signInId)))
    return { step: 'factor' as const, email }
  const account = await openedAccount(world.db, email)
  return { step: account ? ('password' as const) : ('account' as const), email }
}

async function isFresh(db: Db, signInId: string) {
  const isNew = sql`${signIns.createdAt} > now() - make_interval(mins => ${freshMinutes})`
  return (await db.$count(signIns, and(eq(signIns.id, signInId), isNew))) > 0
}

type Browser = Caller & { token?: string | undefined; userAgent?: string | null }
type Holder = { firstName: string; lastName: string; phone: string; password: string }

/** The link proves the mailbox: makes an activated account, and signs in. Returns the cookie's token. */
export async function openWithLink(world: World, link: string, holder: Holder, browser: Browser) {
  await limitTries(world.db, 'take-link', link, browser.address)
  const { email } = (await findInvitation(world.db, link)) ?? refuse('token-spent')
  const programme = await readProgramme(world.db)
  if (await openedAccount(world.db, email)) refuse('token-spent')
  refuseCommon(holder.password, programme)
  const passwordHash = await hashPassword(holder.password)
  await world.db.transaction((tx) => openAccount(tx, { ...holder, email, passwordHash }))
  return signIn(world.db, { email, password: holder.password }, browser)
}

/** For an existing account. */
export async function signInWithLink(world: World, link: string, password: string, browser: Browser) {
  await limitTries(world.db, 'take-link', link, browser.address)
  const { email } = (await findInvitation(world.db, link)) ?? refuse('token-spent')
  return signIn(world.db, { email, password }, browser)
}

/** The sealed secret travels with the form; it is stored with its first code. */
export function offerApp({ env }: World, accountId: string) {
  const secret = newSecret()
  const payload = JSON.stringify({ secret, until: Date.now() + freshMinutes * 60_000 })
  return { secret, sealed: seal(env, payload, `new app of ${accountId}`) }
}

export type FirstStep = {
  app?: { sealed: string; code: string } | undefined
  passkey?: SentPasskey | undefined
}

/** Verifies the first code or passkey; the returned function stores it. */
export async function readFirstStep(world: World, accountId: string, { app, passkey }: FirstStep) {
  if (passkey) {
    const made = await readNewPasskey(world, accountId, passkey)
    return (tx: Db) => storePasskey(tx, made, 'Passkey')
  }
  const payload = app && unseal(world.env, app.sealed, `new app of ${accountId}`)
  const { secret, until }: { secret?: string; until?: number } = JSON.parse(payload ?? '{}')
  const step = secret && app && findStep(secret, app.code)
  if (!step || !until || until < Date.now()) return refuse('wrong-code')
  return (tx: Db) => storeApp(tx, world.env, accountId, secret, step)
}

/** For a link's reader who has just typed the password. Returns ten recovery codes and the cookie's new token. */
export async function join(world: World, link: string, asker: Asker, first: FirstStep) {
  const { accountId } = asker.visitor
  await countTry(world.db, `first-step:${accountId}`, { tries: 10, minutes: 15 })
  const joining = await findJoinState(world, link, asker)
  if (joining?.step !== 'factor') return refuse('token-spent')
  const keep = await readFirstStep(world, accountId, first)
  const recovery = await makeRecoveryCodes(accountId)
  return world.db.transaction(async (tx) => {
    await takeInvitation(tx, link, accountId)
    await keep(tx)
    await recovery.keep(tx)
    const token = await openDesk(tx, asker.signInId)
    return { token, codes: recovery.codes }
  })
}
