import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { charges } from '#payments/payments.tables.ts'
import { comparisons, differences } from '#payments/reconciliation.tables.ts'
import { aLeavingFamily, mailSubjects } from '../../test/builders/leaving-family.ts'
import { aMerchant } from '../../test/gateway/gateway-control.ts'
import { test } from '../../test/harness/database.ts'
import { compareDaily } from './compare.server.ts'

test('of several processes whose day has come one compares, and a difference is told once', async ({
  freshDatabase: { db },
  gateway,
}) => {
  const merchant = await aMerchant(gateway)
  const { world } = await aLeavingFamily(db, merchant.gateway)
  await db.update(charges).set({ createdAt: sql`now() - interval '2 days'`, transactionId: 'nowhere' })

  await Promise.all(Array.from({ length: 5 }, () => compareDaily(world)))
  await compareDaily(world)

  expect(await db.select().from(comparisons)).toMatchObject([{ by: 'the clock', differences: 1 }])
  expect(await db.select().from(differences)).toMatchObject([{ kind: 'not at the gateway' }])
  expect(await mailSubjects(db)).toEqual(['help@courtside.example: Our books and the card gateway differ'])
})
