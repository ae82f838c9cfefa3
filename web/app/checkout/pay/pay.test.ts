import { sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { anAccount } from '../../../test/builders/builders.ts'
import { heldPlaces } from '../../../test/builders/money/held-places.ts'
import { paidPlaces } from '../../../test/builders/money/paid-places.ts'
import { readGatewayBooks } from '../../../test/gateway/gateway-books.ts'
import { test } from '../../../test/harness/database.ts'
import type { Gateway } from '../../../test/harness/world.ts'
import { pay } from './pay.server.ts'
import { reconcileOpenCharges, sweepHolds } from './reconcile.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
beforeEach(async () => {
  await gateway.setFaults()
})

const aHold = (db: Db, priceCents = 18_000) => heldPlaces(db, gateway.settings, { priceCents })
const books = (orderId: string) => readGatewayBooks(gateway.settings.GATEWAY_URL, orderId)

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

  expect(charge).toMatchObject({
    state: 'accepted',
    amountCents: 18_000,
    means: 'card',
    meansLabel: 'Visa ending in 1881',
  })
  expect(await books(charge.id), 'as the gateway has it').toEqual([
    {
      id: charge.transactionId,
      type: 'sale',
      orderId: charge.id,
      cents: 18_000,
      status: 'submitted_for_settlement',
      instrument: 'credit_card',
    },
  ])
  const [row] = await db.select().from(registrations)
  expect(row).toMatchObject({ heldUntil: null, chargeId: null, chargeCents: null, dueCents: 0 })
  expect(await paidPlaces(db)).toMatchObject([{ id: row?.id, chargeId: charge.id, way: 'card' }])
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
  expect(await books(charge.id)).toMatchObject([{ status: 'processor_declined' }])
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

  await db.update(registrations).set({ heldUntil: sql`now() - interval '1 s'` })
  await expect(attempt({})).rejects.toMatchObject({ code: 'hold-ended' })
  expect(await db.$count(charges)).toBe(1)
})

test('the same key again, with the card typed anew, is answered with the first charge: one sale at the gateway', async ({
  db,
}) => {
  const { world, visitor, payment } = await aHold(db)

  const first = await pay(world, visitor, payment)
  const again = await pay(world, visitor, { ...payment, nonce: 'fake-valid-mastercard-nonce' })

  expect(again).toEqual(first)
  expect(await db.$count(charges)).toBe(1)
  expect(await books(first.id)).toHaveLength(1)
})

test('a key pays for nothing but what it was first used for', async ({ db }) => {
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings, { method: 'later', children: 2 })
  const [paidId = 0, otherId = 0] = payment.registrationIds
  const first = { ...payment, amountCents: 18_000, registrationIds: [paidId] }
  await pay(world, visitor, first)

  for (const changed of [{ registrationIds: [otherId] }, { amountCents: 18_100 }])
    await expect(pay(world, visitor, { ...first, ...changed })).rejects.toMatchObject({
      code: 'key-used',
      message:
        'This was sent before for something else or another amount. Nothing was charged now. Load the page again, then try once more.',
    })
  expect(await db.$count(charges)).toBe(1)
  expect(await paidPlaces(db)).toMatchObject([{ id: paidId }])
})

test('a declined card ends the key: the next card with it is charged', async ({ db }) => {
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings, { method: 'later' })

  const declined = await pay(world, visitor, { ...payment, nonce: 'fake-processor-declined-visa-nonce' })
  const accepted = await pay(world, visitor, payment)

  expect([declined.state, accepted.state]).toEqual(['declined', 'accepted'])
  expect(await books(accepted.id)).toMatchObject([{ status: 'submitted_for_settlement', cents: 18_000 }])
  expect(await pay(world, visitor, payment)).toEqual(accepted)
})

