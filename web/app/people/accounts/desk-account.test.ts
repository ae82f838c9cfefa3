import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { createAccount } from '#people/accounts/sign-up/create-account.server.ts'
import { hasSigned } from '#people/accounts/sign-up/releases.db.server.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import routes from '../../../app/routes.ts'
import { anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { aRegistration } from '../../../test/builders/registration.ts'
import { test } from '../../../test/harness/database.ts'
import { latestMail } from '../../../test/harness/latest-mail.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { accounts, people, releases } from '../people.tables.ts'
import { requestActivation, requestReset } from './accounts.server.ts'
import { createDeskAccount } from './desk-account.server.ts'
import { sweep } from './sweep.server.ts'

const caller = { address: '192.0.2.7', siteUrl: 'http://localhost:3000' }
const family = { firstName: 'Edith', lastName: 'Lobwell', phone: '(555) 010-0177' }
const email = 'edith@example.test'
const password = 'volley-and-lob-44'
const by = { actor: 'member:1', siteUrl: caller.siteUrl } as const

async function aDeskFamily(db: Db, address: string | null = email) {
  await aProgramme(db)
  const made = await createDeskAccount(db, { ...family, email: address }, by)
  const standing = async () => {
    const isIt = eq(accounts.id, made.accountId)
    const { id, passwordHash, activatedAt, madeBy } = accounts
    const hasPassword = sql<boolean>`${passwordHash} is not null`
    const rows = await db
      .select({ id, hasPassword, activatedAt, madeBy, hasSigned })
      .from(accounts)
      .where(isIt)
    return orNotFound(rows[0])
  }
  return { ...made, standing }
}

test('a family that the desk signs up chooses a password by the link of its mail, accepts the release and is logged in; before, nobody can log in', async ({
  db,
}) => {
  const { accountId, familyId, standing } = await aDeskFamily(db)
  const unsigned = { hasPassword: false, activatedAt: null, madeBy: by.actor, hasSigned: false }
  expect(await standing()).toMatchObject(unsigned)
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    { actor: by.actor, what: 'account made', familyId },
  ])
  const { link, ...mail } = await latestMail(db, email)
  const subject = 'Welcome to Courtside Youth Tennis'
  expect(mail).toMatchObject({ subject, kind: 'welcome', accountId, familyId })
  const { pathname } = new URL(link)
  const site = await aSite(aWorld(db), routes)
  const post = (form: Record<string, string>) =>
    site(pathname, {
      method: 'POST',
      headers: { Origin: caller.siteUrl },
      body: new URLSearchParams(form),
    })
  await expect(signIn(db, { email, password }, caller)).rejects.toMatchObject({ code: 'login-failed' })

  expect(await (await site(pathname)).text()).toContain('I have read and accept the liability release.')
  const confirmed = { password, confirmation: password }
  expect(await (await post(confirmed)).text()).toContain('Please agree to the liability release form.')
  expect(await standing()).toMatchObject(unsigned)
  const signed = { ...confirmed, 'user.liability_agreed': 'on' }
  const ready = await post(signed)
  expect(await ready.text()).toContain('Your account is ready!')
  const cookie = ready.headers.get('set-cookie')?.split(';')[0] ?? ''
  const history = await site('/pages/registration-history', { headers: { cookie } })
  expect(history.status).toBe(200)

  expect(await standing()).toMatchObject({ hasPassword: true, hasSigned: true })
  expect(await db.select().from(releases)).toMatchObject([
    { accountId, how: 'welcome', by: `family:${familyId}`, address: '192.0.2.7' },
  ])
  expect(await signIn(db, { email, password }, caller)).toEqual(expect.any(String))
  expect((await post(signed)).status).toBe(410)
})

test('who signs up, or asks for a new password or activation, with such an address is mailed a new welcome link: nothing else changes and the old link ends', async ({
  db,
}) => {
  const { standing } = await aDeskFamily(db)
  const before = await standing()
  const first = await latestMail(db, email)
  const form = await aRegistration(db)
  const site = await aSite(aWorld(db), routes)
  for (const ask of [
    () => createAccount(db, { ...form, user: { ...form.user, email } }, caller),
    () => requestReset(db, email, caller),
    () => requestActivation(db, email, caller),
  ]) {
    await ask()
    expect(await latestMail(db, email)).toMatchObject({ subject: first.subject })
  }

  const newest = await latestMail(db, email)
  expect(newest.token).not.toBe(first.token)
  expect(await standing()).toEqual(before)
  expect(await db.$count(accounts)).toBe(1)
  const body = new URLSearchParams({ password, confirmation: password, 'user.liability_agreed': 'on' })
  const old = await site(`/pages/welcome/${first.token}`, {
    method: 'POST',
    headers: { Origin: caller.siteUrl },
    body,
  })
  expect(old.status).toBe(410)
})

test('what the desk made is not swept, is opened again by its address, and takes no account of anybody else', async ({
  db,
}) => {
  const { accountId, familyId } = await aDeskFamily(db)
  const other = await anAccount(db)
  await db.update(accounts).set({ linkSentAt: new Date('2020-01-01') })

  await sweep(db)
  const again = await createDeskAccount(db, { ...family, lastName: 'Vale', email }, by)
  const known = await createDeskAccount(db, { ...family, email: other.email }, by)

  expect(again).toEqual({ accountId, familyId, isNew: false })
  expect(known).toEqual({ accountId: other.id, familyId: other.familyId, isNew: false })
  expect(await db.select({ lastName: people.lastName }).from(people).orderBy(people.createdAt)).toEqual([
    { lastName: 'Lobwell' },
    { lastName: 'Vale' },
  ])
})

test('families without email get paper: any number of them, no mail, and nobody can log in', async ({
  db,
}) => {
  const first = await aDeskFamily(db, null)
  const second = await createDeskAccount(db, { ...family, email: null }, by)

  expect(second).toMatchObject({ isNew: true })
  expect(second.accountId).not.toBe(first.accountId)
  expect(await db.$count(mails)).toBe(0)
  await requestReset(db, '', caller)
  expect(await db.$count(mails)).toBe(0)
})
