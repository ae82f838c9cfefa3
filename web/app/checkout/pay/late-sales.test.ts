import { sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { undoLateSales } from '#payments/gateway/late-sales.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { disputes } from '#payments/reconciliation.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aDonor } from '../../../test/builders/money/donor.ts'
import { heldPlaces } from '../../../test/builders/money/held-places.ts'
import { readGatewayBooks, sellLate, settleAt } from '../../../test/gateway/gateway-books.ts'
import { test } from '../../../test/harness/database.ts'
import type { Gateway } from '../../../test/harness/world.ts'
import { chargePurpose, pay } from './pay.server.ts'
import { reconcileOpenCharges } from './reconcile.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
beforeEach(async () => {
  await gateway.setFaults()
})

const books = (orderId: string) => readGatewayBooks(gateway.settings.GATEWAY_URL, orderId)
const sells = (orderId: string) => sellLate(gateway.settings.GATEWAY_URL, orderId, 18_000)
const only = async (db: Db) => {
  const [charge] = await db.select().from(charges)
  return charge
}
const listMails = (db: Db) =>
  db.select({ to: mails.recipient, subject: mails.subject, text: mails.text }).from(mails)

/** A payment that the gateway had not seen when it was given up. */
async function givenUp(db: Db) {
  const family = await heldPlaces(db, gateway.settings)
  await gateway.setFaults({ operation: 'sale', when: 'before', act: 'drop', times: 1 })
  const { id } = await pay(family.world, family.visitor, family.payment)
  await db.update(charges).set({ createdAt: sql`now() - interval '2 minutes'`, leasedUntil: null })
  await reconcileOpenCharges(family.world)
  await db.delete(mails)
  return { ...family, id }
}

const passes = (db: Db, time: string) =>
  db.update(charges).set({
    askAgainAt: sql`ask_again_at - ${time}::interval`,
    endedAt: sql`ended_at - ${time}::interval`,
  })
const asksAgain = (world: World) => undoLateSales(world, chargePurpose(world))

test('a sale that was never seen is asked about after an hour and after a day, and then no more', async ({
  db,
}) => {
  const { world } = await givenUp(db)
  expect(await only(db)).toMatchObject({ state: 'declined', endedHow: 'never seen' })
  const secondsUntilAsked = async () => {
    const [row] = await db
      .select({ seconds: sql<number>`extract(epoch from ask_again_at - now())::int` })
      .from(charges)
    return row?.seconds
  }

  expect(await secondsUntilAsked()).toBe(3600)
  await passes(db, '1 hour')
  await asksAgain(world)
  expect(await secondsUntilAsked()).toBe(23 * 3600)
  await passes(db, '23 hours')
  await asksAgain(world)
  expect(await only(db)).toMatchObject({ state: 'declined', endedHow: 'never seen', askAgainAt: null })
  expect(await listMails(db)).toEqual([])
})

test('a sale that the gateway makes after it was given up is voided, and the family is told', async ({
  db,
}) => {
  const { world, id, email, takenNow } = await givenUp(db)
  const { id: transactionId } = await sells(id)

  await passes(db, '1 hour')
  await asksAgain(world)

  expect(await books(id)).toMatchObject([{ id: transactionId, status: 'voided' }])
  expect(await only(db)).toMatchObject({
    ...{ state: 'declined', endedHow: 'undone', askAgainAt: null },
    ...{ lateTransactionId: transactionId, transactionId: null, number: null },
  })
  expect(await takenNow()).toBe(0)
  const [mail, ...others] = await listMails(db)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: email, subject: 'A payment that came too late was given back' })
  expect(mail?.text).toContain('$180.00 was taken for your registrations after we had given this payment up.')
  await asksAgain(world)
  expect(await listMails(db)).toHaveLength(1)
})

test('a late sale that the bank is asked about, or took back, is not given back by itself', async ({
  db,
}) => {
  const { world, id } = await givenUp(db)
  const { id: transactionId } = await sells(id)
  await settleAt(gateway.settings.GATEWAY_URL, transactionId)
  const facts = { chargeId: id, amountCents: 18_000, reason: 'fraud' }
  await db.insert(disputes).values({ ...facts, id: 'dispute', status: 'open' })

  await passes(db, '1 hour')
  await asksAgain(world)
  await db.update(disputes).set({ status: 'lost' })
  await passes(db, '1 hour')
  await asksAgain(world)

  expect(await books(id)).toMatchObject([{ id: transactionId, status: 'settled' }])
  expect(await only(db)).toMatchObject({ endedHow: 'never seen' })
})

