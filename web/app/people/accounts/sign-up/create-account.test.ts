import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { activate, requestActivation, resetPassword } from '#people/accounts/accounts.server.ts'
import { accounts, people, releases } from '#people/people.tables.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import { findVisitor } from '#people/sign-in/visitor.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { anAccount, aProgramme, timeZone } from '../../../../test/builders/builders.ts'
import { aHolder, aRegistration } from '../../../../test/builders/registration.ts'
import { test } from '../../../../test/harness/database.ts'
import { latestMail } from '../../../../test/harness/latest-mail.ts'
import { createAccount } from './create-account.server.ts'

const caller = { address: '192.0.2.7', siteUrl: 'https://tennis.example' }

test('an account opens with the link of its mail, and not before', async ({ db }) => {
  await aProgramme(db)
  const form = await aRegistration(db)
  const login = { email: 'edith@example.test', password: form.user.password }
  await createAccount(db, form, caller)
  await expect(signIn(db, login, caller)).rejects.toMatchObject({ code: 'not-activated' })

  const mail = await latestMail(db)
  await activate(db, mail.token, caller)

  expect(mail).toMatchObject({
    recipient: 'edith@example.test',
    subject: 'Activate your Courtside Youth Tennis account',
  })
  expect(mail.link).toMatch(/^https:\/\/tennis\.example\/pages\/confirm\//)
  expect(mail.html).toContain(mail.link)
  const token = await signIn(db, login, caller)
  expect(await findVisitor(db, token)).toMatchObject({ email: 'edith@example.test', kind: 'parent' })
})

test('the link of the mail leads on to the event where somebody signed up, and carries nothing else of its address', async ({
  db,
}) => {
  await aProgramme(db)
  const linkFor = async (email: string, next: string) => {
    const user = { email, liability_agreed: true as const, password: 'forehand-99' }
    await createAccount(db, await aRegistration(db, { user }), { ...caller, next })
    return new URL((await latestMail(db)).link)
  }

  const open = await anAccount(db)
  const links = [
    await linkFor('new@example.test', '/pages/clinic/1'),
    await linkFor('new@example.test', '/pages/clinic/2?you-won=evil.example#now'),
    await linkFor(open.email, '/pages/clinic/5'),
    await linkFor('other@example.test', '//evil.example/'),
    await linkFor('third@example.test', '/pages/you-won/evil.example'),
  ]

  expect(links.map(({ searchParams }) => searchParams.get('next'))).toEqual([
    '/pages/clinic/1',
    '/pages/clinic/2',
    '/pages/clinic/5',
    null,
    null,
  ])
  expect(links.map(({ pathname }) => pathname.split('/')[2])).toEqual([
    'confirm',
    'reset-password',
    'login',
    'confirm',
    'confirm',
  ])
})

test('the consent is kept: which text, whom it names, when, and from where', async ({ db }) => {
  await aProgramme(db, { clubs: ['Millbrook Courts'] })
  await createAccount(db, await aRegistration(db), caller)

  const [account] = await db.select().from(accounts)

  expect(await db.select().from(releases)).toMatchObject([
    {
      accountId: account?.id,
      version: '1: Millbrook Courts; Courtside Youth Tennis',
      at: expect.any(Date),
      how: 'sign-up',
      by: `family:${account?.familyId}`,
      address: '192.0.2.7',
    },
  ])
})

test('a known address gets the same answer, another mail, and no change', async ({ db }) => {
  await aProgramme(db)
  const known = await anAccount(db)
  const user = { email: known.email, liability_agreed: true as const, password: 'something-else' }

  const answer = await createAccount(db, await aRegistration(db, { user }), caller)

  expect(answer).toBeUndefined()
  expect(await db.$count(accounts)).toBe(1)
  expect(await latestMail(db)).toMatchObject({
    recipient: known.email,
    subject: 'You already have a Courtside Youth Tennis account',
  })
  await signIn(db, known, caller)
})

test('a bot check is good once and for nobody else P1.20', async ({ db }) => {
  await aProgramme(db)
  const first = await aRegistration(db)
  await createAccount(db, first, caller)
  const user = { ...first.user, email: 'other@example.test' }
  const challenge = Buffer.from(first.g_recaptcha_response, 'base64').toString()
  const tampered = Buffer.from(challenge.replace(/"cost":\d+/, '"cost":1')).toString('base64')

  for (const g_recaptcha_response of [first.g_recaptcha_response, tampered, 'nonsense', ''])
    await expect(createAccount(db, { ...first, user, g_recaptcha_response }, caller)).rejects.toMatchObject({
      code: 'bot-check-failed',
    })
  expect(await db.$count(accounts)).toBe(1)
})

test('a player account keeps its emergency contact as the parent P3.29 P4.32', async ({ db }) => {
  await aProgramme(db)

  await createAccount(db, await aRegistration(db, { player: aHolder() }), caller)

  const rows = await db
    .select({ role: people.role, firstName: people.firstName, birthday: people.birthday })
    .from(people)
    .orderBy(desc(people.role))
  expect(rows).toEqual([
    { role: 'parent', firstName: 'Edith', birthday: null },
    { role: 'myself', firstName: 'Juno', birthday: '2007-03-01' },
  ])
})

/** The birthday of somebody who is `years` old today, or will be in `days`. */
function bornYearsAgo(years: number, days = 0) {
  const day = addDays(todayIn(timeZone), days)
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`.replace('-02-29', '-02-28')
}

test('a player account is for players of 13 and older; who is younger is told to ask a parent', async ({
  db,
}) => {
  await aProgramme(db)
  const signUp = async (birthday: string) =>
    createAccount(db, await aRegistration(db, { player: aHolder({ birthday }) }), caller)

  await expect(signUp(bornYearsAgo(13, 1))).rejects.toThrow(
    'Player accounts are for players of 13 and older. Please ask a parent to make an account',
  )
  expect(await db.$count(accounts)).toBe(0)
  await signUp(bornYearsAgo(13))
  expect(await db.$count(accounts)).toBe(1)
})

async function mailsToParent(db: Db, birthday: string) {
  const player = aHolder({ birthday, parent_email: 'kim@example.test' })
  await createAccount(db, await aRegistration(db, { player }), caller)
  return db.select({ text: mails.text }).from(mails).where(eq(mails.recipient, 'kim@example.test'))
}

test('the parent whom a player under 18 names is told, without a name', async ({ db }) => {
  await aProgramme(db)

  const [mail, ...more] = await mailsToParent(db, bornYearsAgo(18, 1))

  expect(more).toEqual([])
  expect(mail?.text).toContain('The email address of the account is edith@example.test.')
  expect(mail?.text).toContain('write to help@courtside.example: we delete the account')
  expect(mail?.text).not.toMatch(/Juno|Lobwell/)
})

test('nobody is told of the account of an adult', async ({ db }) => {
  await aProgramme(db)

  expect(await mailsToParent(db, bornYearsAgo(18))).toEqual([])
})

test('no mail to an address that is not confirmed carries a name', async ({ db }) => {
  await aProgramme(db)
  await createAccount(db, await aRegistration(db, { player: aHolder() }), caller)

  const { subject, text, html } = await latestMail(db)

  for (const name of ['Edith', 'Lobwell', 'Juno']) expect(subject + text + html).not.toContain(name)
})

test('who signs up again takes the place of an account that nobody opened, and its links die', async ({
  db,
}) => {
  await aProgramme(db)
  const stranger = { email: 'edith@example.test', liability_agreed: true as const, password: 'not-hers-11' }
  await createAccount(db, await aRegistration(db, { user: stranger, player: aHolder() }), caller)
  const { token: strangersLink } = await latestMail(db)
  const hers = await aRegistration(db)
  await createAccount(db, hers, caller)

  await expect(activate(db, strangersLink, caller)).rejects.toMatchObject({ code: 'token-spent' })
  const { link, token } = await latestMail(db)
  expect(link).toContain('/pages/reset-password/')
  await resetPassword(db, token, 'chosen-by-her-7', caller)

  for (const { email, password } of [stranger, hers.user])
    await expect(signIn(db, { email, password }, caller)).rejects.toMatchObject({ code: 'login-failed' })
  const signedIn = await signIn(db, { email: stranger.email, password: 'chosen-by-her-7' }, caller)
  expect(await findVisitor(db, signedIn)).toMatchObject({ kind: 'parent' })
  expect(await db.select({ name: people.firstName }).from(people)).toEqual([{ name: 'Edith' }])
})

test('who signs up first opens the account with a password of her own, though a stranger signed up after her and she asks for the link anew', async ({
  db,
}) => {
  await aProgramme(db)
  const hers = await aRegistration(db)
  await createAccount(db, hers, caller)
  const { email } = hers.user
  const stranger = { email, liability_agreed: true as const, password: 'not-hers-11' }
  await createAccount(db, await aRegistration(db, { user: stranger }), caller)
  await requestActivation(db, email, { ...caller, next: '/pages/cart' })

  const { link, token, subject } = await latestMail(db)
  expect(subject).toBe('Activate your Courtside Youth Tennis account')
  expect(link).toMatch(/\/pages\/reset-password\/[\w-]+\?next=%2Fpages%2Fcart$/)
  await expect(activate(db, token, caller)).rejects.toMatchObject({ code: 'token-spent' })
  await resetPassword(db, token, 'chosen-by-her-7', caller)

  await expect(signIn(db, stranger, caller)).rejects.toMatchObject({ code: 'login-failed' })
  await signIn(db, { email, password: 'chosen-by-her-7' }, caller)
})

test('an account that waits but was used already stays, and who reads the mailbox chooses its password', async ({
  db,
}) => {
  await aProgramme(db)
  const waiting = await anAccount(db, { activatedAt: null })
  await db.insert(charges).values({ accountId: waiting.id, idempotencyKey: 'by hand', amountCents: 18_000 })
  const user = { email: waiting.email, liability_agreed: true as const, password: 'something-else' }

  await createAccount(db, await aRegistration(db, { user }), caller)
  await resetPassword(db, (await latestMail(db)).token, 'chosen-by-her-7', caller)

  for (const password of [waiting.password, user.password])
    await expect(signIn(db, { ...waiting, password }, caller)).rejects.toMatchObject({ code: 'login-failed' })
  await signIn(db, { ...waiting, password: 'chosen-by-her-7' }, caller)
})
