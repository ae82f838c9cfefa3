import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { accounts, signIns } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { found } from '#platform/refusal.ts'
import { anApp } from '../../test/authenticator-app.ts'
import { anAccount, aProgramme } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { aWorld } from '../../test/world.ts'
import { unreadableApps } from './authenticator.server.ts'
import { invitationOf, invite } from './invitations.server.ts'
import { join, joiningOf, offerApp, openWithLink, signInWithLink } from './join.server.ts'
import { askerOf } from './member.server.ts'
import { resetSecondStep } from './members.server.ts'
import { takeSecondStep } from './second-step.server.ts'
import { authenticators, recoveryCodes } from './team.tables.ts'

const settings = { DESK_KEY: 'a key of the desk for tests, 32 letters' }
const browser = { address: '192.0.2.7', siteUrl: 'http://localhost:3000' }
const holder = {
  firstName: 'Bea',
  lastName: 'Topspin',
  phone: '(555) 010-0142',
  password: 'volley-and-lob-44',
}
const actor = 'command:robin'

/** The link in the newest mail to this address. */
async function linkTo({ db }: World, email: string) {
  const rows = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)
  return found(/\/desk\/join\/([\w-]+)/.exec(rows.at(-1)?.text ?? '')?.[1])
}

/** Whoever opened the link and typed the password, with an app that knows the secret. */
async function anEnrolled(world: World, email: string) {
  const link = await linkTo(world, email)
  const token = await openWithLink(world, link, holder, browser)
  const asker = found(await askerOf(world.db, token))
  const { secret, sealed } = offerApp(world, asker.visitor.accountId)
  const app = anApp(secret)
  const codes = await join(world, link, asker, { app: { sealed, code: app.code() } })
  return { link, token, accountId: asker.visitor.accountId, app, codes }
}

test('an invitation, a password and the first code of an app make a member, once', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  await invite(world, actor, { email: 'bea@example.test', roles: ['owner', 'coach'] })
  const { link, token, accountId, codes } = await anEnrolled(world, 'bea@example.test')

  expect(await askerOf(db, token)).toMatchObject({
    name: 'Bea Topspin',
    roles: ['coach', 'owner'],
    isSecondStepFresh: true,
  })
  expect(codes).toHaveLength(10)
  expect(await invitationOf(db, link)).toBeUndefined()
  const [app] = await db.select().from(authenticators)
  expect(app).toMatchObject({ accountId, confirmedAt: expect.any(Date) })
  expect(JSON.stringify(await db.select().from(recoveryCodes))).not.toContain(codes[0])
})

test('the link alone opens nothing: the account’s own password must have been typed just now', async ({
  db,
}) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  const { email, id } = await anAccount(db)
  await invite(world, actor, { email, roles: ['reader'] })
  const link = await linkTo(world, email)

  expect(await joiningOf(world, link, undefined)).toEqual({ step: 'password', email })
  await expect(openWithLink(world, link, holder, browser)).rejects.toMatchObject({ code: 'token-spent' })
  await expect(signInWithLink(world, link, 'a wrong guess', browser)).rejects.toMatchObject({
    code: 'login-failed',
  })
  const token = await signInWithLink(world, link, 'baseline-rally-7', browser)
  const asker = found(await askerOf(db, token))
  expect(await joiningOf(world, link, asker)).toEqual({ step: 'factor', email })

  await db.update(signIns).set({ createdAt: new Date(Date.now() - 16 * 60_000) })
  expect(await joiningOf(world, link, asker)).toEqual({ step: 'password', email })
  const { secret, sealed } = offerApp(world, id)
  const late = join(world, link, asker, { app: { sealed, code: anApp(secret).code() } })
  await expect(late).rejects.toMatchObject({ code: 'token-spent' })
})

test('whoever made an account with an invited address before has nothing of it', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  const { email, id } = await anAccount(db, { activatedAt: null })
  await invite(world, actor, { email, roles: ['owner'] })
  const link = await linkTo(world, email)

  expect(await joiningOf(world, link, undefined)).toEqual({ step: 'account', email })
  await openWithLink(world, link, holder, browser)
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
  expect(account).toMatchObject({ firstName: 'Bea', activatedAt: expect.any(Date) })
  const before = signInWithLink(world, link, 'baseline-rally-7', browser)
  await expect(before).rejects.toMatchObject({ code: 'login-failed' })
})

test('a code is good once, and so is each recovery code; guesses end soon', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  await invite(world, actor, { email: 'bea@example.test', roles: ['owner'] })
  const { accountId, app, codes } = await anEnrolled(world, 'bea@example.test')
  const wrong = { code: 'wrong-code' }
  const take = (code: string) => takeSecondStep(world, accountId, { code })

  await expect(take(app.code())).rejects.toMatchObject(wrong)
  await take(app.code(1))
  await expect(take(app.code(1))).rejects.toMatchObject(wrong)
  await expect(take(app.code())).rejects.toMatchObject(wrong)
  await take(codes[3]?.toUpperCase().replace('-', ' ') ?? '')
  await expect(take(codes[3] ?? '')).rejects.toMatchObject(wrong)
  for (let tries = 1; tries < 10; tries += 1) await expect(take('123 456')).rejects.toMatchObject(wrong)
  await expect(take(codes[4] ?? '')).rejects.toMatchObject({ code: 'too-many-tries' })
})

test('with another key of the desk a code is answered by what helps, and a recovery code still opens it', async ({
  db,
}) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  await invite(world, actor, { email: 'bea@example.test', roles: ['owner'] })
  const { accountId, app, codes } = await anEnrolled(world, 'bea@example.test')
  const other = aWorld(db, { DESK_KEY: 'another key, also of at least 32 letters' })

  await expect(takeSecondStep(other, accountId, { code: app.code(1) })).rejects.toMatchObject({
    code: 'desk-key-lost',
    message: expect.stringContaining('ask an owner to reset your second step'),
  })
  await takeSecondStep(other, accountId, { code: codes[0] })
  expect([await unreadableApps(db, world.env), await unreadableApps(db, other.env)]).toEqual([0, 1])
})

test('a reset ends every log-in and every code, and mails a link to begin anew', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  await invite(world, actor, { email: 'bea@example.test', roles: ['owner'] })
  const { accountId, token, app, codes } = await anEnrolled(world, 'bea@example.test')

  await resetSecondStep(world, actor, accountId)

  expect(await askerOf(db, token)).toBeUndefined()
  for (const code of [app.code(1), codes[0]])
    await expect(takeSecondStep(world, accountId, { code })).rejects.toMatchObject({ code: 'wrong-code' })
  const link = await linkTo(world, 'bea@example.test')
  const newToken = await signInWithLink(world, link, holder.password, browser)
  const again = found(await askerOf(db, newToken))
  expect(again).toMatchObject({ roles: ['owner'], isSecondStepFresh: false })
  const { secret, sealed } = offerApp(world, accountId)
  await join(world, link, again, { app: { sealed, code: anApp(secret).code() } })
  expect(await askerOf(db, newToken)).toMatchObject({ roles: ['owner'], isSecondStepFresh: true })
})
