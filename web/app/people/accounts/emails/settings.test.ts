import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { requestReset, resetPassword } from '#people/accounts/accounts.server.ts'
import { accounts, tokens } from '#people/people.tables.ts'
import { endSignIn, listSignIns, signIn } from '#people/sign-in/sign-in.server.ts'
import { findVisitor } from '#people/sign-in/visitor.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { anAccount, aProgramme, password } from '../../../../test/builders/builders.ts'
import { test } from '../../../../test/harness/database.ts'
import {
  changePassword,
  confirmEmailChange,
  requestEmailChange,
  signOutEverywhere,
} from './settings.server.ts'

const caller = { address: '192.0.2.7', siteUrl: 'https://tennis.example' }
const newEmail = 'edith.new@example.test'

async function signedIn(db: Db) {
  await aProgramme(db)
  const account = await anAccount(db)
  const [here, elsewhere] = [await signIn(db, account, caller), await signIn(db, account, caller)]
  return { account, visitor: account.visitor, here, elsewhere }
}

async function latestMailTo(db: Db, recipient: string) {
  const isTo = eq(mails.recipient, recipient)
  const [mail] = await db.select().from(mails).where(isTo).orderBy(desc(mails.id)).limit(1)
  return { subject: mail?.subject, token: mail?.text.match(/pages\/[\w-]+\/([\w-]+)/)?.[1] ?? '' }
}

test('a new password asks the present one, and ends every other session', async ({ db }) => {
  const { account, visitor, here, elsewhere } = await signedIn(db)
  await requestReset(db, account.email, caller)
  const { token: oldLink } = await latestMailTo(db, account.email)
  const change = (present_password: string) =>
    changePassword(
      db,
      visitor,
      { present_password, password: 'backhand-11' },
      { ...caller, signInToken: here },
    )
  await expect(change('not it')).rejects.toMatchObject({ code: 'wrong-password' })
  expect(await findVisitor(db, elsewhere)).toBeDefined()

  await change(password)

  expect(await findVisitor(db, here)).toBeDefined()
  expect(await findVisitor(db, elsewhere)).toBeUndefined()
  await expect(signIn(db, account, caller)).rejects.toMatchObject({ code: 'login-failed' })
  await signIn(db, { email: account.email, password: 'backhand-11' }, caller)
  await expect(resetPassword(db, oldLink, 'forehand-22', caller)).rejects.toMatchObject({
    code: 'token-spent',
  })
  expect((await latestMailTo(db, account.email)).subject).toBe('Your password was changed')
})

test('a new password by mail ends a change of the email that somebody else has asked for', async ({ db }) => {
  const { account, visitor } = await signedIn(db)
  await requestEmailChange(db, visitor, { present_password: password, email: newEmail }, caller)
  const { token } = await latestMailTo(db, newEmail)
  await requestReset(db, account.email, caller)

  await resetPassword(db, (await latestMailTo(db, account.email)).token, 'backhand-11', caller)

  await expect(confirmEmailChange(db, token, caller)).rejects.toMatchObject({ code: 'token-spent' })
})

test('an email changes when the link in the new mailbox is opened, and all are logged out', async ({
  db,
}) => {
  const { account, visitor, here, elsewhere } = await signedIn(db)

  await requestEmailChange(db, visitor, { present_password: password, email: newEmail }, caller)

  expect((await latestMailTo(db, account.email)).subject).toBe('Your email address is about to change')
  expect(await findVisitor(db, here)).toMatchObject({ email: account.email })
  await requestReset(db, account.email, caller)
  const { token: oldLink } = await latestMailTo(db, account.email)
  const { token } = await latestMailTo(db, newEmail)
  await confirmEmailChange(db, token, caller)
  for (const session of [here, elsewhere]) expect(await findVisitor(db, session)).toBeUndefined()
  expect((await latestMailTo(db, account.email)).subject).toBe('Your email address was changed')
  await signIn(db, { email: newEmail, password }, caller)
  await expect(signIn(db, account, caller)).rejects.toMatchObject({ code: 'login-failed' })
  await expect(resetPassword(db, oldLink, 'forehand-22', caller)).rejects.toMatchObject({
    code: 'token-spent',
  })
  await expect(confirmEmailChange(db, token, caller)).rejects.toMatchObject({ code: 'token-spent' })
})

test('only the last link that was asked for counts, and none for an address that was taken meanwhile', async ({
  db,
}) => {
  const { visitor } = await signedIn(db)
  const ask = async (email: string) => {
    await requestEmailChange(db, visitor, { present_password: password, email }, caller)
    return (await latestMailTo(db, email)).token
  }
  const [older, newer] = [await ask('first@example.test'), await ask(newEmail)]
  await expect(confirmEmailChange(db, older, caller)).rejects.toMatchObject({ code: 'token-spent' })
  await anAccount(db, { email: newEmail })

  await expect(confirmEmailChange(db, newer, caller)).rejects.toMatchObject({ code: 'token-spent' })

  expect(await db.$count(accounts, eq(accounts.email, newEmail))).toBe(1)
})

test('asking for an address that has an account tells its owner, and nobody else', async ({ db }) => {
  const { visitor } = await signedIn(db)
  const other = await anAccount(db)

  const answer = requestEmailChange(db, visitor, { present_password: password, email: other.email }, caller)

  expect(await answer).toBeUndefined()
  expect((await latestMailTo(db, other.email)).subject).toBe(
    'You already have a Courtside Youth Tennis account',
  )
  expect(await db.$count(tokens)).toBe(0)
})

test('the present password cannot be guessed from an open browser', async ({ db }) => {
  const { visitor } = await signedIn(db)
  const guess = (present_password: string) =>
    requestEmailChange(db, visitor, { present_password, email: newEmail }, caller)
  for (let time = 0; time < 10; time += 1)
    await expect(guess('not it')).rejects.toMatchObject({ code: 'wrong-password' })

  await expect(guess(password)).rejects.toMatchObject({ code: 'too-many-tries' })
})

test('signing out everywhere ends every session of this account alone', async ({ db }) => {
  const { visitor, here, elsewhere } = await signedIn(db)
  const stranger = await signIn(db, await anAccount(db), caller)

  await signOutEverywhere(db, visitor.accountId)

  for (const session of [here, elsewhere]) expect(await findVisitor(db, session)).toBeUndefined()
  expect(await findVisitor(db, stranger)).toBeDefined()
})

test('the account lists where it is logged in, and one of them can be ended', async ({ db }) => {
  const { account, visitor, here, elsewhere } = await signedIn(db)
  const phone = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
  const lost = await signIn(db, account, { ...caller, userAgent: phone })
  const stranger = await signIn(db, await anAccount(db), caller)
  const list = await listSignIns(db, visitor.accountId, here)
  expect(list).toHaveLength(3)
  expect(list.filter(({ isHere }) => isHere)).toHaveLength(1)
  const { id } = orNotFound(list.find(({ device }) => device === 'Firefox on Android'))
  const [{ id: strangersId } = { id: '' }] = await listSignIns(
    db,
    (await findVisitor(db, stranger))?.accountId ?? '',
    '',
  )

  await endSignIn(db, visitor.accountId, id)
  await endSignIn(db, visitor.accountId, strangersId)

  expect(await findVisitor(db, lost)).toBeUndefined()
  for (const token of [here, elsewhere, stranger]) expect(await findVisitor(db, token)).toBeDefined()
})
