import { and, eq, ne, sql } from 'drizzle-orm'
import { href } from 'react-router'
import { addMail } from '#mail/outbox.server.ts'
import {
  emailAskedMail,
  emailChangedMail,
  emailChangeHours,
  newEmailMail,
  passwordChangedMail,
  takenEmailMail,
} from '#people/accounts/account-mails.ts'
import { refuseCommon } from '#people/accounts/passwords/common-passwords.server.ts'
import { hashPassword, verifyPassword } from '#people/accounts/passwords/passwords.server.ts'
import { issueToken, takeToken } from '#people/accounts/tokens.db.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { accounts, formerNames, people, signIns, tokens } from '#people/people.tables.ts'
import { writeSearch } from '#people/search.db.server.ts'
import { type Caller, limitTries } from '#people/sign-in/limits.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { countRefusal } from '#platform/tally.server.ts'

/** Against an unattended browser: irreversible changes need the password. */
export async function checkPresentPassword(db: Db, accountId: string, password: string, caller: Caller) {
  await limitTries(db, 'own-password', accountId, caller.address)
  const [account] = await db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  if (await verifyPassword(account?.passwordHash, password)) return
  countRefusal('wrong password')
  refuse('wrong-password')
}

/** Ends all other sign-ins and all reset links. */
export async function changePassword(
  db: Db,
  { accountId, email }: Visitor,
  form: { present_password: string; password: string },
  caller: Caller & { signInToken: string },
): Promise<void> {
  await checkPresentPassword(db, accountId, form.present_password, caller)
  const programme = await readProgramme(db)
  refuseCommon(form.password, programme)
  const passwordHash = await hashPassword(form.password)
  await db.transaction(async (tx) => {
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId))
    const isOther = ne(signIns.tokenHash, sha256(caller.signInToken))
    await tx.delete(signIns).where(and(eq(signIns.accountId, accountId), isOther))
    await tx.delete(tokens).where(eq(tokens.accountId, accountId))
    await addMail(tx, { kind: 'password changed', to: email, ...passwordChangedMail(programme) })
  })
}

/** Receipts keep the former name. */
export async function changeName(
  db: Db,
  { accountId }: Pick<Visitor, 'accountId'>,
  form: { first_name: string; last_name: string },
) {
  const { first_name: firstName, last_name: lastName } = form
  await db.transaction(async (tx) => {
    const isIt = eq(accounts.id, accountId)
    const [former] = await tx
      .select({ firstName: accounts.firstName, lastName: accounts.lastName })
      .from(accounts)
      .where(isIt)
      .for('update')
    await tx.insert(formerNames).values({ accountId, ...orNotFound(former) })
    await tx.update(accounts).set({ firstName, lastName }).where(isIt)
    await writeSearch(tx, eq(people.accountId, accountId))
  })
}

/**
 * Mails the new address a link, and the present one a notice; neither reveals whether the new one has an account.
 * `checkMore`: checks besides the password.
 */
export async function requestEmailChange(
  db: Db,
  { accountId, email }: Visitor,
  form: { present_password: string; email: string },
  caller: Caller,
  checkMore: () => Promise<void> = async () => undefined,
): Promise<void> {
  await checkPresentPassword(db, accountId, form.present_password, caller)
  await checkMore()
  if (form.email === email) refuse('same-email')
  await limitTries(db, 'ask-mail', form.email, caller.address)
  const programme = await readProgramme(db)
  await db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId))) refuse('signed-out')
    const isAsked = and(eq(tokens.accountId, accountId), eq(tokens.purpose, 'email-change'))
    await tx.delete(tokens).where(isAsked)
    const isTaken = (await tx.$count(accounts, eq(accounts.email, form.email))) > 0
    if (isTaken)
      await addMail(tx, {
        kind: 'account',
        to: form.email,
        ...takenEmailMail(programme, `${caller.siteUrl}/pages/login`),
      })
    else {
      const token = await issueToken(tx, accountId, 'email-change', emailChangeHours, form.email)
      const link = caller.siteUrl + href('/pages/confirm-email/:token?', { token })
      await addMail(tx, { kind: 'email change', to: form.email, accountId, ...newEmailMail(programme, link) })
    }
    await addMail(tx, { kind: 'email changed', to: email, ...emailAskedMail(programme, form.email) })
  })
}

/** Redeems the link; ends every sign-in and every other link. `notifyMore`: mails to others than the old address. */
export async function confirmEmailChange(
  db: Db,
  token: string,
  caller: Caller,
  notifyMore: (tx: Db, accountId: string) => Promise<void> = async () => undefined,
): Promise<void> {
  await limitTries(db, 'take-link', token, caller.address)
  const programme = await readProgramme(db)
  await db.transaction(async (tx) => {
    const taken = await takeToken(tx, token, 'email-change')
    if (!taken?.newEmail) return refuse('token-spent')
    const { accountId: id, newEmail } = taken
    const [before] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, id))
    const isFree = sql`not exists (select 1 from accounts where email = ${newEmail})`
    const moved = await tx
      .update(accounts)
      .set({ email: newEmail, emailChangedAt: sql`now()` })
      .where(and(eq(accounts.id, id), isFree))
      .returning({ id: accounts.id })
    if (moved.length === 0) refuse('token-spent')
    await writeSearch(tx, eq(people.accountId, id))
    await signOutEverywhere(tx, id)
    await tx.delete(tokens).where(eq(tokens.accountId, id))
    await addMail(tx, {
      kind: 'email changed',
      to: orNotFound(before).email,
      accountId: id,
      ...emailChangedMail(programme, newEmail),
    })
    await notifyMore(tx, id)
  })
}

export const signOutEverywhere = (db: Db, accountId: string) =>
  db.delete(signIns).where(eq(signIns.accountId, accountId))
