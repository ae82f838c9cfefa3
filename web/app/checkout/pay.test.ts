import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { aWorld, startGateway } from '../../test/world.ts'
import { pay } from './pay.server.ts'
import { processCart } from './process-cart.server.ts'
import { settleOpenCharges, sweepHolds } from './reconcile.server.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())
beforeEach(async () => {
  await gateway.setFaults()
})

/** A family with a place on hold, and what it would send to pay for it. */
async function aHold(db: Db, priceCents = 18_000) {
  await aProgramme(db)
  const world = aWorld(db, gateway.settings)
  const { visitor, email } = await anAccount(db)
  const event = await anEvent(db, { priceCents })
  const session = await aSession(db, { eventId: event.id, places: 4 })
  const pip = await aPlayer(db, { accountId: visitor.accountId, firstName: 'Pip' })
  const places = [{ personId: pip.id, sessionId: session.id, seenCents: priceCents }]
  const order = await processCart(world, visitor, {
    method: 'card',
    places,
    idempotencyKey: crypto.randomUUID(),
  })
  const payment = {
    nonce: 'fake-valid-nonce',
    amountCents: priceCents,
    registrationIds: order.lines.map(({ registrationId }) => registrationId),
    idempotencyKey: crypto.randomUUID(),
  }
  const takenNow = async () => (await db.select().from(sessions).where(eq(sessions.id, session.id)))[0]?.taken
  return { world, visitor, email, event, payment, takenNow }
}

/** As if the call to the gateway had begun long ago, by a process that died. */
const longAgo = {
  createdAt: sql`now() - interval '2 minutes'`,
  leasedUntil: sql`now() - interval '1 minute'`,
}

test('an accepted card is charged at once, turns the hold into a paid registration and mails the receipt P4.17 P4.43', async ({
  db,
}) => {
  const { world, visitor, email, payment } = await aHold(db)

  const charge = await pay(world, visitor, payment)

  expect(charge).toMatchObject({ state: 'accepted', amountCents: 18_000, cardLabel: 'Visa ending in 1881' })
  const [row] = await db.select().from(registrations)
  expect(row).toMatchObject({
    heldUntil: null,
    paidBy: 'card',
    chargeId: charge.id,
    paidAt: expect.any(Date),
  })
  const [mail] = await db.select().from(mails)
  const receipt = `R-${charge.number}`
  expect(mail).toMatchObject({
    recipient: email,
    subject: `Payment receipt ${receipt}`,
    attachments: [{ filename: `payment-receipt-${receipt}.pdf`, paper: { number: receipt } }],
  })
  expect(mail?.text).toContain('$180.00')
  expect(mail?.attachments[0]?.paper).toMatchObject({
    subtitle: `Transaction ${charge.transactionId}`,
    table: { rows: [[expect.stringContaining('Pip'), expect.any(String), expect.any(String), '$180.00']] },
    paragraphs: ['Paid by card, Visa ending in 1881.'],
  })
})

test('a declined card charges nothing and gives the place back P4.39', async ({ db }) => {
  const { world, visitor, payment, takenNow } = await aHold(db, 200_000)

  const charge = await pay(world, visitor, payment)

  expect(charge).toMatchObject({ state: 'declined', transactionId: null, declineReason: 'Do Not Honor' })
  expect(await db.$count(registrations)).toBe(0)
  expect(await takenNow()).toBe(0)
  expect(await db.$count(mails)).toBe(0)
})

test('another total, a stranger’s registration, a paid one and a hold whose time is over are refused before the gateway is called', async ({
  db,
}) => {
  const { world, visitor, payment } = await aHold(db)
  const stranger = await anAccount(db)
  const attempt = (changed: object, who = visitor) =>
    pay(world, who, { ...payment, idempotencyKey: crypto.randomUUID(), ...changed })

  await expect(attempt({ amountCents: 100 })).rejects.toMatchObject({ code: 'total-changed' })
  await expect(attempt({}, stranger.visitor)).rejects.toMatchObject({ code: 'hold-ended' })
  expect(await db.$count(charges)).toBe(0)

  await pay(world, visitor, payment)
  await expect(attempt({})).rejects.toMatchObject({
    code: 'being-paid',
    message: 'This is paid already: nothing was charged now.',
  })

  await db
    .update(registrations)
    .set({ chargeId: null, paidAt: null, paidBy: null, heldUntil: sql`now() - interval '1 s'` })
  await expect(attempt({})).rejects.toMatchObject({ code: 'hold-ended' })
  expect(await db.$count(charges)).toBe(1)
})

test('the same key again is answered with the first charge', async ({ db }) => {
  const { world, visitor, payment } = await aHold(db)

  const first = await pay(world, visitor, payment)
  const again = await pay(world, visitor, payment)

  expect(again).toEqual(first)
  expect(await db.$count(charges)).toBe(1)
})

test('a charge whose answer is lost keeps the place and is settled by asking the gateway', async ({ db }) => {
  const { world, visitor, payment, takenNow } = await aHold(db)
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'drop', times: 1 })

  const charge = await pay(world, visitor, payment)
  expect(charge.state).toBe('unknown')
  await db.update(registrations).set({ heldUntil: sql`now() - interval '1 hour'` })
  expect(await sweepHolds(world)).toBe(0)

  await settleOpenCharges(world)

  const [settled] = await db.select().from(charges)
  expect(settled).toMatchObject({ state: 'accepted', transactionId: expect.any(String) })
  const [row] = await db.select().from(registrations)
  expect(row).toMatchObject({ heldUntil: null, paidBy: 'card' })
  expect(await takenNow()).toBe(1)
  expect(await db.$count(mails)).toBe(1)
})

test('that the gateway knows no such charge counts only when the call that may have made one is over', async ({
  db,
}) => {
  const { world, visitor, payment, takenNow } = await aHold(db)
  await gateway.setFaults({ operation: 'sale', when: 'before', act: 'drop', times: 1 })
  await pay(world, visitor, payment)

  await settleOpenCharges(world)
  expect((await db.select().from(charges))[0]?.state).toBe('unknown')
  expect(await takenNow()).toBe(1)

  await db.update(charges).set(longAgo)
  await settleOpenCharges(world)
  expect((await db.select().from(charges))[0]?.state).toBe('declined')
  expect(await db.$count(registrations)).toBe(0)
  expect(await takenNow()).toBe(0)
})

test('a charge that a live call owns is left alone; one whose process died is settled', async ({ db }) => {
  const { world, visitor, payment } = await aHold(db)
  await pay(world, visitor, payment)
  const asLeftByADeadProcess = { state: 'pending' as const, transactionId: null, endedAt: null }
  await db.update(charges).set({ ...asLeftByADeadProcess, leasedUntil: sql`now() + interval '1 minute'` })

  await settleOpenCharges(world)
  expect((await db.select().from(charges))[0]?.state).toBe('pending')

  await db.update(charges).set(longAgo)
  await settleOpenCharges(world)
  expect((await db.select().from(charges))[0]?.state).toBe('accepted')
})

test('a charge that the gateway gives no answer about stays open, and holds up no other', async ({ db }) => {
  const { world, ...one } = await aHold(db)
  const other = await aHold(db)
  await gateway.setFaults(
    { operation: 'sale', when: 'after', act: 'drop' },
    { operation: 'search', when: 'before', act: 'answer', status: 503, times: 1 },
  )
  for (const { visitor, payment } of [one, other]) await pay(world, visitor, payment)

  await settleOpenCharges(world)

  const states = (await db.select().from(charges)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['accepted', 'unknown'])
})
