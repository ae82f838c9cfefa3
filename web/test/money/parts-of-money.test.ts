import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { chargePurpose } from '#checkout/pay/pay.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { noteRepaid, recordAtDesk } from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import { askForSettlements } from '#payments/gateway/settlement.server.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { decimal } from '#platform/format/money.ts'
import { orNotFound } from '#platform/refusal.ts'
import { listOpenAmounts } from '#refunds/owed.db.server.ts'
import { findLateRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { goneEntries } from '#registration-history/gone.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { timeZone } from '../builders/builders.ts'
import { aLeavingFamily, mailSubjects } from '../builders/leaving-family.ts'
import { test } from '../harness/database.ts'
import type { Gateway } from '../harness/world.ts'

const thisYear = toYear(todayIn(timeZone))

/** A family whose place has cost $180.00, and that may have paid; what went back of it in parts is written by hand. */
async function aFamily(db: Db, gateway: Gateway, isPaid = true) {
  const family = await aLeavingFamily(db, gateway, { isPaid })
  const { visitor, registrationIds, charge } = family
  const registrationId = orNotFound(registrationIds[0])
  const due = async () =>
    (await db.select().from(registrations).where(eq(registrations.id, registrationId)))[0]?.dueCents
  /** As the site will, once a part can be given back. */
  const part = async (
    amountCents: number,
    state: 'done' | 'failed',
    of: { chargeId?: string; recordedId?: number },
  ) => {
    const row = {
      registrationId,
      accountId: visitor.accountId,
      familyId: visitor.familyId,
      amountCents,
      state,
    }
    const ended = {
      endedAt: new Date(),
      transactionId: state === 'done' && of.chargeId ? `part${amountCents}` : null,
    }
    const [refund] = await db
      .insert(refunds)
      .values({ ...row, ...ended, chargeId: of.chargeId })
      .returning()
    const { id: refundId } = orNotFound(refund)
    if (state === 'done')
      await post(db, 'site', [{ registrationId, kind: 'refunded', cents: amountCents, refundId, ...of }])
    return refundId
  }
  return { ...family, registrationId, due, part, of: { chargeId: charge?.id ?? '' } }
}

test('a part that went back keeps no place paid whose charge does not settle: the rest is due again', async ({
  db,
  gateway,
}) => {
  const { world, settle, part, of, due } = await aFamily(db, gateway)
  await part(1000, 'done', of)
  await settle('settlement_decline')
  await db.update(charges).set({ askSettlementAt: sql`now()` })

  await askForSettlements(world, chargePurpose(world))

  expect(await due()).toBe(18_000)
})

test('an earlier refund of another sum that came after all does not answer for the whole', async ({
  db,
  gateway,
}) => {
  const { world, charge, settle, leave, part, of, due } = await aFamily(db, gateway)
  await settle()
  const orderId = await part(1000, 'failed', of)
  const late = { amount: decimal(1000), orderId }
  await gatewayFor(world.env).call((sdk) => sdk.transaction.refund(String(charge?.transactionId), late))

  await expect(leave(), 'the gateway has $170.00 left').rejects.toMatchObject({ code: 'refund-failed' })

  expect(await due()).toBe(0)
  expect(await db.$count(registrations, sql`removed_at is null`)).toBe(1)
})

test('a place of which two parts went back stands in the history once, and was not refunded twice', async ({
  db,
  gateway,
}) => {
  const { world, visitor, charge, settle, part, of, due } = await aFamily(db, gateway)
  await settle()
  await part(8000, 'done', of)
  const lost = await part(10_000, 'failed', of)
  const late = { amount: decimal(10_000), orderId: lost }
  await gatewayFor(world.env).call((sdk) => sdk.transaction.refund(String(charge?.transactionId), late))
  await db.update(refunds).set({ askAgainAt: sql`now()` }).where(eq(refunds.id, lost))

  await findLateRefunds(world)

  expect(await due()).toBe(0)
  expect(await goneEntries(db, visitor.accountId, thisYear)).toMatchObject([{ lastMoved: { cents: 10_000 } }])
  expect(await mailSubjects(db)).toEqual([`${visitor.email}: Your refund is done`])
})

test('who gives up a place of which a part was paid is owed that part', async ({ db, gateway }) => {
  const { visitor, leave, registrationId, due } = await aFamily(db, gateway, false)
  await post(db, 'site', [{ registrationId, kind: 'paid', cents: -5000 }])

  expect(await leave()).toEqual({ state: 'owed', amountCents: 5000 })

  expect(await due()).toBe(-5000)
  expect(await listOpenAmounts(db, [visitor.accountId])).toMatchObject([{ state: 'owed', amountCents: 5000 }])
})

test('of a check that bounces after two parts of it went back, both are owed', async ({ db, gateway }) => {
  const { world, visitor, leave, part, registrationId, due } = await aFamily(db, gateway, false)
  const check = { how: 'check' as const, amountCents: 18_000, registrationIds: [registrationId], note: '' }
  const payment = { ...check, actor: 'command:treasurer' as const, key: crypto.randomUUID() }
  const { id: recordedId } = await recordAtDesk(world, visitor, payment)
  await leave()
  for (const cents of [8000, 10_000]) await part(cents, 'done', { recordedId })
  const taking = { id: recordedId, registrationIds: [], actor: 'command:treasurer' as const }
  await expect(takeBackPayment(world, { ...taking, hasBounced: false })).rejects.toMatchObject({
    code: 'returned-already',
  })

  await takeBackPayment(world, { ...taking, hasBounced: true })

  expect(await due()).toBe(18_000)
  expect(await listOpenAmounts(db, [visitor.accountId])).toMatchObject([
    { state: 'bounced', amountCents: 18_000 },
  ])
})

test('what is owed for a place whose check bounced, and whose money no hand gave back, can be written down as repaid', async ({
  db,
  gateway,
}) => {
  const { world, visitor, leave, registrationId, due } = await aFamily(db, gateway, false)
  const check = { how: 'check' as const, amountCents: 18_000, registrationIds: [registrationId], note: '' }
  const actor = 'command:treasurer' as const
  const payment = { ...check, actor, key: crypto.randomUUID() }
  const { id } = await recordAtDesk(world, visitor, payment)
  await takeBackPayment(world, { id, registrationIds: [], hasBounced: true, actor })
  await post(db, 'site', [{ registrationId, kind: 'paid', cents: -18_000 }])
  await leave()
  for (const _ of [1, 2]) await post(db, 'site', [{ registrationId, kind: 'refunded', cents: 18_000 }])
  expect(await due()).toBe(18_000)

  await noteRepaid(world, registrationId, actor)

  expect(await due()).toBe(0)
})
