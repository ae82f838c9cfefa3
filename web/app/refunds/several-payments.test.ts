import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { creditOf } from '#ledger/credit.db.server.ts'
import { findDrift, post } from '#ledger/postings.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { gatewayOf } from '#payments/braintree.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { found } from '#platform/refusal.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import { apiClient } from '../../test/api-client.ts'
import { test } from '../../test/database.ts'
import { booksOf, sellLate, settleAt } from '../../test/gateway-books.ts'
import { aLeavingFamily, isDue, mailSubjects } from '../../test/leaving-family.ts'
import type { Gateway } from '../../test/world.ts'
import { giveBackAtDesk } from './give-back-at-desk.server.ts'
import { settleOpenRefunds } from './settle-refunds.server.ts'

/**
 * A family whose place costs $180.00: of it a charge paid $90.00 and another payment the rest, a check or a second
 * charge. `onCard` makes a charge at the gateway that has settled, and posts it.
 */
async function aFamily(db: Db, gateway: Gateway, rest: 'check' | 'card' | 'credit' | 'none' = 'check') {
  const family = await aLeavingFamily(db, gateway, { isPaid: false })
  const { world, visitor, registrationIds, players } = family
  const registrationId = found(registrationIds[0])
  const url = gateway.settings.GATEWAY_URL
  const before = (await booksOf(url)).map(({ id }) => id)
  const onCard = async (cents: number, isSettled = true) => {
    const id = crypto.randomUUID()
    const sale = await sellLate(url, id, cents)
    if (isSettled) await settleAt(url, sale.id)
    await db.insert(charges).values({
      ...{
        id,
        accountId: visitor.accountId,
        familyId: visitor.familyId,
        amountCents: cents,
        state: 'accepted',
      },
      ...{ transactionId: sale.id, idempotencyKey: crypto.randomUUID(), paysFor: String(registrationId) },
      ...{ means: 'card', endedAt: new Date() },
    })
    await post(db, 'site', [{ kind: 'paid', registrationId, cents: -cents, chargeId: id }])
    return { id, transactionId: sale.id }
  }
  if (rest === 'check') {
    const [{ id: recordedId } = { id: 0 }] = await db
      .insert(offlinePayments)
      .values({
        ...{ accountId: visitor.accountId, familyId: visitor.familyId, amountCents: 9000, how: 'check' },
        ...{ receivedOn: '2027-01-01', recordedBy: 'command:treasurer' },
      })
      .returning({ id: offlinePayments.id })
    await post(db, 'site', [{ kind: 'paid', registrationId, cents: -9000, recordedId }])
  }
  const first = rest === 'card' ? await onCard(9000) : undefined
  if (rest === 'credit')
    await post(db, 'site', [
      { kind: 'moved', registrationId: null, familyId: visitor.familyId, cents: -9000 },
      { kind: 'moved', registrationId: null, familyId: visitor.familyId, cents: 9000 },
      { kind: 'moved', registrationId, cents: -9000 },
    ])
  const last = await onCard(rest === 'none' ? 18_000 : 9000)
  await db.delete(mails)
  const place = async () =>
    found((await db.select().from(registrations).where(eq(registrations.id, registrationId)))[0])
  /** What the gateway gave back. */
  const back = async () =>
    (await booksOf(url)).filter(({ id, type }) => type === 'credit' && !before.includes(id))
  const backCents = async () => (await back()).map(({ cents }) => cents)
  const text = async () => (await db.select().from(mails).orderBy(mails.id)).map((mail) => mail.text)
  const client = await apiClient(world, { id: visitor.accountId })
  const press = (transaction_id: string) =>
    client('/refund-transaction', {
      transaction_id,
      ...{ person_id: players[0]?.id, r_id: registrationId, register_type: 'clinic' },
    })
  const desk = { registrationId, accountId: visitor.accountId, actor: 'command:treasurer' as const }
  const atDesk = { ...desk, as: 'money' as const, reason: 'left early' as const }
  return { ...family, registrationId, first, last, place, backCents, text, press, onCard, atDesk }
}

