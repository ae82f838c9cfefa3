import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { test } from '../../test/harness/database.ts'
import { mails } from './mail.tables.ts'
import { mailLayout } from './mail-layout.ts'
import { addMail, leaseMails } from './outbox.server.ts'
import { sendDueMails } from './send-mails.server.ts'

const mail = {
  kind: 'message' as const,
  to: 'edith@example.test',
  subject: 'Rain',
  text: 'No tennis today.',
  html: '<p>No tennis today.</p>',
}
const nobody = async () => {
  throw new Error('nothing should be sent')
}
const refused = (responseCode?: number) => async () => {
  throw Object.assign(new Error('connect ECONNREFUSED'), responseCode && { responseCode })
}
const readMail = async (db: Db) => {
  const [row] = await db
    .select({
      tries: mails.tries,
      isSent: sql<boolean>`${mails.sentAt} is not null`,
      waitSeconds: sql<number>`round(extract(epoch from ${mails.dueAt} - now()))::int`,
      lastError: mails.lastError,
    })
    .from(mails)
  return orNotFound(row)
}

test('a mail is sent once', async ({ db }) => {
  await addMail(db, mail)
  const sent: object[] = []
  const send = async ({ to, subject }: { to: string; subject: string }) => sent.push({ to, subject })

  await sendDueMails(db, send)
  await sendDueMails(db, send)

  expect(sent).toEqual([{ to: 'edith@example.test', subject: 'Rain' }])
})

test('a mail with a link that opens something keeps its words until it was sent, any other keeps them on', async ({
  db,
}) => {
  await addMail(db, { ...mail, kind: 'password reset' })
  await addMail(db, mail)
  await sendDueMails(db, refused())
  await db.update(mails).set({ dueAt: sql`now()` })
  const readContents = () => db.select({ text: mails.text, html: mails.html }).from(mails).orderBy(mails.id)
  const { text, html } = mail
  expect(await readContents()).toEqual([
    { text, html },
    { text, html },
  ])

  await sendDueMails(db, async () => undefined)

  expect(await readContents()).toEqual([
    { text: '', html: '' },
    { text, html },
  ])
  expect(await db.$count(mails, sql`${mails.bodyErasedAt} is not null`)).toBe(1)
})

test('a mail that was not taken is tried again, later each time', async ({ db }) => {
  await addMail(db, mail)
  const waits: number[] = []
  for (let time = 0; time < 4; time += 1) {
    await sendDueMails(db, refused())
    waits.push((await readMail(db)).waitSeconds)
    await sendDueMails(db, nobody)
    await db.update(mails).set({ dueAt: sql`now()` })
  }

  expect(waits).toEqual([30, 60, 120, 240])
  expect(await readMail(db)).toMatchObject({
    tries: 4,
    isSent: false,
    lastError: 'Error: connect ECONNREFUSED',
  })
})

test('a mail that the server refuses for good is kept and not tried again', async ({ db }) => {
  await addMail(db, mail)
  await sendDueMails(db, refused(550))
  await db.update(mails).set({ dueAt: sql`now()` })

  await sendDueMails(db, nobody)

  expect(await readMail(db)).toMatchObject({ isSent: false, lastError: 'Error: connect ECONNREFUSED' })
})

test('one mail that fails holds up no other', async ({ db }) => {
  await addMail(db, { ...mail, to: 'bounces@example.test' })
  await addMail(db, mail)

  await sendDueMails(db, ({ to }) => (to.startsWith('bounces') ? refused()() : Promise.resolve()))

  expect(await db.$count(mails, sql`${mails.sentAt} is not null`)).toBe(1)
})

test('a mail whose sender died is free again after its lease', async ({ db }) => {
  await addMail(db, mail)
  const [leased] = await leaseMails(db)
  expect(await leaseMails(db)).toEqual([])

  await db
    .update(mails)
    .set({ leasedUntil: sql`now() - interval '1 second'` })
    .where(eq(mails.id, orNotFound(leased).id))

  expect(await leaseMails(db)).toHaveLength(1)
})

test('both parts of a mail say the same, and names cannot break the page', () => {
  const { text, html } = mailLayout({
    programme: {
      name: 'Ace & Sons',
      email: 'a@example.test',
      phone: '(555) 010-0100',
      addressLines: ['1 Court'],
    },
    title: 'Receipt',
    paragraphs: ['Hello <b>Robin</b>,'],
    table: {
      columns: ['Player', 'Amount'],
      rows: [['Pip', '$35.00']],
      total: ['Total due', '$36.00'],
    },
    button: { text: 'View', url: 'https://tennis.example/?a=1&b=2' },
  })

  for (const content of [
    'Receipt',
    'Player',
    'Pip',
    '$35.00',
    'Total due',
    '$36.00',
    'View',
    '1 Court',
    'a@example.test',
  ])
    for (const part of [text, html]) expect(part).toContain(content)
  expect(html).toContain('Hello &lt;b&gt;Robin&lt;/b&gt;,')
  expect(html).toContain('href="https://tennis.example/?a=1&amp;b=2"')
  expect(text).toContain('https://tennis.example/?a=1&b=2')
})
