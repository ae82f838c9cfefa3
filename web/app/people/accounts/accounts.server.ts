import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { addMail } from '#mail/outbox.server.ts'
import { refuseCommon } from '#people/accounts/passwords/common-passwords.server.ts'
import { hashPassword } from '#people/accounts/passwords/passwords.server.ts'
import { mailActivation } from '#people/accounts/sign-up/mail-activation.server.ts'
import { type Caller, limitTries } from '#people/sign-in/limits.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import { findAccountByEmail } from '../people.db.server.ts'
import { accounts, signIns, tokens } from '../people.tables.ts'
import { alreadyMail, passwordSetMail, resetHours, resetMail } from './account-mails.ts'
import { mailWelcome } from './desk-account.server.ts'
import { loginLink, resetLink } from './links.ts'
import { issueToken, takeToken } from './tokens.db.server.ts'

export async function activate(db: Db, token: string, caller: Caller): Promise<void> {
  await limitTries(db, 'take-link', token, caller.address)
  await db.transaction(async (tx) => {
    const taken = await takeToken(tx, token, 'activation')
    if (!taken) return refuse('token-spent')
    await tx.update(accounts).set({ activatedAt }).where(eq(accounts.id, taken.accountId))
  })
}

/** Mails a link if an account of this address is not activated. */
export function requestActivation(db: Db, email: string, caller: Caller): Promise<void> {
  return answerAlike(db, email, caller, async (programme, account) => {
    if (account.isFromDesk) return mailWelcomeTo(db, account, email, caller)
    if (account.activatedAt) {
      const mail = alreadyMail(programme, 'activation', loginLink(caller))
      return addMail(db, { kind: 'account', to: email, ...mail })
    }
    return db.transaction((tx) => mailActivation(tx, programme, { ...account, email }, caller))
  })
}

export function requestReset(db: Db, email: string, caller: Caller): Promise<void> {
  return answerAlike(db, email, caller, async (programme, account) => {
    if (account.isFromDesk) return mailWelcomeTo(db, account, email, caller)
    const { id } = account
    await db.transaction(async (tx) => {
      const token = await issueToken(tx, id, 'password-reset', resetHours)
      await addMail(tx, {
        kind: 'password reset',
        to: email,
        ...resetMail(programme, resetLink(caller, token)),
      })
    })
  })
}

/** Ends every sign-in. The link proves the mailbox, so it also activates. */
export async function resetPassword(db: Db, token: string, password: string, caller: Caller): Promise<void> {
  await limitTries(db, 'take-link', token, caller.address)
  const programme = await readProgramme(db)
  refuseCommon(password, programme)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const taken = await takeToken(tx, token, 'password-reset')
    if (!taken) return refuse('token-spent', 'An error occurred. Please try again')
    const id = taken.accountId
    const [account] = await tx
      .update(accounts)
      .set({ passwordHash, activatedAt })
      .where(eq(accounts.id, id))
      .returning({ email: accounts.email })
    await tx.delete(signIns).where(eq(signIns.accountId, id))
    // An attacker with the old password may have requested a change of email.
    await tx.delete(tokens).where(eq(tokens.accountId, id))
    await addMail(tx, {
      kind: 'password changed',
      to: orNotFound(account).email,
      ...passwordSetMail(programme),
    })
  })
}

const mailWelcomeTo = (db: Db, { id }: { id: string }, email: string, caller: Caller) =>
  db.transaction((tx) => mailWelcome(tx, { id, email }, caller))

const activatedAt = sql`coalesce(${accounts.activatedAt}, now())`

/** Against account enumeration: same answer and time for known and unknown addresses. */
async function answerAlike(
  db: Db,
  email: string,
  caller: Caller,
  work: (
    programme: Programme,
    account: NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>,
  ) => Promise<unknown>,
) {
  await limitTries(db, 'ask-mail', email, caller.address)
  const asLongAs = wait(150)
  const programme = await readProgramme(db)
  const account = await findAccountByEmail(db, email)
  if (account) await work(programme, account)
  await asLongAs
}
