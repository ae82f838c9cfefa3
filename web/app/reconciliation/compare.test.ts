import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { comparisons, differences, disputes } from '#payments/reconciliation.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { setStamp } from '#platform/jobs/stamps.db.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { refunds } from '#registrations/registrations.tables.ts'
import { aLeavingFamily, isDue, mailSubjects } from '../../test/builders/leaving-family.ts'
import { paidPlaces } from '../../test/builders/money/paid-places.ts'
import { aMerchant } from '../../test/gateway/gateway-control.ts'
import { test } from '../../test/harness/database.ts'
import { aLog } from '../../test/harness/log.ts'
import type { Gateway } from '../../test/harness/world.ts'
import { assignPanelRefund, closeByHand } from './close-difference.server.ts'
import { compareBooks, compareDaily } from './compare.server.ts'

/** A family that paid for two places, at a merchant of its own. */
async function aPaidFamily(db: Db, running: Gateway) {
  const merchant = await aMerchant(running)
  const family = await aLeavingFamily(db, merchant.gateway, { children: 2 })
  const charge = orNotFound(family.charge)
  const sell = (orderId?: string, amount = '25.00') =>
    gatewayFor(family.world.env).call(async (sdk) => {
      const sale = { amount, paymentMethodNonce: 'fake-valid-nonce', ...(orderId && { orderId }) }
      return (await sdk.transaction.sale({ ...sale, options: { submitForSettlement: true } })).transaction.id
    })
  return { ...family, ...merchant, charge, saleId: orNotFound(charge.transactionId), sell }
}

/** A comparison of this last hour that another process began and did not end: whoever comes first takes it over. */
async function compare(world: World) {
  await world.db.insert(comparisons).values({
    by: 'the clock',
    comparedFrom: sql`now() - interval '1 hour'`,
    comparedUntil: sql`now() + interval '1 hour'`,
    leasedUntil: sql`now() - interval '1 second'`,
  })
  return orNotFound(await compareBooks(world, 'the clock', false))
}

const openOnes = (db: Db) =>
  db
    .select()
    .from(differences)
    .where(sql`gone_at is null and closed_at is null`)
    .orderBy(differences.kind, differences.words)
const nextMail = async (db: Db) => {
  const [mail] = await db.select().from(mails)
  await db.delete(mails)
  return mail?.text ?? ''
}

test('where our books and the gateway’s list agree, that is written down and nobody is told; sales of others are counted', async ({
  db,
  gateway,
}) => {
  const { world, saleId, leave, end, sell } = await aPaidFamily(db, gateway)
  await end(saleId, 'settled')
  await leave(0)
  await sell()
  await sell('shop-17')
  await db.delete(mails)

  expect(await compare(world)).toMatchObject({ seen: 4, foreign: 2, differences: 0 })

  expect(await db.select().from(differences)).toEqual([])
  expect(await mailSubjects(db)).toEqual([])
  expect(await compareBooks(world, 'the clock', false)).toBeUndefined()
  await compareDaily(world)
  expect(await db.select().from(comparisons)).toMatchObject([{ by: 'the clock', differences: 0 }])
})

