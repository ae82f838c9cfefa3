import { expect } from 'vitest'
import { chargeReceipt } from '#invoices/receipts.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { aLeavingFamily, isDue, mailSubjects, onlyRefund } from '../../test/builders/leaving-family.ts'
import { test } from '../../test/harness/database.ts'

test('one of two children paid together is queued before settlement, told so, and refunded in part afterwards, with a mail P4.25', async ({
  db,
  gateway,
}) => {
  const { world, visitor, leave, charge, takenNow, settle } = await aLeavingFamily(db, gateway, {
    children: 2,
  })

  expect(await leave(0)).toEqual({ state: 'queued', amountCents: 18_000 })
  expect(await takenNow()).toBe(1)
  expect((await db.select().from(mails))[0]?.text).toContain('is queued')

  await isDue(db)
  await reconcileOpenRefunds(world)
  expect((await onlyRefund(db))?.state).toBe('queued')

  await settle()
  await isDue(db)
  await reconcileOpenRefunds(world)
  expect(await onlyRefund(db)).toMatchObject({ state: 'done', amountCents: 18_000 })
  expect((await db.select().from(mails).orderBy(mails.id)).at(-1)?.text).toContain(
    'We refunded $180.00 to your card, Visa ending in 1881.',
  )
  expect(await takenNow()).toBe(1)
  const receipt = await chargeReceipt(db, visitor, charge?.transactionId ?? '')
  expect(receipt.table).toMatchObject({ rows: { length: 2 }, total: ['Total paid', '$360.00'] })
  expect(receipt.paragraphs.join()).toContain('unregistered, $180.00 refunded')
})

test('a queued refund stays queued while the gateway is too busy, and is made after', async ({
  db,
  gateway,
}) => {
  const { world, leave, settle } = await aLeavingFamily(db, gateway, { children: 2 })
  await leave(0)
  await settle()
  await gateway.setFaults({ operation: 'refund', when: 'before', act: 'answer', status: 429, times: 1 })

  for (const state of ['queued', 'done']) {
    await isDue(db)
    await reconcileOpenRefunds(world)
    expect((await onlyRefund(db))?.state).toBe(state)
  }
})

test('a queued refund that the bank refuses is told to the programme and to the family', async ({
  db,
  gateway,
}) => {
  // The sandbox refuses to refund this amount.
  const { world, visitor, leave, settle } = await aLeavingFamily(db, gateway, {
    children: 2,
    priceCents: 200_400,
  })
  expect(await leave(0)).toMatchObject({ state: 'queued' })
  await settle()
  await db.delete(mails)

  await isDue(db)
  await reconcileOpenRefunds(world)

  expect((await onlyRefund(db))?.state).toBe('failed')
  expect(await mailSubjects(db)).toEqual([
    'help@courtside.example: A refund needs your help',
    `${visitor.email}: Your refund did not go through`,
  ])
})