test('declined cards leave no gap in the numbers of the receipts', async ({ db }) => {
  const first = await aHold(db)
  const declined = await aHold(db, 200_000)
  const second = await aHold(db)

  const numbers = []
  for (const { world, visitor, payment } of [first, declined, second])
    numbers.push((await pay(world, visitor, payment)).number)

  expect(numbers).toEqual([numbers[0], null, Number(numbers[0]) + 1])
})

test('paying a place that was given up in another window says so, and charges nothing', async ({ db }) => {
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings, { method: 'later' })
  await db.update(registrations).set({ removedAt: sql`now()` })

  await expect(pay(world, visitor, payment)).rejects.toMatchObject({
    code: 'places-given-up',
    message:
      'A place in this payment was given up meanwhile. Nothing was charged. Look at your registrations and pay for the others.',
  })
  expect(await db.$count(charges)).toBe(0)
})

test('a charge whose answer is lost keeps the place and is settled by asking the gateway', async ({ db }) => {
  const { world, visitor, payment, takenNow } = await aHold(db)
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'drop', times: 1 })

  const charge = await pay(world, visitor, payment)
  expect(charge.state).toBe('unknown')
  await db.update(registrations).set({ heldUntil: sql`now() - interval '1 hour'` })
  expect(await sweepHolds(world)).toBe(0)

  await reconcileOpenCharges(world)

  const [settled] = await db.select().from(charges)
  expect(settled).toMatchObject({ state: 'accepted', transactionId: expect.any(String) })
  const [row] = await db.select().from(registrations)
  expect(row).toMatchObject({ heldUntil: null, dueCents: 0 })
  expect(await paidPlaces(db)).toMatchObject([{ id: row?.id, way: 'card' }])
  expect(await takenNow()).toBe(1)
  expect(await db.$count(mails)).toBe(1)
})

test('that the gateway knows no such charge counts only when the call that may have made one is over', async ({
  db,
}) => {
  const { world, visitor, email, payment, takenNow } = await aHold(db)
  await gateway.setFaults({ operation: 'sale', when: 'before', act: 'drop', times: 1 })
  await pay(world, visitor, payment)

  await reconcileOpenCharges(world)
  expect((await db.select().from(charges))[0]?.state).toBe('unknown')
  expect(await takenNow()).toBe(1)

  await db.update(charges).set(longAgo)
  await reconcileOpenCharges(world)
  expect((await db.select().from(charges))[0]?.state).toBe('declined')
  expect(await db.$count(registrations)).toBe(0)
  expect(await takenNow()).toBe(0)
  const [mail] = await db.select().from(mails)
  expect(mail).toMatchObject({ recipient: email, subject: 'Your payment did not go through' })
  expect(mail?.text).toContain(
    'We told you that the bank had not answered yet about $180.00 for your registrations. Now we know: nothing was charged.',
  )
})

test('a charge that a live call owns is left alone; one whose process died is settled', async ({ db }) => {
  const { world, visitor, payment } = await aHold(db)
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'drop', times: 1 })
  await pay(world, visitor, payment)
  await db.update(charges).set({ state: 'pending', leasedUntil: sql`now() + interval '1 minute'` })

  await reconcileOpenCharges(world)
  expect((await db.select().from(charges))[0]?.state).toBe('pending')

  await db.update(charges).set(longAgo)
  await reconcileOpenCharges(world)
  expect((await db.select().from(charges))[0]?.state).toBe('accepted')
})

test('a charge that the gateway gives no answer about stays open, and holds up no other', async ({ db }) => {
  const { world, ...silent } = await aHold(db)
  const other = await aHold(db)
  await gateway.setFaults(
    { operation: 'sale', when: 'after', act: 'drop' },
    { operation: 'search', when: 'before', act: 'answer', status: 503, times: 1 },
  )
  for (const { visitor, payment } of [silent, other]) await pay(world, visitor, payment)

  await reconcileOpenCharges(world)

  const states = (await db.select().from(charges)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['accepted', 'unknown'])
})
