import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { createAccount } from '#people/accounts/sign-up/create-account.server.ts'
import { retention } from '#platform/retention.ts'
import { anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { aRegistration } from '../../../test/builders/registration.ts'
import { test } from '../../../test/harness/database.ts'
import { accounts, families, people } from '../people.tables.ts'
import { requestActivation } from './accounts.server.ts'
import { sweep } from './sweep.server.ts'

const caller = { address: '192.0.2.7', siteUrl: 'https://tennis.example' }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000)

test('an account that nobody opens goes 7 days after its last link, with its family, people and mails', async ({
  db,
}) => {
  await aProgramme(db)
  const form = await aRegistration(db)
  await createAccount(db, form, caller)
  await db.update(accounts).set({ linkSentAt: daysAgo(retention.neverActivatedDays) })
  await requestActivation(db, form.user.email, caller)
  await sweep(db)
  expect(await db.$count(accounts)).toBe(1)

  await db.update(accounts).set({ linkSentAt: daysAgo(retention.neverActivatedDays) })
  await sweep(db)

  for (const table of [accounts, families, people, mails]) expect(await db.$count(table)).toBe(0)
})

test('an account that was opened or used stays, and so does one of the demo', async ({ db }) => {
  const long = { linkSentAt: daysAgo(400), activatedAt: null }
  await anAccount(db, { ...long, activatedAt: new Date() })
  await anAccount(db, { ...long, isDemo: true })
  const { id } = await anAccount(db, long)
  await db.insert(charges).values({ accountId: id, idempotencyKey: 'by hand', amountCents: 18_000 })

  await sweep(db)

  expect(await db.$count(accounts)).toBe(3)
})

test('a mail goes 30 days after it was sent, or written where it cannot be sent; what it says goes after 14', async ({
  db,
}) => {
  const paper = { filename: 'a.ics', calendar: '-' }
  const content = { recipient: 'edith@example.test', text: '-', html: '-', attachments: [paper] }
  await db.insert(mails).values([
    { ...content, subject: 'sent long ago', sentAt: daysAgo(30), createdAt: daysAgo(33) },
    { ...content, subject: 'sent', sentAt: daysAgo(29), createdAt: daysAgo(31) },
    { ...content, subject: 'sent lately', sentAt: daysAgo(13), createdAt: daysAgo(16) },
    { ...content, subject: 'never sent', createdAt: daysAgo(30) },
    { ...content, subject: 'not yet sent', createdAt: daysAgo(3) },
  ])

  await sweep(db)

  const remaining = await db.select().from(mails).orderBy(mails.id)
  expect(remaining.map(({ subject }) => subject)).toEqual(['', 'sent lately', 'not yet sent'])
  expect(remaining[0]).toMatchObject({ text: '', html: '', attachments: [], bodyErasedAt: expect.any(Date) })
  expect(remaining[1]).toMatchObject({ text: '-', html: '-', attachments: [paper], bodyErasedAt: null })
})
