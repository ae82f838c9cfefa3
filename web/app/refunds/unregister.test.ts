import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { pay } from '#checkout/pay.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { addDays, todayIn } from '#platform/dates.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { cardReceipt } from '#registrations/sheets.server.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession, timeZone } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { booksOf, refundLate, settleAt } from '../../test/gateway-books.ts'
import { aWorld, type Gateway } from '../../test/world.ts'
import { findLateRefunds, settleOpenRefunds } from './settle-refunds.server.ts'
import { unregister } from './unregister.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})
beforeEach(async () => {
  await gateway.setFaults()
})

/** A family whose children are registered for one session, paid by one card charge or not at all. */
async function aFamily(db: Db, { children = 1, isPaid = true, priceCents = 18_000 } = {}) {
  await aProgramme(db)
  const world = aWorld(db, gateway.settings)
  const { visitor } = await anAccount(db)
  const event = await anEvent(db, { priceCents })
  const session = await aSession(db, { eventId: event.id, places: 4, startsOn: todayIn(timeZone) })
  const players = await Promise.all(
    Array.from({ length: children }, () => aPlayer(db, { accountId: visitor.accountId })),
  )
  const places = players.map(({ id }) => ({ personId: id, sessionId: session.id, seenCents: priceCents }))
  const method = isPaid ? 'card' : 'later'
  const { lines } = await processCart(world, visitor, { method, places, idempotencyKey: crypto.randomUUID() })
  const registrationIds = lines.map(({ registrationId }) => registrationId)
  const amountCents = priceCents * children
  const paid = {
    nonce: 'fake-valid-nonce',
    amountCents,
    registrationIds,
    idempotencyKey: crypto.randomUUID(),
  }
  const charge = isPaid ? await pay(world, visitor, paid) : undefined
  await db.delete(mails)
  const leave = (child = 0) =>
    unregister(world, visitor, {
      registrationId: registrationIds[child] ?? 0,
      personId: players[child]?.id ?? '',
      kind: 'clinic',
    })
  const takenNow = async () => (await db.select().from(sessions).where(eq(sessions.id, session.id)))[0]?.taken
  return { world, visitor, session, players, registrationIds, charge, leave, takenNow }
}

const settle = (transactionId: string | null | undefined) =>
  settleAt(gateway.settings.GATEWAY_URL, transactionId)
const dueNow = { leasedUntil: sql`now() - interval '1 second'` }
const only = async (db: Db) => (await db.select().from(refunds))[0]

test('unregistering an unpaid player on the start day removes the registration and frees the place P4.21 P4.23', async ({
  db,
}) => {
  const { leave, takenNow } = await aFamily(db, { isPaid: false })

  expect(await leave()).toEqual({ state: 'removed' })

  expect(await takenNow()).toBe(0)
  expect(await db.$count(registrations, sql`removed_at is null`)).toBe(0)
  expect(await db.$count(refunds)).toBe(0)
  expect((await db.select().from(mails))[0]?.text).toContain('Nothing was paid for it')
})

test('before settlement a card payment is voided whole; the amount and the voided transaction are answered P4.22 P9.13', async ({
  db,
}) => {
  const { leave, takenNow, charge } = await aFamily(db)

  expect(await leave()).toEqual({
    state: 'refunded',
    amountCents: 18_000,
    transactionId: charge?.transactionId,
  })

  expect(await takenNow()).toBe(0)
  expect((await db.select().from(mails))[0]?.text).toContain('We refunded $180.00.')
})

test('after settlement the money is refunded by a transaction of its own', async ({ db }) => {
  const { leave, charge } = await aFamily(db)
  await settle(charge?.transactionId)

  const left = await leave()

  expect(left).toMatchObject({ state: 'refunded', amountCents: 18_000 })
  expect((await only(db))?.transactionId).not.toBe(charge?.transactionId)
})