test('a late sale that has settled is refunded', async ({ db }) => {
  const { world, id } = await givenUp(db)
  const { id: transactionId } = await sells(id)
  await settleAt(gateway.settings.GATEWAY_URL, transactionId)

  await passes(db, '1 day')
  await asksAgain(world)

  const booked = (await books(id)).map(({ type, status, cents }) => `${type} ${status} ${cents}`)
  expect(booked.toSorted()).toEqual(['credit submitted_for_settlement 18000', 'sale settled 18000'])
  expect(await only(db)).toMatchObject({ state: 'declined', endedHow: 'undone' })
})

test('a late sale that cannot be given back at once is tried again until it is, and told each time', async ({
  db,
}) => {
  const { world, id } = await givenUp(db)
  await sells(id)
  await gateway.setFaults({ operation: 'void', when: 'before', act: 'answer', status: 503, times: 2 })

  for (let round = 0; round < 2; round += 1) {
    await passes(db, '1 hour')
    await asksAgain(world)
    expect(await only(db)).toMatchObject({ endedHow: 'never seen', askAgainAt: expect.any(Date) })
    const subjects = (await listMails(db)).map(({ subject }) => subject)
    expect(subjects).toEqual(['A payment that came too late is being given back'])
  }
  await passes(db, '1 hour')
  await asksAgain(world)

  expect(await books(id)).toMatchObject([{ status: 'voided' }])
  expect((await listMails(db)).map(({ subject }) => subject)).toEqual([
    'A payment that came too late is being given back',
    'A payment that came too late was given back',
  ])
})

test('a late sale whose money does not come has nothing to give back, and is over', async ({ db }) => {
  const { world, id } = await givenUp(db)
  const { id: transactionId } = await sells(id)
  await gateway.setFaults({ operation: 'void', when: 'before', act: 'answer', status: 503, times: 1 })
  await passes(db, '1 hour')
  await asksAgain(world)
  await settleAt(gateway.settings.GATEWAY_URL, transactionId, 'settlement_decline')

  await passes(db, '1 hour')
  await asksAgain(world)

  expect(await only(db)).toMatchObject({ endedHow: 'undone', askAgainAt: null })
})

test('a late sale for a deleted account goes back without a mail', async ({ db }) => {
  const { world, id } = await givenUp(db)
  await sells(id)
  await db.update(charges).set({ accountId: null })

  await passes(db, '1 hour')
  await asksAgain(world)

  expect(await books(id)).toMatchObject([{ status: 'voided' }])
  expect(await listMails(db)).toEqual([])
})

test('a gift that came too late goes back, and the donor is told', async ({ db }) => {
  const { world, give } = await aDonor(db, gateway.settings)
  await gateway.setFaults({ operation: 'sale', when: 'before', act: 'drop', times: 1 })
  await give({ amountCents: 18_000 })
  await db.update(charges).set({ createdAt: sql`now() - interval '2 minutes'`, leasedUntil: null })
  await reconcileOpenCharges(world)
  await db.delete(mails)
  const id = (await only(db))?.id ?? ''
  await sells(id)

  await passes(db, '1 hour')
  await asksAgain(world)

  expect(await books(id)).toMatchObject([{ status: 'voided' }])
  expect(await listMails(db)).toMatchObject([
    { to: 'edith@example.test', subject: 'A gift that came too late was given back' },
  ])
})

test('an acceptance that arrives after the charge was given up is undone at once', async ({ db }) => {
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings)
  const elsewhere = chargePurpose(world)
  // While the gateway works, another process gives the charge up.
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'delay', milliseconds: 1000, times: 1 })
  const paying = pay(world, visitor, payment)
  await expect.poll(async () => (await only(db))?.state).toBe('pending')
  const id = (await only(db))?.id ?? ''
  await db
    .update(charges)
    .set({ state: 'declined', endedHow: 'never seen', endedAt: sql`now()`, askAgainAt: sql`now()` })
  await elsewhere.ended(db, { ...(await paidRow(db)), state: 'declined' })

  expect(await paying).toMatchObject({ id, state: 'declined' })

  expect(await books(id)).toMatchObject([{ status: 'voided' }])
  expect(await only(db)).toMatchObject({ state: 'declined', endedHow: 'undone' })
  expect(await db.$count(registrations)).toBe(0)
})

async function paidRow(db: Db) {
  const charge = await only(db)
  if (!charge) throw new Error('no charge')
  return charge
}

test('a process that was held up after its claim sells nothing', async ({ db }) => {
  const { world, visitor, payment, takenNow } = await heldPlaces(db, gateway.settings)
  const heldUp = sql`alter table charges alter column created_at set default now() - interval '91 seconds'`
  await db.execute(heldUp)

  const charge = await pay(world, visitor, payment)

  expect(charge).toMatchObject({ state: 'declined', declineReason: 'it was not sent in time' })
  expect(await books(charge.id)).toEqual([])
  expect(await takenNow()).toBe(0)
})
