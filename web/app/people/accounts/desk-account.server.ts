import { and, eq, sql } from 'drizzle-orm'
import { addMail } from '#mail/outbox.server.ts'
import { refuseCommon } from '#people/accounts/passwords/common-passwords.server.ts'
import { hashPassword } from '#people/accounts/passwords/passwords.server.ts'
import { liabilityRelease } from '#people/accounts/sign-up/liability.ts'
import { signRelease } from '#people/accounts/sign-up/releases.db.server.ts'
import { lockAddress, removeUnused } from '#people/accounts/sign-up/unused.server.ts'
import { type Caller, limitTries } from '#people/sign-in/limits.server.ts'
import { openSignIn } from '#people/sign-in/sign-in.server.ts'
import type { Actor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { addFamily, ensureFamily } from '../families.db.server.ts'
import { accounts, people } from '../people.tables.ts'
import { writeSearch } from '../search.db.server.ts'
import { welcomeDays, welcomeMail } from './account-mails.ts'
import { welcomeLink } from './links.ts'
import { endTokens, issueToken, takeToken } from './tokens.db.server.ts'

export type DeskAccount = {
  firstName: string
  lastName: string
  phone: string
  /** Null: the family gets paper. */
  email: string | null
}

/** Without a password: a mail lets the holder choose one. If the address has an account, its family is returned. */
export async function createDeskAccount(
  tx: Db,
  { email, phone, ...name }: DeskAccount,
  by: { actor: Actor; siteUrl: string },
): Promise<{ accountId: string; familyId: string; isNew: boolean }> {
  if (email) {
    await lockAddress(tx, email)
    await removeUnused(tx, eq(accounts.email, email))
    const [known] = await tx
      .select({ accountId: accounts.id, familyId: accounts.familyId })
      .from(accounts)
      .where(eq(accounts.email, email))
    if (known)
      return { ...known, familyId: known.familyId ?? (await ensureFamily(tx, known.accountId)), isNew: false }
  }
  const family = await addFamily(tx)
  const { familyId } = family
  const [account] = await tx
    .insert(accounts)
    .values({ ...family, ...name, kind: 'parent', email, madeBy: by.actor })
    .returning({ id: accounts.id })
  const accountId = orNotFound(account).id
  await tx.insert(people).values({ accountId, familyId, role: 'parent', ...name, phone })
  await writeSearch(tx, eq(people.accountId, accountId))
  await addChange(tx, { actor: by.actor, what: 'account made', familyId })
  await mailWelcome(tx, { id: accountId, email }, by)
  return { accountId, familyId, isNew: true }
}

/** Replaces an earlier link. */
export async function mailWelcome(
  tx: Db,
  { id, email }: { id: string; email: string | null },
  to: { siteUrl: string },
): Promise<void> {
  if (!email) return
  await endTokens(tx, id, 'welcome')
  const token = await issueToken(tx, id, 'welcome', welcomeDays * 24)
  await addMail(tx, {
    kind: 'welcome',
    to: email,
    ...welcomeMail(await readProgramme(tx), welcomeLink(to, token)),
  })
}

/** Redeems the link: sets the password, accepts the release, signs in. Returns the cookie's token. */
export async function welcome(
  db: Db,
  token: string,
  password: string,
  from: Caller & Parameters<typeof openSignIn>[2],
): Promise<string> {
  await limitTries(db, 'take-link', token, from.address)
  const programme = await readProgramme(db)
  refuseCommon(password, programme)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const taken = await takeToken(tx, token, 'welcome')
    if (!taken) return refuse('token-spent')
    const { accountId } = taken
    const [account] = await tx
      .update(accounts)
      .set({ passwordHash, activatedAt: sql`now()` })
      .where(and(eq(accounts.id, accountId), sql`${accounts.passwordHash} is null`))
      .returning({ familyId: accounts.familyId })
    if (!account) return refuse('token-spent')
    const { version } = liabilityRelease(programme)
    const by: Actor = `family:${account.familyId}`
    await signRelease(tx, { accountId, version, how: 'welcome', by, address: from.address })
    return openSignIn(tx, { id: accountId, passwordHash }, from)
  })
}
