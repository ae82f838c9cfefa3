import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { findLateRefunds, reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { aLeavingFamily, isDue, mailSubjects, onlyRefund } from '../../test/builders/leaving-family.ts'
import { readGatewayBooks, refundLate } from '../../test/gateway/gateway-books.ts'
import { apiClient } from '../../test/harness/api-client.ts'
import { breakUpdates } from '../../test/harness/broken-table.ts'
import { test } from '../../test/harness/database.ts'
import type { Gateway } from '../../test/harness/world.ts'
import { giveBackInTime, moneyBack } from './refund.server.ts'
import { addRefund } from './refunds.db.server.ts'

test('a refund whose answer is lost keeps the place until the gateway says that it was made', async ({
  db,
  gateway,
}) => {
  const { world, leave, takenNow } = await aLeavingFamily(db, gateway)
  await gateway.setFaults({ operation: 'void', when: 'after', act: 'drop', times: 1 })

  expect(await leave()).toEqual({ state: 'asking', amountCents: 18_000 })
  expect(await takenNow()).toBe(1)

  await isDue(db)
  await reconcileOpenRefunds(world)
  expect((await onlyRefund(db))?.state).toBe('done')
  expect(await takenNow()).toBe(0)
})

test('a void that was done and then answered as forbidden counts as done', async ({ db, gateway }) => {
  const { leave, charge } = await aLeavingFamily(db, gateway)
  await gateway.setFaults({ operation: 'void', when: 'after', act: 'answer', status: 403, times: 1 })

  expect(await leave()).toMatchObject({ state: 'refunded', transactionId: charge?.transactionId })
})

test('when the end of a refund cannot be written the family is asked to wait and keeps the place; the refund was made once and is found', async ({
  db,
  gateway,
}) => {
  const { world, visitor, players, charge, leave, takenNow, books } = await aLeavingFamily(db, gateway)
  const call = await apiClient(world, { id: visitor.accountId })
  const [registration] = await db.select().from(registrations)
  const mend = await breakUpdates(db, 'refunds')

  const answered = await call('/refund-transaction', {
    transaction_id: charge?.transactionId,
    person_id: players[0]?.id,
    r_id: registration?.id,
    register_type: 'clinic',
  })

  expect(answered).toEqual({
    status: 200,
    answer: { success: true, refund_amount: 180, refund_transaction_id: null, state: 'asking' },
  })
  expect(await books()).toMatchObject([{ status: 'voided' }])
  expect(await takenNow()).toBe(1)
  expect(await mailSubjects(db)).toEqual([])
  await mend()
  expect(await leave()).toEqual({ state: 'asking', amountCents: 18_000 })
  await isDue(db)
  await reconcileOpenRefunds(world)
  expect(await leave()).toMatchObject({ state: 'refunded', transactionId: charge?.transactionId })
  expect(await books()).toHaveLength(1)
  expect(await takenNow()).toBe(0)
  expect(await mailSubjects(db)).toEqual([`${visitor.email}: Your refund is done`])
})

test('a process that was held up until somebody else may be at work on its refund sends nothing', async ({
  db,
  gateway,
}) => {
  const { world, charge, registrationIds, books } = await aLeavingFamily(db, gateway)
  const [registrationId = 0] = registrationIds
  const nobody = { accountId: null, familyId: null }
  const row = { registrationId, ...nobody, chargeId: charge?.id ?? null, amountCents: 18_000 }
  const refund = orNotFound(await addRefund(db, row, 600))
  const transactionId = charge?.transactionId ?? ''
  const give = () => giveBackInTime(world, refund, moneyBack(refund, { transactionId, chargeCents: 18_000 }))

  for (const leasedUntil of [sql`now() + interval '10 minutes 1 second'`, sql`now() + interval '1 minute'`]) {
    await db.update(refunds).set({ leasedUntil })
    await expect(give()).rejects.toThrow('a refund was not sent: its lease is too old')
  }
  expect(await books()).toMatchObject([{ status: 'submitted_for_settlement' }])
})

const passes = (db: Db, time: string) =>
  db.update(refunds).set({
    askAgainAt: sql`ask_again_at - ${time}::interval`,
    endedAt: sql`over_at - ${time}::interval`,
  })

/** One of two children whose refund is lost on its way to the gateway, is closed, and is told to the family. */
async function aLostRefund(db: Db, gateway: Gateway) {
  const family = await aLeavingFamily(db, gateway, { children: 2 })
  const transactionId = family.charge?.transactionId ?? ''
  await family.settle()
  await gateway.setFaults({ operation: 'refund', when: 'before', act: 'drop', times: 1 })
  expect(await family.leave(0)).toEqual({ state: 'asking', amountCents: 18_000 })
  await isDue(db)
  await reconcileOpenRefunds(family.world)
  const lost = await onlyRefund(db)
  expect(lost?.state).toBe('failed')
  expect(await mailSubjects(db)).toEqual([`${family.visitor.email}: Your refund did not go through`])
  await db.delete(mails)
  const url = gateway.settings.GATEWAY_URL
  const comesLate = () => refundLate(url, transactionId, lost?.id ?? '', 18_000)
  const countCredits = async () => {
    const rows = await db.select({ id: refunds.id }).from(refunds)
    const booked = await Promise.all(rows.map(({ id }) => readGatewayBooks(url, id)))
    return booked.flat().filter(({ type }) => type === 'credit').length
  }
  return { ...family, comesLate, countCredits }
}

test('a refund of which the family was told to wait, and which was never made, is told; the place is kept', async ({
  db,
  gateway,
}) => {
  const { world, takenNow } = await aLostRefund(db, gateway)

  expect(await takenNow()).toBe(2)
  await passes(db, '1 hour')
  await findLateRefunds(world)
  await passes(db, '23 hours')
  await findLateRefunds(world)
  expect(await onlyRefund(db)).toMatchObject({ state: 'failed', askAgainAt: null })
})

test('before a second refund the first is asked for: what came late is not given back twice', async ({
  db,
  gateway,
}) => {
  const { leave, comesLate, countCredits, takenNow } = await aLostRefund(db, gateway)
  const late = await comesLate()

  expect(await leave(0)).toEqual({ state: 'refunded', amountCents: 18_000, transactionId: late.id })

  expect(await countCredits()).toBe(1)
  expect(await takenNow()).toBe(1)
})

test('a refund that comes late frees the place, as was asked for', async ({ db, gateway }) => {
  const { world, visitor, comesLate, takenNow } = await aLostRefund(db, gateway)
  const late = await comesLate()

  await passes(db, '1 hour')
  await findLateRefunds(world)

  expect(await onlyRefund(db)).toMatchObject({ state: 'done', transactionId: late.id })
  expect(await takenNow()).toBe(1)
  expect(await mailSubjects(db)).toEqual([`${visitor.email}: Your refund is done`])
})

test('a refund that comes late after a second one is told to the programme, once', async ({
  db,
  gateway,
}) => {
  const { world, leave, comesLate, countCredits } = await aLostRefund(db, gateway)
  expect(await leave(0)).toMatchObject({ state: 'refunded' })
  await db.delete(mails)
  await comesLate()

  for (let times = 0; times < 2; times += 1) {
    await passes(db, '1 hour')
    await findLateRefunds(world)
  }

  expect(await countCredits()).toBe(2)
  expect(await mailSubjects(db)).toEqual(['help@courtside.example: A place was refunded twice'])
})
