import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { aProgramme } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { aWorld } from '../../test/world.ts'
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
