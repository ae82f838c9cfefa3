import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { slowHash } from '#people/accounts/passwords/passwords.server.ts'
import { accounts, signIns } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import { forgetTries } from '#platform/http/rate-limit.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import routes from '#routes.ts'
import { findAsker } from '#team/member.server.ts'
import { endRoles, resetSecondStep } from '#team/members.server.ts'
import { unreadableApps } from '#team/second-step/authenticator.server.ts'
import { renewCodes } from '#team/second-step/change-second-step.server.ts'
import { spendRecoveryCode } from '#team/second-step/recovery-codes.server.ts'
import { takeSecondStep } from '#team/second-step/second-step.server.ts'
import { authenticators, memberRoles, recoveryCodes } from '#team/team.tables.ts'
import { aMember, anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { aMembersRecoveryCodes } from '../../../test/builders/recovery-codes.ts'
import { tried } from '../../../test/builders/tried.ts'
import { anApp } from '../../../test/harness/authenticator-app.ts'
import { solvedBotCheck } from '../../../test/harness/bot-check.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { findInvitation, invite, inviteAgain, openInvitations, takeInvitation } from './invitations.server.ts'
import { findJoinState, join, offerApp, openWithLink, signInWithLink } from './join.server.ts'

const settings = { DESK_KEY: 'a key of the desk for tests, 32 letters' }
const address = '192.0.2.7'
const browser = { address, siteUrl: 'http://localhost:3000' }
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
  return orNotFound(/\/desk\/join\/([\w-]+)/.exec(rows.at(-1)?.text ?? '')?.[1])
}

/** A reader of the link who has typed the password, with an authenticator app. */
async function anEnrolled(world: World, email: string) {
  const link = await linkTo(world, email)
  const tokenBefore = await openWithLink(world, link, holder, browser)
  const asker = orNotFound(await findAsker(world.db, tokenBefore))
  const { secret, sealed } = offerApp(world, asker.visitor.accountId)
  const app = anApp(secret)
  const { codes, token } = await join(world, link, asker, { app: { sealed, code: app.code() } })
  expect(await findAsker(world.db, tokenBefore), 'the log-in without a second step').toBeUndefined()
  return { link, token, accountId: asker.visitor.accountId, app, codes }
}

test('an invitation, a password and the first code of an app make a member, once', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  await invite(world, actor, { email: 'bea@example.test', roles: ['owner', 'coach'] })
  const { link, token, accountId, codes } = await anEnrolled(world, 'bea@example.test')

  expect(await findAsker(db, token)).toMatchObject({
    name: 'Bea Topspin',
    roles: ['coach', 'owner'],
    isSecondStepFresh: true,
  })
  expect(codes).toHaveLength(10)
  expect(await findInvitation(db, link)).toBeUndefined()
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

  expect(await findJoinState(world, link, undefined)).toEqual({ step: 'password', email })
  await expect(openWithLink(world, link, holder, browser)).rejects.toMatchObject({ code: 'token-spent' })
  await expect(signInWithLink(world, link, 'a wrong guess', browser)).rejects.toMatchObject({
    code: 'login-failed',
  })
  const token = await signInWithLink(world, link, 'baseline-rally-7', browser)
  const asker = orNotFound(await findAsker(db, token))
  expect(await findJoinState(world, link, asker)).toEqual({ step: 'factor', email })

  await db.update(signIns).set({ createdAt: new Date(Date.now() - 16 * 60_000) })
  expect(await findJoinState(world, link, asker)).toEqual({ step: 'password', email })
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

  expect(await findJoinState(world, link, undefined)).toEqual({ step: 'account', email })
  await openWithLink(world, link, holder, browser)
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
  expect(account).toMatchObject({ firstName: 'Bea', activatedAt: expect.any(Date) })
  const before = signInWithLink(world, link, 'baseline-rally-7', browser)
  await expect(before).rejects.toMatchObject({ code: 'login-failed' })
})

test('an invitation of an owner ends with the owner’s roles, and nobody sends it again; that of the server, and a link for a second step, stay', async ({
  db,
}) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  const [owner, other] = [await aMember(db, ['owner']), await aMember(db, ['owner'])]
  const email = 'new@example.test'
  const ends: [by: Actor, last: () => Promise<unknown>][] = [
    [`member:${owner.id}`, () => endRoles(db, actor, owner.id)],
    [
      `member:${other.id}`,
      () => db.update(memberRoles).set({ firstDay: '2026-01-01', lastDay: '2026-01-02' }),
    ],
  ]
  await invite(world, actor, { email: 'bea@example.test', roles: ['owner'] })
  const links = [await linkTo(world, 'bea@example.test')]
  await resetSecondStep(world, `member:${owner.id}`, other.id)
  links.push(await linkTo(world, other.email))

  for (const [by, end] of ends) {
    await invite(world, by, { email, roles: ['owner'] })
    const link = await linkTo(world, email)
    expect(await findInvitation(db, link)).toMatchObject({ email })
    await end()
    expect(await findInvitation(db, link)).toBeUndefined()
    await expect(takeInvitation(db, link, owner.id)).rejects.toMatchObject({ code: 'token-spent' })
    expect(await inviteAgain(db, world, `member:${other.id}`, email)).toBe(false)
  }
  for (const link of links) expect(await findInvitation(db, link)).toBeDefined()
  expect((await openInvitations(db)).map((open) => open.email)).toEqual(['bea@example.test', other.email])
})

