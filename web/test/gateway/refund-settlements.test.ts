import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { deleteAccount } from '#account/delete-account.server.ts'
import { pay } from '#checkout/pay/pay.server.ts'
import { chargeReceipt } from '#invoices/receipts.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { noteReturned, recordAtDesk } from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { checkSettlements } from '#operations/doctor/check-stored.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { askForRefundSettlements } from '#refunds/settlement/refund-settlement.server.ts'
import { goneEntries, owedByYear } from '#registration-history/gone.db.server.ts'
import { goneRow } from '#registration-history/gone.ts'
import { refunds } from '#registrations/registrations.tables.ts'
import { password, timeZone } from '../builders/builders.ts'
import { aLeavingFamily, mailSubjects, onlyRefund } from '../builders/leaving-family.ts'
import { test } from '../harness/database.ts'
import { aLog } from '../harness/log.ts'
import type { Gateway } from '../harness/world.ts'
import { readGatewayBooks, settleAt } from './gateway-books.ts'

const thisYear = toYear(todayIn(timeZone))
const aDayPasses = (db: Db) =>
  db.update(refunds).set({ askSettlementAt: sql`ask_settlement_at - interval '1 day'` })

/** A family that gave a place up after its payment had settled: the money went back by a refund. */
async function aRefundedFamily(db: Db, gateway: Gateway) {
  const family = await aLeavingFamily(db, gateway)
  await family.settle()
  await family.leave()
  await db.delete(mails)
  const refund = orNotFound(await onlyRefund(db))
  const settleRefund = (move?: Parameters<typeof settleAt>[2]) =>
    settleAt(gateway.settings.GATEWAY_URL, refund.transactionId, move)
  return { ...family, refund, settleRefund }
}

test('a refund is asked about day by day until it has settled', async ({ db, gateway }) => {
  const { world, settleRefund } = await aRefundedFamily(db, gateway)
  const { log, lines } = aLog()

  await askForRefundSettlements({ ...world, log })
  expect(lines).toEqual([])
  await aDayPasses(db)
  await askForRefundSettlements({ ...world, log })
  expect(lines).toMatchObject([{ level: 30, asked: 1, answered: 1 }])
  const seconds = sql<number>`extract(epoch from ask_settlement_at - now())::int`
  expect(await db.select({ seconds }).from(refunds)).toEqual([{ seconds: 86_400 }])

  await settleRefund()
  await aDayPasses(db)
  await askForRefundSettlements(world)
  expect(await onlyRefund(db)).toMatchObject({ state: 'done', askSettlementAt: null })
  expect(await mailSubjects(db)).toEqual([])
})

test('a refund that the bank does not take is owed again: the family and the programme are told, once, and a volunteer writes down when it went back', async ({
  db,
  gateway,
}) => {
  const { world, visitor, charge, refund, registrationIds, settleRefund } = await aRefundedFamily(db, gateway)
  const { log, lines } = aLog()
  await settleRefund('settlement_decline')
  await aDayPasses(db)

  await askForRefundSettlements({ ...world, log })
  await askForRefundSettlements({ ...world, log })

  expect(lines.filter(({ level }) => level === 50)).toMatchObject([
    { msg: 'a refund did not settle', refund: refund.id, reason: 'Settlement Declined' },
  ])
  expect(await checkSettlements(world)).toMatchObject({
    state: 'wrong',
    message: expect.stringMatching(/^1 refunds did not reach the payer\./),
  })
  expect(await mailSubjects(db)).toEqual([
    `${visitor.email}: Your refund did not go through after all`,
    'help@courtside.example: A refund did not settle',
  ])
  const [toFamily, toProgramme] = await db.select().from(mails).orderBy(mails.id)
  expect(toFamily?.text).toContain('We told you that we refunded $180.00 to your card, Visa ending in 1881')
  expect(toFamily?.text).toContain('the money did not reach you: we owe it to you.')
  expect(toProgramme?.text).toContain('The gateway says: Settlement Declined.')
  expect(toProgramme?.text).toContain(`npm run record-payment -- returned ${registrationIds[0]}`)
  const [gone] = await goneEntries(db, visitor.accountId, thisYear)
  expect(gone && goneRow(gone, timeZone)).toMatchObject({ amount: '$180.00', label: 'We owe you this' })
  expect(await owedByYear(db, visitor.accountId)).toEqual([{ year: thisYear, cents: 18_000 }])
  const receipt = await chargeReceipt(db, visitor, charge?.transactionId ?? '')
  expect(receipt.paragraphs.join()).toContain('unregistered, $180.00 is owed to you')
  expect(await readGatewayBooks(gateway.settings.GATEWAY_URL, refund.id)).toMatchObject([
    { type: 'credit', status: 'settlement_declined' },
  ])
  const leaving = deleteAccount(world, visitor, password, {
    address: '192.0.2.7',
    siteUrl: 'http://localhost:3000',
  })
  await expect(leaving).rejects.toMatchObject({ code: 'money-owed' })

  await noteReturned(world, orNotFound(registrationIds[0]), 'command:treasurer')
  expect(await db.select().from(refunds).orderBy(refunds.createdAt)).toMatchObject([
    { id: refund.id, state: 'failed' },
    { state: 'done', chargeId: null, amountCents: 18_000, endedBy: 'command:treasurer' },
  ])
  expect(await owedByYear(db, visitor.accountId)).toEqual([])
  const paid = await chargeReceipt(db, visitor, charge?.transactionId ?? '')
  expect(paid.paragraphs.join()).toContain('unregistered, $180.00 was returned to you')
})

test('what a hand returns after a refund came back is of the card that paid, though a check that was taken back stood there before', async ({
  db,
  gateway,
}) => {
  const { world, visitor, registrationIds, leave } = await aLeavingFamily(db, gateway, { isPaid: false })
  const check = {
    amountCents: 18_000,
    registrationIds,
    how: 'check',
    note: '',
    actor: 'command:bea',
  } as const
  const { id } = await recordAtDesk(world, visitor, { ...check, key: crypto.randomUUID() })
  await takeBackPayment(world, { id, registrationIds: [], hasBounced: true, actor: 'command:bea' })
  const card = { nonce: 'fake-valid-nonce', amountCents: 18_000, registrationIds }
  const charge = await pay(world, visitor, { ...card, idempotencyKey: crypto.randomUUID() })
  await settleAt(gateway.settings.GATEWAY_URL, charge.transactionId)
  await leave()
  const refund = orNotFound(await onlyRefund(db))
  await settleAt(gateway.settings.GATEWAY_URL, refund.transactionId, 'settlement_decline')
  await aDayPasses(db)
  await askForRefundSettlements(world)

  await noteReturned(world, refund.id, 'command:bea')

  const { kind, cents, chargeId, recordedId } = postings
  expect(
    (await db.select({ kind, cents, chargeId, recordedId }).from(postings).orderBy(postings.id)).at(-1),
  ).toEqual({ kind: 'refunded', cents: 18_000, chargeId: charge.id, recordedId: null })
})

test('a charge that was voided took nothing, so nothing of it can come back', async ({ db, gateway }) => {
  const { world, leave } = await aLeavingFamily(db, gateway)
  await leave()
  await db.delete(mails)
  await aDayPasses(db)

  await askForRefundSettlements(world)

  expect(await onlyRefund(db)).toMatchObject({ state: 'done', askSettlementAt: null })
  expect(await mailSubjects(db)).toEqual([])
})
