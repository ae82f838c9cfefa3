import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import routes from '#routes.ts'
import { answerTeam } from '#team/team-command.api.server.ts'
import { aMember, aProgramme, password } from '../../test/builders/builders.ts'
import { aMembersRecoveryCodes } from '../../test/builders/recovery-codes.ts'
import { test } from '../../test/harness/database.ts'
import { latestMail } from '../../test/harness/latest-mail.ts'
import { aSite } from '../../test/harness/site.ts'
import { aWorld, type Gateway } from '../../test/harness/world.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

/** A coach with codes of the second step, an owner, and the pages as the coach's browser sends their forms. */
async function aTeam(db: Db) {
  await aProgramme(db)
  const world = aWorld(db, gateway.settings)
  const [coach, owner] = [await aMember(db, ['coach']), await aMember(db, ['owner'])]
  const codes = await aMembersRecoveryCodes(db, coach.id)
  const site = await aSite(world, routes)
  const post = async (path: string, form: Record<string, string>) => {
    const headers = { cookie: `sign-in=${coach.token}` }
    const answer = await site(path, { method: 'POST', headers, body: new URLSearchParams(form) })
    return { status: answer.status, page: await answer.text() }
  }
  const subjectsTo = async (email: string) =>
    (await db.select().from(mails).where(eq(mails.recipient, email))).map(({ subject }) => subject)
  return { world, site, coach, owner, codes, post, subjectsTo }
}

test('a member changes the email address with a code of the second step alone; the owners hear of it, and a reset of the second step says so first', async ({
  db,
}) => {
  const { world, site, coach, owner, codes, post, subjectsTo } = await aTeam(db)
  const email = 'new@example.test'
  const form = { present_password: password, email }
  const ask = (code?: string) => post('/pages/account?form=email', { ...form, ...(code && { code }) })

  expect((await ask()).page).toContain('Enter your code first.')
  expect((await ask('aaaaa-bbbbb')).page).toContain('This code is not right')
  expect(await db.$count(mails)).toBe(0)
  expect((await ask(codes[0])).status).toBe(200)
  await post(`/pages/confirm-email/${(await latestMail(db, email)).token}`, {})

  expect(await db.$count(accounts, eq(accounts.email, email))).toBe(1)
  expect(await subjectsTo(owner.email)).toEqual(['The email address of a team member was changed'])

  const page = await site(`/desk/team/${coach.id}`, { headers: { cookie: `sign-in=${owner.token}` } })
  expect(await page.text()).toContain('The email address changed on')
  const reset = { act: 'reset-factor', email, by: 'robin' } as const
  await expect(answerTeam(world, reset)).rejects.toThrow('This email address is new since')
  expect(await answerTeam(world, { ...reset, sure: true })).toHaveLength(1)
})

test('a member deletes the account with a code of the second step alone, and the owners hear of it', async ({
  db,
}) => {
  const { coach, owner, codes, post, subjectsTo } = await aTeam(db)
  const leave = (code?: string) =>
    post('/pages/account/delete', { present_password: password, ...(code && { code }) })

  expect((await leave()).page).toContain('Enter your code first.')
  expect(await db.$count(accounts, eq(accounts.id, coach.id))).toBe(1)

  expect((await leave(orNotFound(codes[1]))).status).toBe(302)
  expect(await db.$count(accounts, eq(accounts.id, coach.id))).toBe(0)
  expect(await subjectsTo(owner.email)).toEqual(['The account of a team member was deleted'])
})