test('of a place that a check and a card paid, each half goes back how it came', async ({ db, gateway }) => {
  const { press, last, place, backCents, text } = await aFamily(db, gateway)

  const { answer } = await press(last.transactionId)

  expect(answer).toMatchObject({
    ...{ state: 'refunded', refund_amount: 90, refund_transaction_id: expect.stringMatching(/^\w+$/) },
    parts: [
      { amount: 90, by: 'card', state: 'refunded', paid_by: 'card' },
      { amount: 90, by: 'hand', state: 'owed', paid_by: 'check', transaction_id: null },
    ],
  })
  expect(await backCents()).toEqual([9000])
  expect(await place()).toMatchObject({ dueCents: -9000, removedWhy: 'family' })
  expect((await press(last.transactionId)).answer, 'asked again it is the same').toEqual(answer)
  expect(await backCents()).toEqual([9000])
  expect((await text()).join()).toContain('We owe you $90.00, which you paid by check, and return it to you.')
  expect((await findDrift(db, 0, 100)).drifted).toEqual([])
})

test('each of two charges of a place gets back what it paid, once, though asked twice at once', async ({
  db,
  gateway,
}) => {
  const { press, leave, first, last, place, backCents, text } = await aFamily(db, gateway, 'card')

  await Promise.all([leave(), leave()])

  expect(await backCents()).toEqual([9000, 9000])
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'done' }, { state: 'done' }])
  expect(await place()).toMatchObject({ dueCents: 0, removedWhy: 'family' })
  const again = (await press(found(first).transactionId)).answer
  expect(again).toMatchObject({ state: 'refunded', refund_amount: 180 })
  const [refund] = await db
    .select()
    .from(refunds)
    .where(eq(refunds.chargeId, found(first).id))
  expect(again).toMatchObject({ refund_transaction_id: refund?.transactionId })
  expect((await press(last.transactionId)).answer).not.toMatchObject({
    refund_transaction_id: refund?.transactionId,
  })
  expect(await text()).toHaveLength(2)
})

test('where one of two charges cannot be given back nothing is sent, and the place is kept', async ({
  db,
  gateway,
}) => {
  const { world, leave, last, place, backCents, text } = await aFamily(db, gateway, 'card')
  await gatewayOf(world.env).call((sdk) => sdk.transaction.refund(last.transactionId, '10.00'))

  await expect(leave()).rejects.toMatchObject({ code: 'refund-failed' })

  expect(await backCents()).toEqual([1000])
  expect(await place()).toMatchObject({ dueCents: 0, removedAt: null })
  expect(await db.$count(refunds, sql`state <> 'failed'`)).toBe(0)
  expect(await text()).toEqual([])
})

test('a second refund that fails after the first is done leaves its money owed by hand, and everybody is told', async ({
  db,
  gateway,
}) => {
  const { leave, visitor, place, backCents, text } = await aFamily(db, gateway, 'card')
  await gateway.setFaults({
    operation: 'refund',
    when: 'before',
    act: 'answer',
    status: 403,
    times: 1,
    skip: 1,
  })
  const left = await leave()

  expect(await backCents()).toEqual([9000])
  expect(left).toMatchObject({
    ...{ state: 'refunded', amountCents: 9000 },
    parts: [
      { by: 'card', state: 'refunded', cents: 9000 },
      { by: 'hand', state: 'owed', cents: 9000, paidBy: 'card' },
    ],
  })
  expect(await place()).toMatchObject({ dueCents: -9000, removedWhy: 'family' })
  expect((await mailSubjects(db)).filter((to) => to.startsWith(visitor.email))).toEqual([
    `${visitor.email}: Your refund is done`,
    `${visitor.email}: Your refund did not go through`,
  ])
  expect((await text()).join()).toContain('we owe you the money')
})

test('credit of no known payment becomes credit again, and the card is refunded', async ({ db, gateway }) => {
  const { leave, visitor, place, backCents } = await aFamily(db, gateway, 'credit')

  expect(await leave()).toMatchObject({
    ...{ state: 'refunded', amountCents: 9000 },
    parts: [{ by: 'card' }, { by: 'credit', cents: 9000, state: 'credited' }],
  })

  expect(await creditOf(db, visitor.familyId)).toBe(9000)
  expect(await backCents()).toEqual([9000])
  expect(await place()).toMatchObject({ dueCents: 0 })
})