test('a code is good once, and so is each recovery code; guesses end soon', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  await invite(world, actor, { email: 'bea@example.test', roles: ['owner'] })
  const { accountId, app, codes } = await anEnrolled(world, 'bea@example.test')
  const wrong = { code: 'wrong-code' }
  const take = (code: string) => takeSecondStep(world, accountId, { code }, address)

  await expect(take(app.code())).rejects.toMatchObject(wrong)
  await take(app.code(1))
  await expect(take(app.code(1))).rejects.toMatchObject(wrong)
  await expect(take(app.code())).rejects.toMatchObject(wrong)
  await take(codes[3]?.toUpperCase().replace('-', ' ') ?? '')
  await expect(take(codes[3] ?? '')).rejects.toMatchObject(wrong)
  for (let tries = 2; tries < 10; tries += 1) await expect(take('123 456')).rejects.toMatchObject(wrong)
  for (let tries = 1; tries < 10; tries += 1) await expect(take('aaaaa-aaaaa')).rejects.toMatchObject(wrong)
  for (const code of ['123 456', codes[4] ?? ''])
    await expect(take(code)).rejects.toMatchObject({ code: 'too-many-tries' })
})

test('whoever guesses codes elsewhere locks no member out: ten are tried from a network, after a hundred a bot check is asked for, and recovery codes stand apart', async ({
  db,
}) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  await invite(world, actor, { email: 'bea@example.test', roles: ['owner'] })
  const { accountId, app, codes } = await anEnrolled(world, 'bea@example.test')
  const guess = (from: string) => takeSecondStep(world, accountId, { code: '123 456' }, from)
  for (let tries = 0; tries < 10; tries += 1)
    await expect(guess('198.51.100.9')).rejects.toMatchObject({ code: 'wrong-code' })
  await expect(guess('198.51.100.9')).rejects.toMatchObject({ code: 'too-many-tries' })
  await takeSecondStep(world, accountId, { code: app.code(1) }, address)

  await db.update(authenticators).set({ lastStep: 0 })
  await tried(db, `second-step-check:${accountId}`, { tries: 100, minutes: 1440 })
  const check = { code: 'bot-check-needed', message: expect.stringContaining('We check that you are human') }
  await expect(takeSecondStep(world, accountId, { code: app.code(1) }, address)).rejects.toMatchObject(check)
  await takeSecondStep(world, accountId, { code: codes[0] }, address)
  const solved = { code: app.code(1), g_recaptcha_response: await solvedBotCheck(db) }
  await takeSecondStep(world, accountId, solved, address)

  await forgetTries(db, `second-step-day:${accountId}`)
  await tried(db, `second-step-day:${accountId}`, { tries: 1000, minutes: 1440 })
  await expect(guess(address)).rejects.toMatchObject({
    message: expect.stringContaining('Use a passkey or a recovery code'),
  })
  await takeSecondStep(world, accountId, { code: codes[1] }, address)
})

test('with another key of the desk a code is answered by what helps, and a recovery code still opens it', async ({
  db,
}) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  await invite(world, actor, { email: 'bea@example.test', roles: ['owner'] })
  const { accountId, app, codes } = await anEnrolled(world, 'bea@example.test')
  const other = aWorld(db, { DESK_KEY: 'another key, also of at least 32 letters' })

  await expect(takeSecondStep(other, accountId, { code: app.code(1) }, address)).rejects.toMatchObject({
    code: 'desk-key-lost',
    message: expect.stringContaining('ask an owner to reset your second step'),
  })
  await takeSecondStep(other, accountId, { code: codes[0] }, address)
  expect([await unreadableApps(db, world.env), await unreadableApps(db, other.env)]).toEqual([0, 1])
})

test('a reset ends every log-in and every code, and mails a link to begin anew', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  await invite(world, actor, { email: 'bea@example.test', roles: ['owner'] })
  const { accountId, token, app, codes } = await anEnrolled(world, 'bea@example.test')

  await resetSecondStep(world, actor, accountId)

  expect(await findAsker(db, token)).toBeUndefined()
  for (const code of [app.code(1), codes[0]])
    await expect(takeSecondStep(world, accountId, { code }, address)).rejects.toMatchObject({
      code: 'wrong-code',
    })
  const link = await linkTo(world, 'bea@example.test')
  const newToken = await signInWithLink(world, link, holder.password, browser)
  const again = orNotFound(await findAsker(db, newToken))
  expect(again).toMatchObject({ roles: ['owner'], isSecondStepFresh: false })
  const { secret, sealed } = offerApp(world, accountId)
  const { token: opened } = await join(world, link, again, { app: { sealed, code: anApp(secret).code() } })
  expect(await findAsker(db, opened)).toMatchObject({ roles: ['owner'], isSecondStepFresh: true })
})

