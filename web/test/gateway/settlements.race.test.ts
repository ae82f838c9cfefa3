import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { chargePurpose } from '#checkout/pay/pay.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { applySettlement, askForSettlements } from '#payments/gateway/settlement.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import { noteMade } from '#refunds/refund.server.ts'
import { reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { aLeavingFamily, isDue, mailSubjects, onlyRefund } from '../builders/leaving-family.ts'
import { paidPlaces } from '../builders/money/paid-places.ts'
import { test } from '../harness/database.ts'
import { whileHeld } from '../harness/held-while-waiting.ts'

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
  const purpose = chargePurpose(world)
  const { id: orderId, transactionId } = orNotFound(charge)
  const told = { id: orNotFound(transactionId), orderId, type: 'sale', status: 'settlement_declined' }

  await Promise.all([
    askForSettlements(world, purpose),
    askForSettlements(world, purpose),
    applySettlement(world, told, purpose),
    applySettlement(world, told, purpose),
    reconcileOpenRefunds(world),
    leave(1).catch(({ code }) => expect(code).toBe('refund-failed')),
  ])

  const subjects = (await mailSubjects(db)).filter((subject) => /go through|settle/.test(subject))
  expect(subjects.toSorted()).toEqual([
    'help@courtside.example: A payment did not settle',
    `${visitor.email}: Your payment did not go through after all`,
  ])
  expect(await paidPlaces(db)).toEqual([])
  expect(await db.$count(refunds, sql`state <> 'failed'`)).toBe(0)
  expect(await takenNow()).toBe(await db.$count(registrations, sql`removed_at is null`))
  expect(await books()).toMatchObject([{ type: 'sale', status: 'settlement_declined' }])
})

test('a refund that was made after all, while its sale is found voided, is told as one thing: the place is refunded, and not unpaid too', async ({
  freshDatabase: { db, url },
  gateway,
}) => {
  const { world, visitor, charge, leave, settle, takenNow } = await aLeavingFamily(db, gateway)
  await gateway.setFaults({ operation: 'void', when: 'before', act: 'drop', times: 1 })
  expect(await leave()).toMatchObject({ state: 'asking' })
  await isDue(db)
  await reconcileOpenRefunds(world)
  const { id } = orNotFound(await onlyRefund(db))
  await settle('void')
  await db.delete(mails)
  const { id: orderId, transactionId } = orNotFound(charge)
  const voided = { id: orNotFound(transactionId), orderId, type: 'sale', status: 'voided' }

  const ends = await whileHeld(url, { table: 'refunds', id }, async (countWaiting) => {
    const noting = noteMade(world, id, voided.id)
    await expect.poll(countWaiting, { timeout: 5000 }).toBe(1)
    let isBelieved = false
    const believing = applySettlement(world, voided, chargePurpose(world)).finally(() => {
      isBelieved = true
    })
    const isBelievedOrWaits = async () => isBelieved || (await countWaiting()) === 2
    await expect.poll(isBelievedOrWaits, { timeout: 5000 }).toBe(true)
    return [noting, believing]
  })
  await Promise.all(ends)

  expect(await mailSubjects(db)).toEqual([`${visitor.email}: Your refund is done`])
  expect(await onlyRefund(db)).toMatchObject({ state: 'done', transactionId })
  expect(await db.$count(charges, sql`state = 'accepted'`)).toBe(1)
  expect(await takenNow()).toBe(0)
})
