import { Worker } from 'node:worker_threads'
import { eq, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Paper } from '#mail/pdf/paper.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { aProgramme } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aMailServer } from '../../test/harness/mail-server.ts'
import { aWorld } from '../../test/harness/world.ts'
import { type Attachment, mails } from './mail.tables.ts'
import { mailLayout } from './mail-layout.ts'
import { addMail, nudgeMail } from './outbox.server.ts'
import { smtpOptions, startMailJob } from './send-mails.server.ts'

const impatient = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 600 }

/** The site's mail job, talking to that port. */
async function openPost(db: Db, port: number, waits?: typeof impatient) {
  const { email, name, phone, addressLines } = await aProgramme(db)
  const world = aWorld(db, { SMTP_URL: `smtp://127.0.0.1:${port}` })
  const logged: unknown[] = []
  const keep = (facts: unknown) => void logged.push(facts)
  Object.assign(world.log, { warn: keep, error: keep })
  const stop = startMailJob(world, waits)
  return {
    said: logged,
    stop,
    async write(attachments: Attachment[] = []) {
      const title = 'Rain: no tennis today'
      const content = { title, programme: { name, email, phone, addressLines }, paragraphs: ['See you.'] }
      const to = 'edith@example.test'
      await addMail(db, { kind: 'message', to, subject: title, ...mailLayout(content), attachments })
      nudgeMail(world)
    },
    /** Does not wait for the time of the next try. */
    async tryAgain() {
      await db.update(mails).set({ dueAt: sql`now()` })
      nudgeMail(world)
    },
  }
}

async function theMail(db: Db) {
  const isSent = sql<boolean>`${mails.sentAt} is not null`
  const wait = sql<number>`extract(epoch from ${mails.dueAt} - now())::int`
  const [row] = await db.select({ tries: mails.tries, lastError: mails.lastError, isSent, wait }).from(mails)
  return orNotFound(row)
}

const makeMail = (db: Db, timeout = 10_000) => expect.poll(() => theMail(db), { timeout })

test('a mail leaves by SMTP once, in the programme’s name, as text and as HTML', async ({ db }) => {
  const server = await aMailServer()
  const post = await openPost(db, server.port)

  await post.write()

  await makeMail(db).toMatchObject({ isSent: true, tries: 1 })
  await post.stop()
  await server.stop()
  expect(server.taken).toHaveLength(1)
  const [row] = await db.select({ messageId: mails.messageId }).from(mails)
  expect(server.taken[0]).toMatch(new RegExp(`^Message-ID: <${orNotFound(row).messageId}@`, 'm'))
  const [message = ''] = server.taken
  expect(message).toContain('From: Courtside Youth Tennis <help@courtside.example>')
  expect(message).toContain('To: edith@example.test')
  expect(message).toContain('Content-Type: text/plain')
  expect(message).toContain('Content-Type: text/html')
  expect(message).toContain('Subject: Rain: no tennis today')
})

const from = {
  name: 'Courtside',
  addressLines: ['1 Court'],
  email: 'a@example.test',
  phone: '(555) 010-0100',
}
const paper: Paper = {
  from,
  title: 'Payment receipt',
  number: 'R-5001',
  date: 'Jun 3, 2027',
  to: ['For Edith Lobwell'],
  table: { columns: ['Player', 'Amount'], rows: [['Pip', '$35.00']], total: ['Total paid', '$35.00'] },
  paragraphs: ['Paid by card.'],
}

test('a mail whose PDF came to nothing, since its thread ended, is tried again with it', async ({
  db,
  onTestFinished,
}) => {
  const server = await aMailServer()
  const post = await openPost(db, server.port)
  const send = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    void this.terminate()
  })
  onTestFinished(() => send.mockRestore())

  await post.write([{ filename: 'payment-receipt-R-5001.pdf', paper }])

  await makeMail(db).toMatchObject({ isSent: false, tries: 1, lastError: expect.stringContaining('PDF') })
  await post.tryAgain()
  await makeMail(db, 25_000).toMatchObject({ isSent: true, tries: 2 })
  await post.stop()
  await server.stop()
  expect(server.taken.join()).toContain('Content-Type: application/pdf')
})

