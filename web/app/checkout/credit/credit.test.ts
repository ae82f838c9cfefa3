import { eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { reconcileOpenCharges } from '#checkout/pay/reconcile.server.ts'
import { readCredit } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { readFreeCredit } from '#registrations/credit/free-credit.server.ts'
import { payByCredit } from '#registrations/credit/use-credit.server.ts'
import { historyEntries } from '#registrations/entries.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { creditFor } from '../../../test/builders/money/credit.ts'
import { heldPlaces } from '../../../test/builders/money/held-places.ts'
import { paidPlaces } from '../../../test/builders/money/paid-places.ts'
import { readGatewayBooks } from '../../../test/gateway/gateway-books.ts'
import { test } from '../../../test/harness/database.ts'
import type { Gateway } from '../../../test/harness/world.ts'
import { registerWithCredit } from './credit.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
beforeEach(async () => {
  await gateway.setFaults()
})

const aHold = (db: Db, facts: Parameters<typeof heldPlaces>[2] = {}) =>
  heldPlaces(db, gateway.settings, facts)
const listRegistrations = (db: Db) => db.select().from(registrations).orderBy(registrations.id)
const kindsFor = async (db: Db, id: number) =>
  (await db.select().from(postings).where(eq(postings.registrationId, id)).orderBy(postings.id)).map(
    ({ kind, cents }) => [kind, cents],
  )

test('of a place of which a part is paid, the rest is taken by card, and the receipt says the rest P2.104', async ({
  db,
}) => {
  const { world, visitor, payment } = await aHold(db, { method: 'later' })
  const [id = 0] = payment.registrationIds
  const recordedId = await creditFor(db, visitor, 9000)
  await payByCredit(world, visitor, [id])

  const [entry] = await historyEntries(db, visitor.accountId)
  expect(entry).toMatchObject({ standing: 'unpaid', paidCents: 9000, owedCents: 9000, recordedId })
  await expect(pay(world, visitor, payment)).rejects.toMatchObject({ code: 'total-changed' })
  const rest = { ...payment, amountCents: 9000, idempotencyKey: crypto.randomUUID() }
  const charge = await pay(world, visitor, rest)

  expect(await readGatewayBooks(gateway.settings.GATEWAY_URL, charge.id)).toMatchObject([{ cents: 9000 }])
  await paidPlaces(db)
  expect(await historyEntries(db, visitor.accountId)).toMatchObject([
    { standing: 'paid', paidCents: 18_000, owedCents: 0, transactionId: charge.transactionId },
  ])
  const receipt = (await db.select().from(mails)).find(({ kind }) => kind === 'receipt')
  expect(receipt?.attachments[0]?.paper?.table).toMatchObject({
    rows: [[expect.any(String), expect.any(String), expect.any(String), '$90.00']],
    total: ['Total paid', '$90.00'],
  })
})

test('credit and a card pay together: the card pays the rest, and the paper and its mail say what credit was used', async ({
  db,
}) => {
  const { world, visitor, payment } = await aHold(db, { children: 2 })
  const recordedId = await creditFor(db, visitor, 20_000)
  const [first = 0, second = 0] = payment.registrationIds

  const charge = await pay(world, visitor, { ...payment, amountCents: 16_000, creditCents: 20_000 })

  expect(charge).toMatchObject({ state: 'accepted', amountCents: 16_000, creditCents: 20_000 })
  expect(await readGatewayBooks(gateway.settings.GATEWAY_URL, charge.id)).toMatchObject([{ cents: 16_000 }])
  await paidPlaces(db)
  expect(await listRegistrations(db)).toMatchObject([
    { heldUntil: null, chargeId: null, chargeCents: null, dueCents: 0 },
    { heldUntil: null, chargeId: null, chargeCents: null, dueCents: 0 },
  ])
  expect(await kindsFor(db, first)).toEqual([
    ['price', 18_000],
    ['moved', -18_000],
  ])
  expect(await kindsFor(db, second)).toEqual([
    ['price', 18_000],
    ['paid', -16_000],
    ['moved', -2000],
  ])
  expect(await readCredit(db, visitor.familyId)).toBe(0)
  const entries = await historyEntries(db, visitor.accountId)
  expect(entries.find(({ id }) => id === second)?.transactionId, 'the card, though credit was moved').toBe(
    charge.transactionId,
  )
  expect(entries.find(({ id }) => id === first)).toMatchObject({ recordedId, transactionId: null })
  const [mail] = await db.select().from(mails)
  expect(mail?.text).toContain('Credit used · -$200.00')
  expect(mail?.text).toContain('Total paid · $160.00')
  expect(mail?.attachments[0]?.paper?.table.rows.at(-1)).toEqual(['', 'Credit used', '', '-$200.00'])
  expect(await db.select().from(changes)).toMatchObject([
    { what: 'credit used', actor: `family:${visitor.familyId}`, after: { cents: 20_000 } },
  ])
})

test('a declined card leaves the credit as it was, and gives the place back', async ({ db }) => {
  const { world, visitor, payment } = await aHold(db, { priceCents: 204_500 })
  await creditFor(db, visitor, 4500)

  const charge = await pay(world, visitor, { ...payment, amountCents: 200_000, creditCents: 4500 })

  expect(charge).toMatchObject({ state: 'declined', creditCents: 4500 })
  expect(await db.$count(registrations)).toBe(0)
  expect(await readFreeCredit(db, visitor)).toBe(4500)
})

test('while nobody knows whether the card was charged, its credit is used for nothing else; then it is', async ({
  db,
}) => {
  const { world, visitor, payment } = await aHold(db)
  const other = await aHold(db, { method: 'later' })
  await creditFor(db, visitor, 4500)
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'drop', times: 1 })
  const first = { ...payment, amountCents: 13_500, creditCents: 4500 }

  expect(await pay(world, visitor, first)).toMatchObject({ state: 'unknown' })

  expect(await readFreeCredit(db, visitor)).toBe(0)
  expect(await readCredit(db, visitor.familyId)).toBe(4500)
  await expect(payByCredit(world, visitor, payment.registrationIds)).rejects.toMatchObject({
    code: 'being-paid',
  })
  expect(await payByCredit(other.world, other.visitor, other.payment.registrationIds)).toMatchObject({
    usedCents: 0,
  })
  await reconcileOpenCharges(world)
  await paidPlaces(db)
  expect(await readCredit(db, visitor.familyId)).toBe(0)
  expect(await readFreeCredit(db, visitor)).toBe(0)
  expect((await listRegistrations(db))[0]).toMatchObject({ dueCents: 0, heldUntil: null })
  expect(await pay(world, visitor, first), 'the same again').toMatchObject({ state: 'accepted' })
  await expect(pay(world, visitor, { ...first, creditCents: 4400 })).rejects.toMatchObject({
    code: 'key-used',
  })
})

