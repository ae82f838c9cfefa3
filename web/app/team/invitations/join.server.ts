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
import { keepApp, newSecret, stepOf } from '#team/second-step/authenticator.server.ts'
import { keepPasskey, readNewPasskey, type SentPasskey } from '#team/second-step/passkeys.server.ts'
import { makeRecoveryCodes } from '#team/second-step/recovery-codes.server.ts'
import { openDesk } from '#team/second-step/second-step.server.ts'
import { invitationOf, takeInvitation } from './invitations.server.ts'

/** So long after the password was typed a second step can be set up. */
const freshMinutes = 15

/** The account of an address that its holder has opened. */
async function openedAccount(db: Db, email: string) {
  const isOpened = and(eq(accounts.email, email), isNotNull(accounts.activatedAt))
  const [account] = await db.select({ id: accounts.id }).from(accounts).where(isOpened)
  return account
}

export const hasAccount = async (db: Db, email: string) => (await openedAccount(db, email)) !== undefined

/** Where somebody with the link stands: no account yet, the password to be typed, or the second step to be set up. */
export async function joiningOf(world: World, token: string, asker: Asker | undefined) {
  const invitation = await invitationOf(world.db, token)
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

/** Whoever has the link has the mailbox: makes the account where there is none, and signs in. Answers the cookie's token. */
export async function openWithLink(world: World, link: string, holder: Holder, browser: Browser) {
  await limitTries(world.db, 'take-link', link, browser.address)
  const { email } = (await invitationOf(world.db, link)) ?? refuse('token-spent')
  const programme = await readProgramme(world.db)
  if (await openedAccount(world.db, email)) refuse('token-spent')
  refuseCommon(holder.password, programme)
  const passwordHash = await hashPassword(holder.password)
  await world.db.transaction((tx) => openAccount(tx, { ...holder, email, passwordHash }))
  return signIn(world.db, { email, password: holder.password }, browser)
}

/** The same for an account that is there: its password, typed now. */
export async function signInWithLink(world: World, link: string, password: string, browser: Browser) {
  await limitTries(world.db, 'take-link', link, browser.address)
  const { email } = (await invitationOf(world.db, link)) ?? refuse('token-spent')
  return signIn(world.db, { email, password }, browser)
}

/** A secret for the app, and the same sealed, to come back with its first code: until then nothing is stored. */
export function offerApp({ env }: World, accountId: string) {
  const secret = newSecret()
  const kept = JSON.stringify({ secret, until: Date.now() + freshMinutes * 60_000 })
  return { secret, sealed: seal(env, kept, `new app of ${accountId}`) }
}

export type FirstStep = {
  app?: { sealed: string; code: string } | undefined
  passkey?: SentPasskey | undefined
}

/** What is to be kept of a first step that was right: nothing is kept yet. */
export async function readFirstStep(world: World, accountId: string, { app, passkey }: FirstStep) {
  if (passkey) {
    const made = await readNewPasskey(world, accountId, passkey)
    return (tx: Db) => keepPasskey(tx, made, 'Passkey')
  }
  const kept = app && unseal(world.env, app.sealed, `new app of ${accountId}`)
  const { secret, until }: { secret?: string; until?: number } = JSON.parse(kept ?? '{}')
  const step = secret && app && stepOf(secret, app.code)
  if (!step || !until || until < Date.now()) return refuse('wrong-code')
  return (tx: Db) => keepApp(tx, world.env, accountId, secret, step)
}

/** Sets up the second step of whoever has the link and has just typed the password; answers ten codes for a bad day, and the cookie's new token. */
export async function join(world: World, link: string, asker: Asker, first: FirstStep) {
  const { accountId } = asker.visitor
  await countTry(world.db, `first-step:${accountId}`, { tries: 10, minutes: 15 })
  const joining = await joiningOf(world, link, asker)
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