test('one of two children paid together is queued before settlement, told so, and refunded in part afterwards, with a mail P4.25', async ({
  db,
}) => {
  const { world, visitor, leave, charge, takenNow } = await aFamily(db, { children: 2 })

  expect(await leave(0)).toEqual({ state: 'queued', amountCents: 18_000 })
  expect(await takenNow()).toBe(1)
  expect((await db.select().from(mails))[0]?.text).toContain('is queued')

  await db.update(refunds).set(dueNow)
  await settleOpenRefunds(world)
  expect((await only(db))?.state).toBe('queued')

  await settle(charge?.transactionId)
  await db.update(refunds).set(dueNow)
  await settleOpenRefunds(world)
  expect(await only(db)).toMatchObject({ state: 'done', amountCents: 18_000 })
  expect((await db.select().from(mails).orderBy(mails.id)).at(-1)?.text).toContain('We refunded $180.00.')
  expect(await takenNow()).toBe(1)
  const receipt = await cardReceipt(db, visitor, charge?.transactionId ?? '')
  expect(receipt.table).toMatchObject({ rows: { length: 2 }, total: ['Total paid', '$360.00'] })
  expect(receipt.paragraphs.join()).toContain('unregistered, $180.00 refunded')
})

test('a double click refunds once and is told the same', async ({ db }) => {
  const { leave, takenNow } = await aFamily(db)

  const first = await leave()
  expect(await leave()).toEqual(first)

  expect(await db.$count(refunds)).toBe(1)
  expect(await takenNow()).toBe(0)
})

test('a refund that the gateway refuses leaves the family its place, and can be tried again', async ({
  db,
}) => {
  const { leave, takenNow } = await aFamily(db)
  await gateway.setFaults({ operation: 'void', when: 'before', act: 'answer', status: 403, times: 1 })

  await expect(leave()).rejects.toMatchObject({
    code: 'refund-failed',
    message:
      'Refund failed: An error occurred, your refund was unsuccessful. Please email or call us for help requesting a refund.',
  })
  expect(await takenNow()).toBe(1)
  expect(await db.$count(registrations, sql`removed_at is null`)).toBe(1)

  expect(await leave()).toMatchObject({ state: 'refunded' })
})

test('a refund whose answer is lost keeps the place until the gateway says that it was made', async ({
  db,
}) => {
  const { world, leave, takenNow } = await aFamily(db)
  await gateway.setFaults({ operation: 'void', when: 'after', act: 'drop', times: 1 })

  expect(await leave()).toEqual({ state: 'asking', amountCents: 18_000 })
  expect(await takenNow()).toBe(1)

  await db.update(refunds).set(dueNow)
  await settleOpenRefunds(world)
  expect((await only(db))?.state).toBe('done')
  expect(await takenNow()).toBe(0)
})

test('a queued refund stays queued while the gateway is too busy, and is made after', async ({ db }) => {
  const { world, leave, charge } = await aFamily(db, { children: 2 })
  await leave(0)
  await settle(charge?.transactionId)
  await gateway.setFaults({ operation: 'refund', when: 'before', act: 'answer', status: 429, times: 1 })

  for (const state of ['queued', 'done']) {
    await db.update(refunds).set(dueNow)
    await settleOpenRefunds(world)
    expect((await only(db))?.state).toBe(state)
  }
})

const passes = (db: Db, time: string) =>
  db.update(refunds).set({
    askAgainAt: sql`ask_again_at - ${time}::interval`,
    endedAt: sql`ended_at - ${time}::interval`,
  })
const subjects = async (db: Db) =>
  (await db.select({ to: mails.recipient, subject: mails.subject }).from(mails).orderBy(mails.id)).map(
    ({ to, subject }) => `${to}: ${subject}`,
  )

/** One of two children whose refund is lost on its way to the gateway, is closed, and is told to the family. */
async function aLostRefund(db: Db) {
  const family = await aFamily(db, { children: 2 })
  const transactionId = family.charge?.transactionId ?? ''
  await settle(transactionId)
  await gateway.setFaults({ operation: 'refund', when: 'before', act: 'drop', times: 1 })
  expect(await family.leave(0)).toEqual({ state: 'asking', amountCents: 18_000 })
  await db.update(refunds).set(dueNow)
  await settleOpenRefunds(family.world)
  const lost = await only(db)
  expect(lost?.state).toBe('failed')
  expect(await subjects(db)).toEqual([`${family.visitor.email}: Your refund did not go through`])
  await db.delete(mails)
  const url = gateway.settings.GATEWAY_URL
  const comesLate = () => refundLate(url, transactionId, lost?.id ?? '', 18_000)
  const countCredits = async () => {
    const rows = await db.select({ id: refunds.id }).from(refunds)
    const booked = await Promise.all(rows.map(({ id }) => booksOf(url, id)))
    return booked.flat().filter(({ type }) => type === 'credit').length
  }
  return { ...family, comesLate, countCredits }
}

