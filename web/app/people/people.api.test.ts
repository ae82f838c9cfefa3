import { OpenAPIHono } from '@hono/zod-openapi'
import { desc } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { cookieNameFor, findVisitor, readCookie } from '#people/sign-in/visitor.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type ApiEnv, problemBody } from '#platform/http/api.server.ts'
import { openLog } from '#platform/log.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { parseEnv } from '#platform/settings/env.server.ts'
import { anAccount, aProgramme, password } from '../../test/builders/builders.ts'
import { solvedBotCheck } from '../../test/harness/bot-check.ts'
import { test } from '../../test/harness/database.ts'
import { accountsApi } from './accounts/accounts.api.server.ts'
import { peopleApi } from './people.api.server.ts'

const pip = {
  first_name: 'Pip',
  last_name: 'Vale',
  phone: '',
  birthday: '2016-05-05',
  skill_level: 'Beginner',
}

/** A client of the API that keeps its cookie, as a browser does. */
function apiOn(db: Db, siteUrl = 'http://localhost:3000') {
  const env = parseEnv({ SITE_URL: siteUrl, DEMO_SITE: '1' })
  const world: World = { env, db, log: openLog('silent'), migrationsFolder: '', close: async () => undefined }
  const app = new OpenAPIHono<ApiEnv>()
  app.use(async (c, next) => {
    c.set('world', world)
    c.set('address', '192.0.2.7')
    c.set('visitor', await findVisitor(db, readCookie(c.req.header('cookie'), cookieNameFor(siteUrl))))
    await next()
  })
  app.onError((problem, c) => {
    if (problem instanceof Refusal) return c.json(problemBody(problem), problem.status)
    throw problem
  })
  app.route('/', accountsApi).route('/', peopleApi)
  let cookie = ''
  return async (path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json', cookie }
    const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) })
    const setCookie = response.headers.get('set-cookie') ?? ''
    if (setCookie) cookie = setCookie.split(';')[0] ?? ''
    return { status: response.status, answer: await response.json(), setCookie }
  }
}

async function mailedToken(db: Db): Promise<string> {
  const [mail] = await db.select({ text: mails.text }).from(mails).orderBy(desc(mails.id)).limit(1)
  return mail?.text.match(/pages\/[\w-]+\/([\w-]+)/)?.[1] ?? ''
}

test('login answers true, or the text to show P7.1 P7.2', async ({ db }) => {
  const call = apiOn(db)
  const { email } = await anAccount(db)

  expect(await call('/login', { email, password: 'wrong-password' })).toMatchObject({
    status: 401,
    answer: { success: false, message: 'The email or password is not right.' },
  })
  expect(await call('/login', { email, password })).toMatchObject({ status: 200, answer: true })
})

test('the session cookie is out of reach of scripts and other sites', async ({ db }) => {
  const { email } = await anAccount(db)

  const plain = await apiOn(db)('/login', { email, password })
  const secure = await apiOn(db, 'https://tennis.example')('/login', { email, password })

  expect(plain.setCookie).toMatch(/^sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
  expect(secure.setCookie).toMatch(
    /^__Host-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  )
})

test('an account is made, activated, and gets a new password over the API P7.5 P7.7 P7.8', async ({ db }) => {
  await aProgramme(db)
  const call = apiOn(db)
  const email = 'edith@example.test'
  const payload = {
    user: { email, liability_agreed: true, password: 'forehand-99' },
    g_recaptcha_response: await solvedBotCheck(db),
    parent: { first_name: 'Edith', last_name: 'Lobwell', phone: '(555) 010-0100' },
  }

  expect(await call('/create-account', payload)).toMatchObject({ status: 200, answer: { success: true } })
  expect(await call('/confirm-account', { token: await mailedToken(db) })).toMatchObject({ status: 200 })
  expect(await call('/login', { email, password: 'forehand-99' })).toMatchObject({ answer: true })
  await call('/reset-password-request', { email })
  const change = { token: await mailedToken(db), password: 'backhand-11' }
  expect(await call('/reset-password', change)).toMatchObject({ status: 200 })
  expect(await call('/create-person', pip), 'the old session is over').toMatchObject({ status: 401 })
  expect(await call('/login', { email, password: 'backhand-11' })).toMatchObject({ answer: true })
})

test('a failed registration carries the message to show P7.6', async ({ db }) => {
  await aProgramme(db)
  const call = apiOn(db)

  const user = { email: 'Edith@Example.Test', liability_agreed: false, password: 'short' }
  expect(await call('/create-account', { user, g_recaptcha_response: 'x', parent: {} })).toMatchObject({
    status: 400,
    answer: {
      success: false,
      message: 'Email address is invalid.',
      fields: { 'user.liability_agreed': 'Please agree to the liability release form.' },
    },
  })
})

test('the two requests take an email and mail a link; the answer tells nothing, for an account or for nobody P7.3 P7.4', async ({
  db,
}) => {
  await aProgramme(db)
  const call = apiOn(db)
  const open = await anAccount(db)
  const waiting = await anAccount(db, { activatedAt: null })
  const nobody = { email: 'nobody@example.test' }

  for (const [path, known] of [
    ['/reset-password-request', open],
    ['/activation-request', waiting],
  ] as const)
    for (const { email } of [known, nobody])
      expect(await call(path, { email })).toEqual({ status: 200, answer: { success: true }, setCookie: '' })

  const sent = await db.select({ to: mails.recipient, subject: mails.subject }).from(mails).orderBy(mails.id)
  expect(sent).toEqual([
    { to: open.email, subject: 'Choose a new Courtside Youth Tennis password' },
    { to: waiting.email, subject: 'Activate your Courtside Youth Tennis account' },
  ])
})

test('a signed-in account adds and changes a player; logged out it cannot P7.17 P7.18', async ({ db }) => {
  const call = apiOn(db)
  const { email } = await anAccount(db)
  await call('/login', { email, password })

  const { answer: made } = await call('/create-person', { ...pip, is_active: true })
  expect(made.person).toMatchObject({ ...pip, phone: null, is_active: true })
  const { id } = made.person
  const update = { id, first_name: 'Philippa', last_name: 'Vale', phone: '(555) 010-0111' }
  expect((await call('/update-person', update)).answer.person).toMatchObject({ ...pip, ...update })

  await call('/logout')
  for (const path of ['/create-person', '/update-person'])
    expect(await call(path, { ...pip, ...update })).toMatchObject({
      status: 401,
      answer: { code: 'signed-out' },
    })
})
