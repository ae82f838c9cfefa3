import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { chargePurpose, pay } from '#checkout/pay/pay.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { askForSettlements } from '#payments/gateway/settlement.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { findLateRefunds, reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { refunds } from '#registrations/registrations.tables.ts'
import { aLeavingFamily, isDue, mailSubjects, onlyRefund } from '../../test/builders/leaving-family.ts'
import { paidPlaces } from '../../test/builders/money/paid-places.ts'
import { test } from '../../test/harness/database.ts'

test('who gives up a place whose payment did not settle hears that nothing was paid, though the search does not answer', async ({
  db,
  gateway,
}) => {
  const { leave, settle } = await aLeavingFamily(db, gateway)
  await settle('settlement_decline')
  await gateway.setFaults({ operation: 'search', when: 'before', act: 'answer', status: 503, times: 1 })

  await expect(leave()).rejects.toMatchObject({ code: 'refund-failed' })

  expect(await paidPlaces(db)).toEqual([])
  expect(await onlyRefund(db)).toMatchObject({ state: 'failed', reason: 'Settlement Declined' })
})

test('a place that was paid again stays paid, though the first sale is found voided by a refund that had failed', async ({
  db,
  gateway,
}) => {
  const { world, visitor, charge, leave, settle, registrationIds, takenNow } = await aLeavingFamily(
    db,
    gateway,
  )
  await gateway.setFaults({ operation: 'void', when: 'before', act: 'drop', times: 1 })
  expect(await leave()).toMatchObject({ state: 'asking' })
  await isDue(db)
  await reconcileOpenRefunds(world)
  expect(await onlyRefund(db)).toMatchObject({ state: 'failed', askAgainAt: expect.any(Date) })
  await settle('void')
  await db.update(charges).set({ askSettlementAt: sql`now()` })
  await askForSettlements(world, chargePurpose(world))
  const payment = { nonce: 'fake-valid-nonce', amountCents: 18_000, registrationIds }
  const again = await pay(world, visitor, { ...payment, idempotencyKey: crypto.randomUUID() })
  expect(again).toMatchObject({ state: 'accepted' })
  await db.delete(mails)

  await db.update(refunds).set({ askAgainAt: sql`now()` })
  await findLateRefunds(world)

  expect(await takenNow()).toBe(1)
  expect(await paidPlaces(db)).toMatchObject([{ chargeId: again.id, isGivenUp: false }])
  expect(await onlyRefund(db)).toMatchObject({ chargeId: charge?.id, state: 'failed', askAgainAt: null })
  expect(await mailSubjects(db)).toEqual([])
})
