import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { anAccount, aProgramme, password } from '../../../test/builders/builders.ts'
import { apiClient } from '../../../test/harness/api-client.ts'
import { solvedBotCheck } from '../../../test/harness/bot-check.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { accounts, people, releases } from '../people.tables.ts'

const user = { email: 'edith@example.test', liability_agreed: true, password: 'forehand-99' }
const parent = { first_name: 'Edith', last_name: 'Lobwell', phone: '(555) 010-0177' }
const player = {
  first_name: 'Wim',
  last_name: 'Lobwell',
  phone: '(555) 010-0178',
  birthday: '2010-04-12',
  skill_level: 'Beginner/Intermediate',
}

test('the registration payload makes a parent account of user and parent P3.26 P3.27 P3.28 P6.4', async ({
  db,
}) => {
  await aProgramme(db)
  const call = await apiClient(aWorld(db))

  const missing = await call('/create-account', {})
  expect(Object.keys(missing.answer.fields).sort()).toEqual(['g_recaptcha_response', 'parent', 'user'])
  const empty = await call('/create-account', { user: {}, parent: {}, g_recaptcha_response: 'x' })
  expect(empty.answer.fields).toEqual({
    'user.email': 'Valid email address is required.',
    'user.liability_agreed': 'Please agree to the liability release form.',
    'user.password': 'Password must be at least 8 characters',
    'parent.first_name': 'First Name is required.',
    'parent.last_name': 'Last Name is required.',
    'parent.phone': 'Valid phone number is required.',
  })

  const g_recaptcha_response = await solvedBotCheck(db)
  const { status, answer } = await call('/create-account', { user, parent, g_recaptcha_response })

  expect([status, answer]).toEqual([200, { success: true }])
  const [account] = await db.select().from(accounts)
  expect(account).toMatchObject({ email: 'edith@example.test', kind: 'parent' })
  expect(account?.passwordHash).not.toContain('forehand-99')
  const [edith, ...others] = await db.select().from(people)
  expect(edith).toMatchObject({
    role: 'parent',
    firstName: 'Edith',
    lastName: 'Lobwell',
    phone: '(555) 010-0177',
  })
  expect(others).toEqual([])
})

test('behind a proxy of ours the consent is recorded with the address that the proxy names', async ({
  db,
}) => {
  await aProgramme(db)
  const call = await apiClient(aWorld(db, { TRUST_PROXY: '1' }))
  const body = { user, parent, g_recaptcha_response: await solvedBotCheck(db) }

  const headers = { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' }
  expect(await call('/create-account', body, { headers })).toMatchObject({ status: 200 })

  const [signed] = await db.select().from(releases)
  expect(signed?.address).toBe('198.51.100.7')
})

test('with player it makes a player account, whose parent is the emergency contact P3.7 P3.29', async ({
  db,
}) => {
  await aProgramme(db)
  const call = await apiClient(aWorld(db))
  const wrong = { user, parent, player: {}, g_recaptcha_response: 'x' }
  expect((await call('/create-account', wrong)).answer.fields).toEqual({
    'player.first_name': 'First Name is required.',
    'player.last_name': 'Last Name is required.',
    'player.birthday': 'Player birthday is required.',
    'player.skill_level': 'Skill Level is required.',
  })

  const g_recaptcha_response = await solvedBotCheck(db)
  await call('/create-account', { user, parent, player, g_recaptcha_response })

  const [account] = await db.select().from(accounts)
  expect(account?.kind).toBe('player')
  const [wim] = await db.select().from(people).where(eq(people.role, 'myself'))
  expect(wim).toMatchObject({
    firstName: 'Wim',
    lastName: 'Lobwell',
    phone: '(555) 010-0178',
    birthday: '2010-04-12',
    skillLevel: 'Beginner/Intermediate',
  })
  const [edith] = await db.select().from(people).where(eq(people.role, 'parent'))
  expect(edith).toMatchObject({ firstName: 'Edith', lastName: 'Lobwell', phone: '(555) 010-0177' })
})

test('the tries to log in count over all processes of the site, and even the right password waits', async ({
  db,
}) => {
  const { email } = await anAccount(db)
  const processes = [await apiClient(aWorld(db)), await apiClient(aWorld(db))]

  for (let tries = 0; tries < 10; tries += 1)
    expect((await processes[tries % 2]?.('/login', { email, password: 'wrong-password' }))?.status).toBe(401)

  for (const call of processes)
    expect(await call('/login', { email, password })).toEqual({
      status: 429,
      answer: {
        success: false,
        code: 'too-many-tries',
        message: 'That was tried too often. Wait a few minutes, then try again.',
      },
    })
})

test('no answer tells whether an address has an account: not the first, not the last that is allowed', async ({
  db,
}) => {
  await aProgramme(db)
  const active = await anAccount(db)
  const waiting = await anAccount(db, { activatedAt: null })
  const call = await apiClient(aWorld(db))
  const answersTo = async (
    path: string,
    body: (email: string) => object | Promise<object>,
    times: number,
  ) => {
    const answers = []
    for (const email of [active.email, waiting.email, 'nobody@example.test']) {
      const replies = []
      for (let turn = 0; turn < times; turn += 1) replies.push(await call(path, await body(email)))
      answers.push(replies)
    }
    return answers
  }

  for (const [path, body, times] of [
    ['/login', (email: string) => ({ email, password: 'wrong-password' }), 12],
    ['/reset-password-request', (email: string) => ({ email }), 6],
    ['/activation-request', (email: string) => ({ email }), 1],
    [
      '/create-account',
      async (email: string) => ({
        user: { ...user, email },
        parent,
        g_recaptcha_response: await solvedBotCheck(db),
      }),
      1,
    ],
  ] as const) {
    const [first, second, nobody] = await answersTo(path, body, times)
    expect(first, path).toEqual(nobody)
    expect(second, path).toEqual(nobody)
  }
})

test('nobody needs to be signed in to activate an account, to reset a password or to log in P6.3 P6.5 P6.6', async ({
  db,
}) => {
  await aProgramme(db)
  const { email } = await anAccount(db, { activatedAt: null })
  const call = await apiClient(aWorld(db))
  const mailedToken = async () => {
    const [mail] = await db.select({ text: mails.text }).from(mails).orderBy(desc(mails.id)).limit(1)
    return mail?.text.match(/pages\/[\w-]+\/([\w-]+)/)?.[1]
  }

  expect((await call('/login', { email, password })).status, 'not before it is active').toBe(403)
  await call('/activation-request', { email })
  expect(await call('/confirm-account', { token: await mailedToken() })).toMatchObject({ status: 200 })
  await call('/reset-password-request', { email })
  const change = { token: await mailedToken(), password: 'backhand-11' }
  expect(await call('/reset-password', change)).toMatchObject({ status: 200 })
  expect(await call('/login', { email, password: 'backhand-11' })).toEqual({ status: 200, answer: true })
})