test('who leaves after a part was given back gets the rest', async ({ db, gateway }) => {
  const { world, atDesk, leave, place, backCents, text } = await aFamily(db, gateway, 'none')

  const given = await giveBackAtDesk(world, { ...atDesk, backCents: 6000, givesUp: false })

  expect(given).toEqual({ byCardCents: 6000, byHandCents: 0, creditCents: 0, state: 'done' })
  expect(await place()).toMatchObject({ dueCents: 0, removedAt: null })
  expect((await text())[0]).toContain('$60.00 of what you paid')
  expect(await leave()).toMatchObject({ state: 'refunded', amountCents: 12_000 })
  expect((await backCents()).toSorted()).toEqual([12_000, 6000])
  expect(await place()).toMatchObject({ dueCents: 0, removedWhy: 'family' })
})

test('the desk gives a place up and keeps a part of what was paid as a fee', async ({ db, gateway }) => {
  const { world, atDesk, registrationId, takenNow, place, backCents } = await aFamily(db, gateway)

  const given = await giveBackAtDesk(world, { ...atDesk, backCents: 12_000, givesUp: true })

  expect(given).toEqual({ byCardCents: 9000, byHandCents: 3000, creditCents: 0, state: 'done' })
  expect(await backCents()).toEqual([9000])
  expect(await place()).toMatchObject({ dueCents: -3000, removedWhy: 'desk' })
  expect(await takenNow()).toBe(0)
  const rows = await db.select().from(postings).where(eq(postings.registrationId, registrationId))
  expect(rows.filter(({ kind }) => kind === 'fee')).toMatchObject([{ cents: 6000, reason: 'left early' }])
  expect(await db.select().from(changes).where(eq(changes.what, 'money given back'))).toMatchObject([
    { after: { amountCents: 12_000 }, actor: 'command:treasurer' },
  ])
})

test('as credit the money stays with the programme; more than was paid is refused', async ({
  db,
  gateway,
}) => {
  const { world, atDesk, visitor, place, backCents } = await aFamily(db, gateway)
  const asCredit = { ...atDesk, as: 'credit' as const, givesUp: true }
  await expect(giveBackAtDesk(world, { ...asCredit, backCents: 18_001 })).rejects.toMatchObject({
    message: 'Only $180.00 of what was paid for this place can go back.',
  })

  expect(await giveBackAtDesk(world, { ...asCredit, backCents: 18_000 })).toMatchObject({
    creditCents: 18_000,
  })

  expect(await creditOf(db, visitor.familyId)).toBe(18_000)
  expect(await place()).toMatchObject({ dueCents: 0, removedWhy: 'desk' })
  expect(await backCents()).toEqual([])
})

test('what the gateway would refuse changes nothing at the desk', async ({ db, gateway }) => {
  const { world, atDesk, last, place } = await aFamily(db, gateway)
  await gatewayOf(world.env).call((sdk) => sdk.transaction.refund(last.transactionId, '10.00'))

  const giving = giveBackAtDesk(world, { ...atDesk, backCents: 9000, givesUp: true })

  await expect(giving).rejects.toMatchObject({ message: expect.stringContaining('nothing was changed') })
  expect(await place()).toMatchObject({ dueCents: 0, removedAt: null })
  expect(await db.$count(refunds)).toBe(0)
})

test('what the desk gave back and the gateway refuses after all is owed by hand; sent by the next process where this one died', async ({
  db,
  gateway,
}) => {
  const { world, atDesk, place, backCents } = await aFamily(db, gateway, 'none')
  await gateway.setFaults({ operation: 'refund', when: 'before', act: 'answer', status: 403, times: 1 })

  expect(await giveBackAtDesk(world, { ...atDesk, backCents: 6000, givesUp: false })).toEqual({
    ...{ byCardCents: 0, byHandCents: 6000, creditCents: 0, state: 'done' },
  })

  expect(await place()).toMatchObject({ dueCents: -6000, removedAt: null })
  expect(await backCents()).toEqual([])
  expect(await giveBackAtDesk(world, { ...atDesk, backCents: 6000, givesUp: false })).toMatchObject({
    byCardCents: 6000,
  })
  expect(await place(), 'what was owed already lowers the price once').toMatchObject({ dueCents: 0 })
  await isDue(db)
  await settleOpenRefunds(world)
  expect(await backCents()).toEqual([6000])
})