test('credit that the bank took back while the card was asked stays due', async ({ db }) => {
  const { world, visitor, payment } = await aHold(db)
  const { familyId } = visitor
  const recordedId = await creditFor(db, visitor, 4500)
  await gateway.setFaults({ operation: 'sale', when: 'after', act: 'drop', times: 1 })
  await pay(world, visitor, { ...payment, amountCents: 13_500, creditCents: 4500 })
  await post(db, 'site', [{ registrationId: null, familyId, kind: 'taken back', cents: 4500, recordedId }])

  await reconcileOpenCharges(world)

  expect(await historyEntries(db, visitor.accountId)).toMatchObject([
    { standing: 'unpaid', owedCents: 4500, paidCents: 13_500 },
  ])
  expect((await db.select().from(mails))[0]?.text).toContain('Total paid · $135.00')
})

test('more credit than there is, and a total that is not its sum, are refused before a card is charged', async ({
  db,
}) => {
  const { world, visitor, payment } = await aHold(db)
  await creditFor(db, visitor, 4500)

  await expect(
    pay(world, visitor, { ...payment, amountCents: 13_400, creditCents: 4600 }),
  ).rejects.toMatchObject({ code: 'credit-changed' })
  await expect(
    pay(world, visitor, { ...payment, amountCents: 18_000, creditCents: 4500 }),
  ).rejects.toMatchObject({ code: 'total-changed' })

  expect(await db.$count(charges)).toBe(0)
  expect(await listRegistrations(db)).toMatchObject([{ chargeId: null, chargeCents: null }])
})

test('where credit pays all, the place is registered without a charge, once', async ({ db }) => {
  const { world, visitor, payment, takenNow } = await aHold(db)
  await creditFor(db, visitor, 20_000)
  const all = { registrationIds: payment.registrationIds, creditCents: 18_000 }

  await expect(registerWithCredit(world, visitor, { ...all, creditCents: 100 })).rejects.toMatchObject({
    code: 'total-changed',
  })
  const order = await registerWithCredit(world, visitor, all)

  expect(await registerWithCredit(world, visitor, all)).toEqual(order)
  await paidPlaces(db)
  expect(await db.$count(charges)).toBe(0)
  expect(await listRegistrations(db)).toMatchObject([
    { orderId: order.orderId, heldUntil: null, dueCents: 0 },
  ])
  expect(await readCredit(db, visitor.familyId)).toBe(2000)
  expect(await takenNow()).toBe(1)
  const [mail, ...more] = await db.select().from(mails)
  expect(more).toEqual([])
  expect(mail?.text).toContain('Credit used: $180.00. Nothing is due.')
})

test('less credit than the places cost registers nothing, and keeps the hold', async ({ db }) => {
  const { world, visitor, payment } = await aHold(db)
  await creditFor(db, visitor, 17_999)

  await expect(
    registerWithCredit(world, visitor, { registrationIds: payment.registrationIds, creditCents: 18_000 }),
  ).rejects.toMatchObject({ code: 'credit-changed' })

  expect(await listRegistrations(db)).toMatchObject([{ heldUntil: expect.any(Date), dueCents: 0 }])
})

test('credit pays what is due first, as far as it goes, and a place of another family is not found', async ({
  db,
}) => {
  const { world, visitor, payment } = await aHold(db, { method: 'later', children: 2 })
  const stranger = await aHold(db, { method: 'later' })
  await creditFor(db, visitor, 20_000)
  const [first = 0, second = 0] = payment.registrationIds

  await expect(payByCredit(world, visitor, stranger.payment.registrationIds)).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await payByCredit(world, visitor, [second, first])).toEqual({
    usedCents: 20_000,
    owedCents: 16_000,
    creditCents: 0,
  })
  expect(await payByCredit(world, visitor, [second, first])).toEqual({
    usedCents: 0,
    owedCents: 16_000,
    creditCents: 0,
  })
  expect((await listRegistrations(db)).slice(0, 2)).toMatchObject([{ dueCents: 0 }, { dueCents: 16_000 }])
})
