import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { createServer as createTlsServer } from 'node:tls'
import { eq, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { addMail } from '#mail/outbox.server.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/db.ts'
import { alarms, heartbeats } from '#platform/jobs/site-state.tables.ts'
import { setStamp } from '#platform/jobs/stamps.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aCertificate } from '../../../e2e/support/certificate.ts'
import { aProgramme } from '../../test/builders/builders.ts'
import { aDebtor } from '../../test/builders/money/debtor.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { watch } from './alarms.server.ts'

const operator = 'robin@example.test'
const smtp = { SMTP_URL: 'smtp://127.0.0.1:9' }
const long = sql`now() - interval '16 minutes'`

const anOpenCharge = (db: Db) =>
  db.insert(charges).values({ idempotencyKey: 'a', amountCents: 100, state: 'unknown', createdAt: long })

/** As if another minute had begun. */
const nextMinute = (db: Db) => db.delete(heartbeats)

const listMails = async (db: Db) =>
  (await db.select().from(mails).where(eq(mails.recipient, operator)).orderBy(mails.id)).map(
    ({ subject, text }) => [subject, text.split('\n\n')[1]],
  )

test('a person gets one mail when something is wrong and one when it is over, whoever of several processes looks', async ({
  db,
}) => {
  await aProgramme(db)
  await setStamp(db, 'backup', sql`now() - interval '3 days'`)
  await anOpenCharge(db)
  const processes = [1, 2, 3].map(() => aWorld(db, { ...smtp, OPERATOR_EMAIL: operator }))
  const all = async () => {
    for (const world of processes) {
      await nextMinute(db)
      await watch(world)
    }
  }

  await all()
  const begun = [
    [
      'Charges: something is wrong',
      expect.stringMatching(/^1 open for longer than 15 minutes: nobody knows yet/),
    ],
    ['Backup: something is wrong', expect.stringMatching(/, 3 days old\. Look whether the timer runs/)],
  ]
  expect(await listMails(db)).toEqual(begun)
  await db.update(charges).set({ state: 'declined' })
  await setStamp(db, 'backup')
  await all()
  expect(await listMails(db)).toEqual([
    ...begun,
    ['Charges: all is well again', 'none is open for longer than 15 minutes.'],
    ['Backup: all is well again', expect.stringMatching(/^the newest is of /)],
  ])
})

test('at three in the night the ledger is added up; places that are due by another sum are told, until a night finds all well', async ({
  db,
  onTestFinished,
}) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { rows } = await aDebtor(db)
  const id = rows[0]?.id ?? 0
  const world = aWorld(db, { ...smtp, OPERATOR_EMAIL: operator })
  const at = async (time: string) => {
    vi.setSystemTime(`2027-01-15T${time}-08:00`)
    await nextMinute(db)
    await watch(world)
    return (await listMails(db)).filter(([subject]) => subject?.startsWith('Ledger'))
  }

  expect(await at('03:00:40')).toEqual([])
  await db.update(registrations).set({ dueCents: 17_000 }).where(eq(registrations.id, id))
  expect(await at('02:59:40')).toEqual([])
  expect(await at('03:00:20')).toEqual([
    [
      'Ledger: something is wrong',
      expect.stringMatching(`^what is due for 1 places .+ \\(registrations ${id}\\)`),
    ],
  ])
  await db.update(registrations).set({ dueCents: 18_000 }).where(eq(registrations.id, id))
  expect(await at('03:01:00')).toHaveLength(1)
  expect(await at('03:00:00')).toHaveLength(2)
})

test('the certificate and the disk of this machine are looked at too: one that ends soon is told, and an alarm of a disk that has room again ends', async ({
  db,
  onTestFinished,
}) => {
  await aProgramme(db)
  const server = createTlsServer(aCertificate('localhost')).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  onTestFinished(() => void server.close())
  const SITE_URL = `https://localhost:${(server.address() as AddressInfo).port}`
  await db.insert(alarms).values({ kind: `disk of ${hostname()}`, says: '9 % is free.' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  await setStamp(db, 'backup', new Date())

  await watch(aWorld(db, { ...smtp, OPERATOR_EMAIL: operator, SITE_URL }))

  expect(await listMails(db)).toEqual([
    [`Disk of ${hostname()}: all is well again`, expect.stringMatching(/^\d+ % of the disk of /)],
    ['Certificate: something is wrong', 'of localhost ends in 9 days. Look whether it is renewed by itself.'],
  ])
})

test('the alarm of a machine that is gone ends once the site has run for an hour without it; one that another machine still sees does not', async ({
  db,
}) => {
  await aProgramme(db)
  const message = '9 % of the disk of /var is free.'
  const ago = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`
  await db.insert(alarms).values([
    { kind: 'disk of gone', says: message, begunAt: ago(200), seenAt: ago(65) },
    { kind: 'disk of full', says: message, begunAt: ago(200), seenAt: ago(1) },
  ])
  await anOpenCharge(db)
  const world = aWorld(db, { ...smtp, OPERATOR_EMAIL: operator })
  const kinds = async () => (await db.select().from(alarms).orderBy(alarms.kind)).map(({ kind }) => kind)

  await watch(world)
  expect(await kinds(), 'nobody could look while the site was down').toEqual([
    'charges',
    'disk of full',
    'disk of gone',
  ])

  await nextMinute(db)
  const minutes = Array.from({ length: 60 }, (_, minute) => ({
    minute: sql`date_trunc('minute', ${ago(minute + 1)})`,
  }))
  await db.insert(heartbeats).values(minutes)
  await db
    .update(alarms)
    .set({ seenAt: ago(65) })
    .where(eq(alarms.kind, 'charges'))
  await watch(world)
  expect(await kinds(), 'what is seen now stays').toEqual(['charges', 'disk of full'])
  expect((await listMails(db)).at(-1)).toEqual([
    'Disk of gone: nobody looks any more',
    expect.stringContaining(`The last that was seen: ${message}`),
  ])
})

test('a ping goes out each minute, and falls silent while mail is stuck or there is nobody to mail to', async ({
  db,
  onTestFinished,
}) => {
  await aProgramme(db)
  let pings = 0
  let leadsTo: string | undefined
  const service = createServer((_, answer) => {
    pings += 1
    answer.writeHead(leadsTo ? 302 : 200, leadsTo ? { Location: leadsTo } : {}).end()
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => service.once('listening', listening))
  onTestFinished(() => void service.close())
  const OPERATOR_PING_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}/courtside`
  const world = aWorld(db, { ...smtp, OPERATOR_EMAIL: operator, OPERATOR_PING_URL })
  const countPings = async (watched = world) => {
    pings = 0
    await watch(watched)
    await nextMinute(db)
    return pings
  }

  expect(await countPings()).toBe(1)
  await watch(world)
  await watch(world)
  expect(pings, 'two looks in one minute').toBe(2)
  await nextMinute(db)
  await anOpenCharge(db)
  expect(await countPings(), 'a mail tells it').toBe(1)
  expect(await countPings(aWorld(db, { OPERATOR_PING_URL })), 'nobody can be mailed').toBe(0)
  await addMail(db, { kind: 'message', to: 'a@example.test', subject: '-', text: '-', html: '-' })
  await db.update(mails).set({ createdAt: long })
  expect(await countPings(), 'mail is stuck').toBe(0)
  await db.update(mails).set({ sentAt: sql`now()` })
  expect(await countPings(), 'mail goes again').toBe(1)
  leadsTo = '/elsewhere'
  expect(await countPings(), 'where the answer leads nobody goes').toBe(1)
})