test('a receipt leaves with its PDF, which the reader of the mail can open', async ({ db }) => {
  const server = await aMailServer()
  const post = await openPost(db, server.port)
  await post.write([{ filename: 'payment-receipt-R-5001.pdf', paper }])

  // The first PDF waits for its thread.
  await makeMail(db, 25_000).toMatchObject({ isSent: true })
  await post.stop()
  await server.stop()
  const [message = ''] = server.taken
  const part = message.split(/^--.*$/m).find((piece) => piece.includes('Content-Type: application/pdf'))
  expect(part).toContain('Content-Disposition: attachment; filename=payment-receipt-R-5001.pdf')
  const pdf = Buffer.from(part?.split('\r\n\r\n')[1] ?? '', 'base64')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.subarray(-6).toString().trim()).toBe('%%EOF')
})

test('a receipt with a letter that no face has goes without its PDF; the mail links its page', async ({
  db,
}) => {
  const server = await aMailServer()
  const post = await openPost(db, server.port)
  const table = {
    columns: ['Gift', 'Amount'],
    rows: [],
    total: ['Total', '$1.00'] satisfies [string, string],
  }
  const gift = { from, title: 'Receipt', number: 'D-1', date: '', to: ['For สมชาย'], table, paragraphs: [] }

  await post.write([{ filename: 'donation-receipt-D-1.pdf', paper: gift }])

  await makeMail(db, 25_000).toMatchObject({ isSent: true })
  await post.stop()
  await server.stop()
  expect(server.taken[0]).toContain('See you.')
  expect(server.taken[0]).not.toContain('application/pdf')
})

test('while the mail server is away nothing is lost: the mail goes out when it is back', async ({ db }) => {
  const { port, stop } = await aMailServer()
  await stop()
  const post = await openPost(db, port)
  await post.write()
  await makeMail(db).toMatchObject({ isSent: false, tries: 1, wait: 30 })
  expect((await theMail(db)).lastError).toContain('ECONNREFUSED')

  const back = await aMailServer({}, port)
  await post.tryAgain()

  await makeMail(db).toMatchObject({ isSent: true, lastError: null })
  await post.stop()
  await back.stop()
  expect(back.taken).toHaveLength(1)
})

test('a mail server that takes too long is asked again, and gets the mail once', async ({ db }) => {
  let isSlow = true
  const server = await aMailServer({
    onRcptTo: (_, __, done) => void setTimeout(done, isSlow ? 3000 : 0),
  })
  const post = await openPost(db, server.port, impatient)
  await post.write()
  await makeMail(db).toMatchObject({ isSent: false, tries: 1, wait: 30 })
  expect((await theMail(db)).lastError).toMatch(/time/i)

  isSlow = false
  await post.tryAgain()

  await makeMail(db).toMatchObject({ isSent: true })
  await post.stop()
  await server.stop()
  expect(server.taken).toHaveLength(1)
})

test('a mail that the server cannot take now (4xx) is tried again until it does', async ({ db }) => {
  let isBusy = true
  const busy = Object.assign(new Error('Try again later'), { responseCode: 451 })
  const server = await aMailServer({ onRcptTo: (_, __, done) => done(isBusy ? busy : undefined) })
  const post = await openPost(db, server.port)
  await post.write()
  await makeMail(db).toMatchObject({ isSent: false, tries: 1, wait: 30 })
  expect((await theMail(db)).lastError).toContain('451')

  isBusy = false
  await post.tryAgain()

  await makeMail(db).toMatchObject({ isSent: true, tries: 2 })
  await post.stop()
  await server.stop()
  expect(server.taken).toHaveLength(1)
})

test('a mail refused for good (5xx) is kept, told in the log, and not sent again', async ({ db }) => {
  const nobody = Object.assign(new Error('No such mailbox'), { responseCode: 550 })
  let tries = 0
  const server = await aMailServer({
    onRcptTo: (_, __, done) => {
      tries += 1
      done(nobody)
    },
  })
  const post = await openPost(db, server.port)
  await post.write()
  await makeMail(db).toMatchObject({ lastError: expect.stringContaining('550') })

  await post.tryAgain()
  await post.stop()
  await server.stop()

  expect(tries).toBe(1)
  expect(server.taken).toEqual([])
  expect(await db.$count(mails, eq(mails.recipient, 'edith@example.test'))).toBe(1)
  expect(post.said).toEqual([
    { mail: expect.any(Number), reason: expect.stringContaining('No such mailbox') },
  ])
})

test('no mail server elsewhere gets a mail in clear, unless its address says so', () => {
  const { requireTLS, host } = smtpOptions('smtp://user:secret@mail.example:587')
  expect([requireTLS, host]).toEqual([true, 'mail.example'])

  expect(smtpOptions('smtp://mail.example?requireTLS=false').requireTLS).toBe(false)
  expect(smtpOptions('smtp://127.0.0.1:2525').requireTLS).toBe(false)
})
