import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { alarms, heartbeats } from '#platform/jobs/site-state.tables.ts'
import { setStamp } from '#platform/jobs/stamps.db.server.ts'
import { aProgramme } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aLog } from '../../test/harness/log.ts'
import { aWorld } from '../../test/harness/world.ts'
import { watch } from './alarms.server.ts'

test('of ten processes that look at once one tells', async ({ freshDatabase: { db } }) => {
  await aProgramme(db)
  const createdAt = new Date(Date.now() - 1_000_000)
  await db.insert(charges).values({ idempotencyKey: 'a', amountCents: 100, state: 'unknown', createdAt })
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', OPERATOR_EMAIL: 'robin@example.test' }

  await Promise.all(Array.from({ length: 10 }, () => watch(aWorld(db, settings))))

  expect((await db.select().from(mails)).map(({ subject }) => subject)).toEqual([
    'Charges: something is wrong',
  ])
})

test('a check that fails is told in the log and by the silence of the ping, and holds up no other alarm and no end of one', async ({
  freshDatabase: { db },
  onTestFinished,
}) => {
  let pings = 0
  const service = createServer((_, answer) => {
    pings += 1
    answer.end()
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => service.once('listening', listening))
  onTestFinished(() => void service.close().closeAllConnections())
  const OPERATOR_PING_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const { lines, log } = aLog()
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', OPERATOR_EMAIL: 'robin@example.test', OPERATOR_PING_URL }
  const world = { ...aWorld(db, settings), log }
  await aProgramme(db)
  await setStamp(db, 'backup', sql`now() - interval '3 days'`)
  const ago = (minutes: number) => sql`date_trunc('minute', now()) - make_interval(mins => ${minutes})`
  await db.insert(alarms).values({ kind: 'disk of gone', says: '-', seenAt: ago(65) })
  await db.insert(heartbeats).values(Array.from({ length: 61 }, (_, at) => ({ minute: ago(at + 1) })))

  await db.execute(sql`alter table charges rename to lost_charges`)
  await watch(world)

  expect((await db.select().from(alarms)).map(({ kind }) => kind)).toEqual(['backup'])
  expect(lines.map(({ msg }) => msg)).toContain('a check of the site could not be made')
  expect(pings).toBe(0)
  await db.execute(sql`alter table lost_charges rename to charges`)
  await db.delete(heartbeats)
  await watch(world)
  expect(pings).toBe(1)
})