test('each difference is told once, by mail and in the log, stays until it is gone, and then ends', async ({
  db,
  gateway,
}) => {
  const { world, visitor, charge, saleId, sell } = await aPaidFamily(db, gateway)
  const { log, lines } = aLog()
  const strange = crypto.randomUUID()
  const strangeSale = await sell(strange)
  const other = { idempotencyKey: 'x', accountId: visitor.accountId, amountCents: 5000 }
  const refused = { ...other, idempotencyKey: 'y', id: crypto.randomUUID(), amountCents: 2500 }
  await db.insert(charges).values({ ...refused, state: 'declined', endedHow: 'answer' })
  const takenSale = await sell(refused.id)
  const nowhere = { ...other, state: 'accepted', means: 'card', transactionId: 'nowhere' } as const
  const [lost] = await db.insert(charges).values(nowhere).returning()
  await db.update(charges).set({ amountCents: 36_001 }).where(eq(charges.id, charge.id))

  expect(await compare({ ...world, log })).toMatchObject({ seen: 3, foreign: 0, differences: 4 })
  expect(await compare({ ...world, log })).toMatchObject({ differences: 4 })

  const sentences = [
    `Our books say that $360.01 was paid; the gateway says $360.00 (transaction ${saleId}).`,
    'Our books say that $50.00 was paid; the gateway knows of no transaction nowhere.',
    `Our books say that $25.00 was not paid; the gateway has it as “submitted for settlement” (transaction ${takenSale}).`,
    `The gateway took $25.00 for the order ${strange}, which our books do not have (transaction ${strangeSale}).`,
  ]
  const open = await openOnes(db)
  expect(open.map((difference) => difference.words)).toEqual(sentences)
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(4)
  expect(await mailSubjects(db)).toEqual(['help@courtside.example: Our books and the card gateway differ'])
  const mail = await nextMail(db)
  for (const { id, words } of open) expect(mail).toContain(`${id}: ${words}`)

  await db.update(charges).set({ amountCents: 36_000 }).where(eq(charges.id, charge.id))
  await db.update(charges).set({ state: 'pending' }).where(eq(charges.id, refused.id))
  await closeByHand(world, { id: orNotFound(open[1]).id, by: 'treasurer', note: 'of the old keys' })
  await gatewayFor(world.env).call((sdk) => sdk.transaction.void(strangeSale))

  expect(await compare({ ...world, log })).toMatchObject({ differences: 0 })
  expect(await db.$count(differences, sql`gone_at is not null`)).toBe(3)
  expect(
    await db
      .select()
      .from(differences)
      .where(eq(differences.chargeId, orNotFound(lost).id)),
  ).toMatchObject([{ closedBy: 'treasurer', note: 'of the old keys', goneAt: null }])
  expect(await mailSubjects(db)).toEqual([])
})

test('money that is given back in the gateway’s own panel is known here: nobody gets it twice, and a volunteer says for which place it was', async ({
  db,
  gateway,
}) => {
  const { world, visitor, saleId, leave, end, refund, registrationIds, takenNow } = await aPaidFamily(
    db,
    gateway,
  )
  await end(saleId, 'settled')
  const refundId = await refund(saleId, '180.00')

  expect(await compare(world)).toMatchObject({ differences: 1 })

  const [difference] = await openOnes(db)
  const { id } = orNotFound(difference)
  const mail = await nextMail(db)
  expect(mail).toContain('$180.00 of $360.00 was given back at the gateway itself')
  expect(mail).toContain(`Paid by ${visitor.email}.`)
  expect(mail).toContain(`npm run books -- given-up ${id} --registration ${registrationIds[0]}`)
  await expect(leave(0)).rejects.toMatchObject({ code: 'refund-failed' })
  expect(await db.$count(refunds)).toBe(0)
  const seen = { id, by: 'treasurer' }
  await expect(assignPanelRefund(world, { ...seen, registrationIds })).rejects.toMatchObject({
    message: `$180.00 was given back; these places of that payment cost $360.00. Name those that it was for, or close ${id} with a note.`,
  })

  await assignPanelRefund(world, { ...seen, registrationIds: registrationIds.slice(0, 1) })

  expect(await db.select().from(refunds)).toMatchObject([
    { state: 'done', transactionId: refundId, amountCents: 18_000, endedBy: 'command:treasurer' },
  ])
  expect(await takenNow()).toBe(1)
  expect(await mailSubjects(db)).toEqual([`${visitor.email}: Your refund is done`])
  expect(await compare(world)).toMatchObject({ differences: 0 })
  expect(await leave(1)).toMatchObject({ state: 'refunded' })
  expect(await compare(world)).toMatchObject({ differences: 0 })
})

test('a refund of the panel that was for no place is closed with a note, and everything stays as it is, also after a restore', async ({
  db,
  gateway,
}) => {
  const { world, saleId, leave, end, refund } = await aPaidFamily(db, gateway)
  await end(saleId, 'settled')
  await refund(saleId, '10.00')
  await compare(world)
  const [difference] = await openOnes(db)

  await closeByHand(world, { id: orNotFound(difference).id, by: 'treasurer', note: 'rained off' })

  expect(await compare(world)).toMatchObject({ differences: 0 })
  expect((await paidPlaces(db)).map(({ isGivenUp }) => isGivenUp)).toEqual([false, false])
  await end(await refund(saleId, '10.00'), 'settlement_declined')
  await setStamp(db, 'restore')
  expect(await leave(0), 'beside a refund that came to nothing').toMatchObject({ state: 'refunded' })
  await expect(
    closeByHand(world, { id: orNotFound(difference).id, by: 'x', note: 'x' }),
  ).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a sale that our books do not have is told until all of it has gone back, and so is a refund that the gateway does not know', async ({
  db,
  gateway,
}) => {
  const { world, saleId, leave, end, refund, sell } = await aPaidFamily(db, gateway)
  const strange = await sell(crypto.randomUUID())
  await end(strange, 'settled')
  await refund(strange, '10.00')
  await end(saleId, 'settled')
  await leave(0)
  await db.update(refunds).set({ transactionId: 'nowhere' })

  expect(await compare(world)).toMatchObject({ differences: 2 })

  expect((await openOnes(db)).map(({ kind, words }) => ({ kind, words }))).toMatchObject([
    {
      kind: 'not at the gateway',
      words: 'Our books say that $180.00 went back; the gateway knows of no transaction nowhere.',
    },
    { kind: 'unknown sale' },
  ])
  await refund(strange, '15.00')
  expect(await compare(world)).toMatchObject({ differences: 1 })
})

