import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { readCredit } from '#ledger/credit.db.server.ts'
import { findDrift } from '#ledger/postings.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import { differences } from '#payments/reconciliation.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import { assignPanelRefund } from '#reconciliation/close-difference.server.ts'
import { giveBackAtDesk } from '#refunds/give-back-at-desk.server.ts'
import { backPartsByPlace } from '#refunds/parts.db.server.ts'
import { describeRefund } from '#refunds/refund-parts.ts'
import { findLateRefunds, reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { refunds } from '#registrations/registrations.tables.ts'
import { isDue, mailSubjects } from '../builders/leaving-family.ts'
import { aFamilyOfSeveralPayments } from '../builders/money/several-payments.ts'
import { refundLate } from '../gateway/gateway-books.ts'
import { test } from '../harness/database.ts'

test('of a place that a check and a card paid, each half goes back how it came', async ({ db, gateway }) => {
  const { press, last, place, backCents, text } = await aFamilyOfSeveralPayments(db, gateway)

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

test('each of two charges of a place gets back what it paid, once, though asked twice', async ({
  db,
  gateway,
}) => {
  const { press, leave, first, last, place, backCents, text } = await aFamilyOfSeveralPayments(
    db,
    gateway,
    'card',
  )

  const left = await leave()
  expect(await leave()).toEqual(left)

  expect(await backCents()).toEqual([9000, 9000])
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'done' }, { state: 'done' }])
  expect(await place()).toMatchObject({ dueCents: 0, removedWhy: 'family' })
  const again = (await press(orNotFound(first).transactionId)).answer
  expect(again).toMatchObject({ state: 'refunded', refund_amount: 180 })
  const [refund] = await db
    .select()
    .from(refunds)
    .where(eq(refunds.chargeId, orNotFound(first).id))
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
  const { world, leave, last, place, backCents, text } = await aFamilyOfSeveralPayments(db, gateway, 'card')
  await gatewayFor(world.env).call((sdk) => sdk.transaction.refund(last.transactionId, '10.00'))

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
  const { leave, visitor, place, backCents, text } = await aFamilyOfSeveralPayments(db, gateway, 'card')
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
      { by: 'hand', state: 'owed', cents: 9000, means: 'card' },
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
  const { leave, visitor, place, backCents } = await aFamilyOfSeveralPayments(db, gateway, 'credit')

  expect(await leave()).toMatchObject({
    ...{ state: 'refunded', amountCents: 9000 },
    parts: [{ by: 'card' }, { by: 'credit', cents: 9000, state: 'credited' }],
  })

  expect(await readCredit(db, visitor.familyId)).toBe(9000)
  expect(await backCents()).toEqual([9000])
  expect(await place()).toMatchObject({ dueCents: 0 })
})

test('who leaves after a part was given back gets the rest', async ({ db, gateway }) => {
  const { world, atDesk, leave, place, backCents, text } = await aFamilyOfSeveralPayments(db, gateway, 'none')

  const given = await giveBackAtDesk(world, { ...atDesk, backCents: 6000, givesUp: false })

  expect(given).toEqual({ byCardCents: 6000, byHandCents: 0, creditCents: 0, state: 'done' })
  expect(await place()).toMatchObject({ dueCents: 0, removedAt: null })
  expect((await text())[0]).toContain('$60.00 of what you paid')
  expect(await leave()).toMatchObject({ state: 'refunded', amountCents: 12_000 })
  expect((await backCents()).toSorted()).toEqual([12_000, 6000])
  expect(await place()).toMatchObject({ dueCents: 0, removedWhy: 'family' })
})

test('the desk gives a place up and keeps a part of what was paid as a fee', async ({ db, gateway }) => {
  const { world, atDesk, registrationId, takenNow, place, backCents } = await aFamilyOfSeveralPayments(
    db,
    gateway,
  )

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
  const { world, atDesk, visitor, place, backCents } = await aFamilyOfSeveralPayments(db, gateway)
  const asCredit = { ...atDesk, as: 'credit' as const, givesUp: true }
  await expect(giveBackAtDesk(world, { ...asCredit, backCents: 18_001 })).rejects.toMatchObject({
    message: 'Only $180.00 of what was paid for this place can go back.',
  })

  expect(await giveBackAtDesk(world, { ...asCredit, backCents: 18_000 })).toMatchObject({
    creditCents: 18_000,
  })

  expect(await readCredit(db, visitor.familyId)).toBe(18_000)
  expect(await place()).toMatchObject({ dueCents: 0, removedWhy: 'desk' })
  expect(await backCents()).toEqual([])
})

test('what the gateway would refuse changes nothing at the desk', async ({ db, gateway }) => {
  const { world, atDesk, last, place } = await aFamilyOfSeveralPayments(db, gateway)
  await gatewayFor(world.env).call((sdk) => sdk.transaction.refund(last.transactionId, '10.00'))

  const giving = giveBackAtDesk(world, { ...atDesk, backCents: 9000, givesUp: true })

  await expect(giving).rejects.toMatchObject({ message: expect.stringContaining('nothing was changed') })
  expect(await place()).toMatchObject({ dueCents: 0, removedAt: null })
  expect(await db.$count(refunds)).toBe(0)
})

