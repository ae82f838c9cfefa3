import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { endOfCharge } from '#checkout/pay.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { askForSettlements, believeSettlement } from '#payments/settlement.server.ts'
import { found } from '#platform/refusal.ts'
import { settleOpenRefunds } from '#refunds/settle-refunds.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { test } from './database.ts'
import { aLeavingFamily, isDue, mailSubjects } from './leaving-family.ts'

test('several processes that hear of it at once, while a place is given up and a refund tried, tell it once and give nothing back', async ({
  freshDatabase: { db },
  gateway,
}) => {
  const { world, visitor, charge, leave, settle, books, takenNow } = await aLeavingFamily(db, gateway, {
    children: 3,
  })
  await leave(0)
  await settle('settlement_decline')
  await isDue(db)
  await db.update(charges).set({ askSettlementAt: sql`now()` })
  const purpose = endOfCharge(world)
  const { id: orderId, transactionId } = found(charge)
  const told = { id: found(transactionId), orderId, type: 'sale', status: 'settlement_declined' }

  await Promise.all([
    askForSettlements(world, purpose),
    askForSettlements(world, purpose),
    believeSettlement(world, told, purpose),
    believeSettlement(world, told, purpose),
    settleOpenRefunds(world),
    leave(1).catch(({ code }) => expect(code).toBe('refund-failed')),
  ])

  const subjects = (await mailSubjects(db)).filter((subject) => /go through|settle/.test(subject))
  expect(subjects.toSorted()).toEqual([
    'help@courtside.example: A payment did not settle',
    `${visitor.email}: Your payment did not go through after all`,
  ])
  expect(await db.$count(registrations, sql`paid_at is not null`)).toBe(0)
  expect(await db.$count(refunds, sql`state <> 'failed'`)).toBe(0)
  expect(await takenNow()).toBe(await db.$count(registrations, sql`removed_at is null`))
  expect(await books()).toMatchObject([{ type: 'sale', status: 'settlement_declined' }])
})