test('a refund of which the family was told to wait, and which was never made, is told; the place is kept', async ({
  db,
}) => {
  const { world, takenNow } = await aLostRefund(db)

  expect(await takenNow()).toBe(2)
  await passes(db, '1 hour')
  await findLateRefunds(world)
  await passes(db, '23 hours')
  await findLateRefunds(world)
  expect(await only(db)).toMatchObject({ state: 'failed', askAgainAt: null })
})

test('before a second refund the first is asked for: what came late is not given back twice', async ({
  db,
}) => {
  const { leave, comesLate, countCredits, takenNow } = await aLostRefund(db)
  const late = await comesLate()

  expect(await leave(0)).toEqual({ state: 'refunded', amountCents: 18_000, transactionId: late.id })

  expect(await countCredits()).toBe(1)
  expect(await takenNow()).toBe(1)
})

test('a refund that comes late frees the place, as was asked for', async ({ db }) => {
  const { world, visitor, comesLate, takenNow } = await aLostRefund(db)
  const late = await comesLate()

  await passes(db, '1 hour')
  await findLateRefunds(world)

  expect(await only(db)).toMatchObject({ state: 'done', transactionId: late.id })
  expect(await takenNow()).toBe(1)
  expect(await subjects(db)).toEqual([`${visitor.email}: Your refund is done`])
})

test('a refund that comes late after a second one is told to the programme, once', async ({ db }) => {
  const { world, leave, comesLate, countCredits } = await aLostRefund(db)
  expect(await leave(0)).toMatchObject({ state: 'refunded' })
  await db.delete(mails)
  await comesLate()

  for (let times = 0; times < 2; times += 1) {
    await passes(db, '1 hour')
    await findLateRefunds(world)
  }

  expect(await countCredits()).toBe(2)
  expect(await subjects(db)).toEqual(['help@courtside.example: A place was refunded twice'])
})

test('a void that was done and then answered as forbidden counts as done', async ({ db }) => {
  const { leave, charge } = await aFamily(db)
  await gateway.setFaults({ operation: 'void', when: 'after', act: 'answer', status: 403, times: 1 })

  expect(await leave()).toMatchObject({ state: 'refunded', transactionId: charge?.transactionId })
})

test('a queued refund that the bank refuses is told to the programme and to the family', async ({ db }) => {
  // The sandbox refuses to refund this amount.
  const { world, visitor, leave, charge } = await aFamily(db, { children: 2, priceCents: 200_400 })
  expect(await leave(0)).toMatchObject({ state: 'queued' })
  await settle(charge?.transactionId)
  await db.delete(mails)

  await db.update(refunds).set(dueNow)
  await settleOpenRefunds(world)

  expect((await only(db))?.state).toBe('failed')
  expect(await subjects(db)).toEqual([
    'help@courtside.example: A refund needs your help',
    `${visitor.email}: Your refund did not go through`,
  ])
})

test('what was paid by check is listed as owed to the family', async ({ db }) => {
  const { leave, takenNow } = await aFamily(db, { isPaid: false })
  await db.update(registrations).set({ paidAt: sql`now()`, paidBy: 'check' })

  expect(await leave()).toEqual({ state: 'removed' })

  expect(await only(db)).toMatchObject({ state: 'owed', amountCents: 18_000, chargeId: null })
  expect(await takenNow()).toBe(0)
})

test('from the day after the start, for a stranger, and for another player’s row nothing is removed P9.14', async ({
  db,
}) => {
  const { world, visitor, session, registrationIds, players, leave, takenNow } = await aFamily(db, {
    isPaid: false,
  })
  const stranger = await anAccount(db)
  const leaving = {
    registrationId: registrationIds[0] ?? 0,
    personId: players[0]?.id ?? '',
    kind: 'clinic' as const,
  }

  await expect(unregister(world, stranger.visitor, leaving)).rejects.toMatchObject({ code: 'not-found' })
  await expect(unregister(world, visitor, { ...leaving, kind: 'league' })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(
    unregister(world, visitor, { ...leaving, personId: crypto.randomUUID() }),
  ).rejects.toMatchObject({ code: 'not-found' })

  await db
    .update(sessions)
    .set({ startsOn: addDays(todayIn(timeZone), -1) })
    .where(eq(sessions.id, session.id))
  await expect(leave()).rejects.toMatchObject({
    message:
      'You cannot unregister from this session since the session has already started! Please email or call us if you need further help.',
  })
  expect(await takenNow()).toBe(1)
})