test('what the desk gave back and the gateway refuses after all is owed by hand, and lowers the price once', async ({
  db,
  gateway,
}) => {
  const { world, atDesk, place, backCents } = await aFamilyOfSeveralPayments(db, gateway, 'none')
  const part = { ...atDesk, backCents: 6000, givesUp: false }
  await gateway.setFaults({ operation: 'refund', when: 'before', act: 'answer', status: 403, times: 1 })

  expect(await giveBackAtDesk(world, part)).toEqual({
    ...{ byCardCents: 0, byHandCents: 6000, creditCents: 0, state: 'done' },
  })

  expect(await place()).toMatchObject({ dueCents: -6000, removedAt: null })
  expect(await backCents()).toEqual([])
  expect(await giveBackAtDesk(world, part)).toMatchObject({ byCardCents: 6000 })
  expect(await place()).toMatchObject({ dueCents: 0 })
  expect(await backCents()).toEqual([6000])
})

test('a part that the desk gives back of a sale that has not settled waits, and the place stays', async ({
  db,
  gateway,
}) => {
  const { world, atDesk, onCard, settle, place, backCents } = await aFamilyOfSeveralPayments(db, gateway)
  const { transactionId } = await onCard(5000, false)

  expect(await giveBackAtDesk(world, { ...atDesk, backCents: 2000, givesUp: false })).toMatchObject({
    ...{ byCardCents: 2000, state: 'queued' },
  })
  await settle(transactionId)
  await isDue(db)
  await reconcileOpenRefunds(world)

  expect(await backCents()).toEqual([2000])
  expect(await place(), '$50.00 more than it cost had been paid').toMatchObject({
    ...{ dueCents: -3000, removedAt: null },
  })
})

test('the second of two refunds that was made after all, though it had failed, is found: nothing is owed any more', async ({
  db,
  gateway,
}) => {
  const { world, leave, url, place, backCents } = await aFamilyOfSeveralPayments(db, gateway, 'card')
  await gateway.setFaults({
    operation: 'refund',
    when: 'before',
    act: 'answer',
    status: 403,
    times: 1,
    skip: 1,
  })
  await leave()
  const [lost] = await db.select().from(refunds).where(eq(refunds.state, 'failed'))
  const { rows } = (await db.execute(
    sql`select transaction_id from charges where id = ${lost?.chargeId}`,
  )) as unknown as { rows: { transaction_id: string }[] }
  await refundLate(url, orNotFound(rows[0]).transaction_id, orNotFound(lost).id, 9000)
  await db
    .update(refunds)
    .set({ askAgainAt: sql`now()` })
    .where(eq(refunds.id, orNotFound(lost).id))

  await findLateRefunds(world)

  expect(await backCents()).toEqual([9000, 9000])
  expect(await place()).toMatchObject({ dueCents: 0 })
  expect((await mailSubjects(db)).filter((subject) => subject.includes('twice'))).toEqual([])
})

test('a refund in the panel of one of two charges is matched by its charge and sum; the other part is owed', async ({
  db,
  gateway,
}) => {
  const { world, last, registrationId, place } = await aFamilyOfSeveralPayments(db, gateway, 'card')
  const [difference] = await db
    .insert(differences)
    .values({
      ...{ kind: 'panel refund', transactionId: 'inpanel1', chargeId: last.id, amountCents: 9000 },
      words: 'given back in the panel',
    })
    .returning({ id: differences.id })

  await assignPanelRefund(world, {
    id: orNotFound(difference).id,
    by: 'treasurer',
    registrationIds: [registrationId],
  })

  expect(await db.select().from(refunds)).toMatchObject([
    { chargeId: last.id, amountCents: 9000, state: 'done' },
  ])
  expect(await place()).toMatchObject({ dueCents: -9000, removedWhy: 'desk' })
})

test('a process that died before it sent anything leaves the place to its family, and the clock sends nothing', async ({
  db,
  gateway,
}) => {
  const { world, leave, place, backCents } = await aFamilyOfSeveralPayments(db, gateway, 'card')
  await gateway.setFaults({ operation: 'refund', when: 'before', act: 'drop', times: 2 })
  expect(await leave()).toMatchObject({ state: 'asking', amountCents: 18_000 })
  expect(await leave(), 'asked again it is the same').toMatchObject({ state: 'asking' })

  await isDue(db)
  await reconcileOpenRefunds(world)

  expect(await backCents()).toEqual([])
  expect(await place()).toMatchObject({ dueCents: 0, removedAt: null })
  expect(await leave()).toMatchObject({ state: 'refunded', amountCents: 18_000 })
  expect(await backCents()).toEqual([9000, 9000])
})

test('what the desk gave back and a process that died never sent is owed by hand, and nobody is told that the card company refused it', async ({
  db,
  gateway,
}) => {
  const { world, atDesk, place, backCents, text } = await aFamilyOfSeveralPayments(db, gateway)
  await gateway.setFaults({ operation: 'refund', when: 'before', act: 'drop', times: 2 })
  const giving = { ...atDesk, backCents: 18_000, givesUp: true }
  expect(await giveBackAtDesk(world, giving)).toMatchObject({ byHandCents: 9000, state: 'asking' })

  await isDue(db)
  await reconcileOpenRefunds(world)

  expect(await backCents()).toEqual([])
  expect(await place()).toMatchObject({ dueCents: -18_000, removedWhy: 'desk' })
  const [, toProgramme, toFamily] = await text()
  expect(toProgramme).toContain('was not made: it never reached the gateway.')
  expect(toFamily).toContain('could not be made. The place is given up, and we owe you the money.')
})

test('the history says what goes back how before the place is given up', async ({ db, gateway }) => {
  const { registrationId } = await aFamilyOfSeveralPayments(db, gateway)

  const { [registrationId]: parts } = await backPartsByPlace(db, [registrationId])

  expect(describeRefund(orNotFound(parts))).toBe(
    'What you paid goes back: $90.00 to your card, and $90.00, which you paid by check, we return to you.',
  )
})