test('a refund that waits for its sale to settle does not go out beside one of the gateway’s panel: a volunteer says first whether that was for the same place', async ({
  db,
  gateway,
}) => {
  const { world, visitor, saleId, leave, end, refund, registrationIds } = await aPaidFamily(db, gateway)
  const settleRefunds = async () => {
    await isDue(db)
    await reconcileOpenRefunds(world)
    return (await db.select().from(refunds)).map(({ state, transactionId }) => ({ state, transactionId }))
  }
  await leave(0)
  await end(saleId, 'settled')
  const transactionId = await refund(saleId, '180.00')
  await db.delete(mails)

  expect(await settleRefunds()).toEqual([{ state: 'queued', transactionId: null }])
  await setStamp(db, 'restore')
  expect(await settleRefunds()).toEqual([{ state: 'queued', transactionId: null }])

  expect(await compare(world)).toMatchObject({ differences: 1 })
  const { id } = orNotFound((await openOnes(db))[0])
  await nextMail(db)
  await assignPanelRefund(world, { id, by: 'treasurer', registrationIds: registrationIds.slice(0, 1) })
  expect(await mailSubjects(db)).toEqual([`${visitor.email}: Your refund is done`])
  expect(await settleRefunds()).toEqual([{ state: 'done', transactionId }])
  expect(await compare(world)).toMatchObject({ differences: 0 })
})

test('a refund that waited beside one of the panel goes out once a volunteer has said that this was for something else', async ({
  db,
  gateway,
}) => {
  const { world, saleId, leave, end, refund } = await aPaidFamily(db, gateway)
  await leave(0)
  await end(saleId, 'settled')
  await refund(saleId, '10.00')
  await compare(world)
  const { id } = orNotFound((await openOnes(db))[0])
  await closeByHand(world, { id, by: 'treasurer', note: 'rained off' })

  await isDue(db)
  await reconcileOpenRefunds(world)

  expect(await db.select().from(refunds)).toMatchObject([{ state: 'done', amountCents: 18_000 }])
})

test('what no message told is found by the comparison: a settlement that was declined, and a dispute', async ({
  db,
  gateway,
}) => {
  const { world, visitor, saleId, end, dispute, sell } = await aPaidFamily(db, gateway)
  await end(saleId, 'settlement_declined')
  const paid = {
    idempotencyKey: 'x',
    accountId: visitor.accountId,
    amountCents: 2500,
    id: crypto.randomUUID(),
  }
  const transactionId = await sell(paid.id)
  await db.insert(charges).values({ ...paid, state: 'accepted', means: 'card', transactionId })
  await dispute(transactionId)

  expect(await compare(world)).toMatchObject({ differences: 0 })

  expect((await mailSubjects(db)).toSorted()).toEqual([
    'help@courtside.example: A payment did not settle',
    'help@courtside.example: A payment is disputed',
    `${visitor.email}: Your payment did not go through after all`,
  ])
  expect(await db.select().from(disputes)).toMatchObject([{ chargeId: paid.id, status: 'open' }])
})

test('a gateway that does not answer ends no comparison: another begins after ten minutes', async ({
  db,
  gateway,
}) => {
  const { world } = await aPaidFamily(db, gateway)
  const away = {
    ...world,
    env: { ...world.env, gateway: { ...world.env.gateway, url: 'http://127.0.0.1:9' } },
  }

  await expect(compare(away)).rejects.toThrow()

  const minutes = sql<number>`round(extract(epoch from leased_until - now()) / 60)::int`
  const rows = db.select({ minutes, endedAt: comparisons.endedAt }).from(comparisons)
  expect(await rows).toEqual([{ minutes: 10, endedAt: null }])
  expect(await compareBooks(world, 'treasurer', true)).toBeUndefined()
})