test('a second step gives the browser a new cookie, and the one before opens nothing', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  const { id, token } = await aMember(db, ['owner'], { secondFactorAt: null })
  const codes = await aMembersRecoveryCodes(db, id)
  const site = await aSite(world, routes)
  const readState = async (cookie: string) => {
    const { status, headers } = await site('/desk/team', { headers: { cookie } })
    return `${status} ${headers.get('Location') ?? ''}`
  }
  let cookie = `sign-in=${token}`

  for (const [path, status] of [
    ['/desk/second-step?next=/desk/team', 302],
    ['/desk/second-step.data?stay', 200],
  ] as const) {
    const body = new URLSearchParams({ code: String(codes.pop()) })
    const answer = await site(path, { method: 'POST', headers: { cookie }, body })
    expect(answer.status).toBe(status)
    const [fresh = ''] = (answer.headers.get('Set-Cookie') ?? '').split(';')
    expect(await readState(fresh)).toBe('200 ')
    expect(await readState(cookie)).toMatch(/^302 \/pages\/login\?notice=signed-out/)
    cookie = fresh
  }
})

test('a copy of the database cannot be searched for recovery codes as fast as a hash is made', async ({
  db,
}) => {
  const { id } = await aMember(db, ['owner'])
  const [code = '', older = ''] = await aMembersRecoveryCodes(db, id)
  const hashes = (await db.select().from(recoveryCodes)).map(({ codeHash }) => codeHash)
  const quick = (text: string) => sha256(`${id} ${text.replace('-', '')}`)

  expect(hashes).toContain(await slowHash(code.replace('-', ''), id))
  expect(hashes).not.toContain(quick(code))
  await db.delete(recoveryCodes).where(eq(recoveryCodes.codeHash, await slowHash(older.replace('-', ''), id)))
  await db.insert(recoveryCodes).values({ codeHash: quick(older), accountId: id })
  expect(await spendRecoveryCode(db, id, older), 'one that an older version made').toBe(true)
})

test('a change of the second step ends every other log-in of the member, and of nobody else; new recovery codes end the old', async ({
  db,
}) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  const { id: accountId, token } = await aMember(db, ['owner'])
  const [phone, other] = [await aMember(db, ['owner']), await aMember(db, ['owner'])]
  await db.update(signIns).set({ accountId }).where(eq(signIns.accountId, phone.id))
  const [code] = await aMembersRecoveryCodes(db, accountId)

  const [newCode] = await renewCodes(world, orNotFound(await findAsker(db, token)))

  expect(await findAsker(db, token)).toMatchObject({ isSecondStepFresh: true })
  expect(await findAsker(db, phone.token)).toBeUndefined()
  expect(await findAsker(db, other.token)).toBeDefined()
  await expect(takeSecondStep(world, accountId, { code }, address)).rejects.toMatchObject({
    code: 'wrong-code',
  })
  await takeSecondStep(world, accountId, { code: newCode }, address)
})

/** Notes of each transaction whether it ended before hashes that were asked for at its start. */
function hashingBeside(db: Db) {
  const order: string[] = []
  const hashes: Promise<unknown>[] = []
  const transaction: Db['transaction'] = async (work) => {
    const many = Array.from({ length: 20 }, () => slowHash('beside', 'somebody else'))
    hashes.push(Promise.all(many).then(() => order.push('hashed')))
    const done = await db.transaction(work)
    order.push('written')
    return done
  }
  const hashed = async () => {
    await Promise.all(hashes)
    return order
  }
  return { watched: Object.assign(Object.create(db), { transaction }) as Db, hashed }
}

test('recovery codes are hashed before rows are held for them', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  const { email, id } = await anAccount(db)
  await invite(world, actor, { email, roles: ['owner'] })
  const link = await linkTo(world, email)
  const token = await signInWithLink(world, link, 'baseline-rally-7', browser)
  const asker = orNotFound(await findAsker(db, token))
  const { secret, sealed } = offerApp(world, id)

  const joining = hashingBeside(db)
  await join({ ...world, db: joining.watched }, link, asker, { app: { sealed, code: anApp(secret).code() } })
  expect(await joining.hashed()).toEqual(['written', 'hashed'])
  const renewing = hashingBeside(db)
  await renewCodes({ ...world, db: renewing.watched }, asker)
  expect(await renewing.hashed()).toEqual(['written', 'hashed'])
})
