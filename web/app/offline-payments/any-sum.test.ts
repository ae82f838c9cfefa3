import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { recordedReceipt } from '#invoices/receipts.server.ts'
import { moveCredit, readCredit } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { findFamilyByNumber } from '#people/families.db.server.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { entriesWhere } from '#registrations/entries.db.server.ts'
import { receipts } from '#registrations/receipts.tables.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import { aDebtor } from '../../test/builders/money/debtor.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { findFamilies } from './find-families.server.ts'
import { recordAtDesk } from './offline-payments.server.ts'
import { recordTogether, type SharedCheck } from './record-together.server.ts'
import { takeBackPayment } from './take-back.server.ts'

const actor = 'command:treasurer' as const

/** A family that owes $180.00 and $35.00, and money that the desk records for it. */
async function aFamily(db: Db) {
  const { account, rows, payment } = await aDebtor(db)
  const number = Number(payment.invoice.slice(5))
  const family = orNotFound(await findFamilyByNumber(db, number))
  const world = aWorld(db)
  const [green, orange] = rows.map(({ id }) => id) as [number, number]
  const record = (amountCents: number, more: object = {}) =>
    recordAtDesk(world, family, {
      ...{ amountCents, how: 'check', registrationIds: [green, orange], note: '', actor },
      ...{ key: crypto.randomUUID(), ...more },
    })
  const dues = async () => {
    const places = inArray(registrations.id, [green, orange])
    const all = await db.select().from(registrations).where(places).orderBy(registrations.id)
    return all.map(({ dueCents }) => dueCents)
  }
  const takeBack = (id: number, hasBounced = true, registrationIds: number[] = []) =>
    takeBackPayment(world, { id, registrationIds, hasBounced, actor })
  const credit = () => readCredit(db, family.familyId)
  return { account, family, number, world, green, orange, record, dues, credit, takeBack }
}

async function lastMail(db: Db) {
  const all = await db.select().from(mails).orderBy(mails.id)
  return orNotFound(all.at(-1))
}

test('half a check and half in cash pay a place; the mail and the receipt of each name its part', async ({
  db,
}) => {
  const { record, dues, green } = await aFamily(db)
  const named = { registrationIds: [green] }

  await record(9000, { ...named, reference: '1204' })
  expect(await dues()).toEqual([9000, 3500])
  const first = await lastMail(db)
  expect(first.text).toContain('Pip · Green Ball Clinic, Session 1 · $90.00')
  expect(first.text).toContain('$90.00 stays due for Pip, Green Ball Clinic, Session 1.')
  expect(first.attachments[0]?.paper?.table).toMatchObject({
    rows: [expect.arrayContaining(['$90.00'])],
    total: ['Total paid', '$90.00'],
  })

  await record(9000, { ...named, how: 'cash' })
  expect(await dues()).toEqual([0, 3500])
  expect((await lastMail(db)).text).toContain('These sessions are paid:')
  expect(await db.select().from(offlinePayments).orderBy(offlinePayments.id)).toMatchObject([
    { how: 'check', reference: '1204' },
    { how: 'cash', reference: '' },
  ])
})

test('what is over pays the other places, and then becomes credit, which mail, receipt and log say', async ({
  db,
}) => {
  const { record, dues, credit, green, account } = await aFamily(db)

  const { id, spread } = await record(25_000, { registrationIds: [green] })

  expect(spread).toMatchObject({ creditCents: 3500, parts: [{ cents: 18_000 }, { cents: 3500 }] })
  expect([await dues(), await credit()]).toEqual([[0, 0], 3500])
  const { text, attachments } = await lastMail(db)
  expect(text).toContain('You have paid more than was due: $35.00 is your credit')
  expect(attachments[0]?.paper?.table).toMatchObject({
    rows: [{}, {}, ['', 'Credit', '', '$35.00']],
    total: ['Total paid', '$250.00'],
  })
  const [line] = await db.select().from(changes)
  expect(line?.after).toEqual({ paymentId: id, amountCents: 25_000, places: 2, creditCents: 3500 })
  expect((await findFamilies(db, account.email))[0]?.recorded).toMatchObject([{ creditCents: 3500 }])
})

test('a sum that is much more than is due is asked about once, and recorded when that sum is confirmed', async ({
  db,
}) => {
  const { record, credit } = await aFamily(db)
  const slip = { code: 'much-more', message: expect.stringContaining('$1,935.00 becomes credit') }

  await expect(record(215_000)).rejects.toMatchObject(slip)
  await expect(record(215_000, { confirmedCents: 21_500 })).rejects.toMatchObject(slip)
  expect(await db.$count(offlinePayments)).toBe(0)

  await record(215_000, { confirmedCents: 215_000 })
  expect(await credit()).toBe(193_500)
})

test('money of a family that owes nothing is credit, and its receipt says so', async ({ db }) => {
  const { record, credit } = await aFamily(db)
  await record(21_500)

  await record(4500, { registrationIds: [], confirmedCents: 4500 })

  expect(await credit()).toBe(4500)
  const { text, attachments } = await lastMail(db)
  expect(text).toContain('$45.00 is your credit')
  expect(attachments[0]?.paper?.table.rows).toEqual([['', 'Credit', '', '$45.00']])
})

test('a place of another family, a day of another age: nothing is recorded', async ({ db }) => {
  const { record, green } = await aFamily(db)
  const other = await aFamily(db)

  await expect(record(18_000, { registrationIds: [other.green] })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(record(18_000, { registrationIds: [green], receivedOn: '2019-12-31' })).rejects.toThrow(
    'Dec 31, 2019 is too long ago.',
  )
  expect(await db.$count(offlinePayments)).toBe(0)
})

test('a check bounces after its credit was used: what the credit had paid is unpaid again, and the receipt counts once', async ({
  db,
}) => {
  const { record, dues, credit, takeBack, family, green, orange } = await aFamily(db)
  await record(9000, { registrationIds: [green], how: 'cash' })
  await post(db, 'site', [{ registrationId: orange, kind: 'waived', cents: -3500 }])
  const { id } = await record(13_500, { registrationIds: [green] })
  await post(db, 'site', [{ registrationId: orange, kind: 'fee', cents: 3500 }])
  await moveCredit(db, 'site', [{ familyId: family.familyId, registrationId: orange, cents: 3500 }])
  expect([await dues(), await credit()]).toEqual([[0, 0], 1000])

  const { takenBackCents, creditCents } = await takeBack(id)

  expect({ takenBackCents, creditCents }).toEqual({ takenBackCents: 13_500, creditCents: 1000 })
  expect([await dues(), await credit()]).toEqual([[9000, 3500], 0])
  const { text } = await lastMail(db)
  expect(text).toContain('Your payment of $135.00 by check did not go through.')
  expect(text).toContain('So $10.00 of your credit is gone.')
  expect(text).toContain('Total due · $125.00')
  expect(await db.select().from(offlinePayments).where(eq(offlinePayments.id, id))).toMatchObject([
    { takenBackCents: 13_500 },
  ])
  await expect(takeBack(id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await db.$count(receipts)).toBe(2)
})

test('credit that was paid out before its check bounced is owed without a place, and what comes next pays it', async ({
  db,
}) => {
  const { record, dues, credit, takeBack, family } = await aFamily(db)
  const { id } = await record(25_000)
  const { familyId, accountId } = family
  const [refund] = await db
    .insert(refunds)
    .values({ familyId, accountId, amountCents: 3500, state: 'done', endedBy: actor })
    .returning()
  const out = { kind: 'refunded' as const, cents: 3500, recordedId: id, refundId: orNotFound(refund).id }
  await post(db, actor, [{ registrationId: null, familyId, ...out }])
  await expect(takeBack(id, false)).rejects.toMatchObject({ code: 'returned-already' })

  await takeBack(id)

  expect([await dues(), await credit()]).toEqual([[18_000, 3500], -3500])
  expect((await lastMail(db)).text).toContain('We had paid $35.00 of it out to you before we knew.')
  await record(25_000, { how: 'cash' })
  expect([await dues(), await credit()]).toEqual([[0, 0], 0])
  expect((await lastMail(db)).text).toContain('$35.00 of it pays what you owed us besides.')
})

test('the receipt of a place that credit paid is that of the payment which the credit came from', async ({
  db,
}) => {
  const { record, family, green, orange } = await aFamily(db)
  await post(db, 'site', [{ registrationId: orange, kind: 'waived', cents: -3500 }])
  await record(25_000, { registrationIds: [green] })
  await post(db, 'site', [{ registrationId: orange, kind: 'fee', cents: 3500 }])
  await moveCredit(db, 'site', [{ familyId: family.familyId, registrationId: orange, cents: 3500 }])
  const [entry] = await entriesWhere(db, eq(registrations.id, orange))
  const { id: registrationId, personId, event } = orNotFound(entry)

  const place = { registrationId, personId, eventId: event.id, eventType: event.kind }
  const { receipt } = await recordedReceipt(db, family, place)

  expect(receipt.table.total).toEqual(['Total paid', '$250.00'])
  expect(await db.$count(receipts)).toBe(1)
})

test('a part of a payment is taken back by naming its places, and the credit stays', async ({ db }) => {
  const { record, dues, credit, takeBack, orange } = await aFamily(db)
  const { id } = await record(25_000)

  await takeBack(id, false, [orange])
  expect([await dues(), await credit()]).toEqual([[0, 3500], 3500])

  await takeBack(id, false)
  expect([await dues(), await credit()]).toEqual([[18_000, 3500], 0])
})

test('one check for three families is recorded once for all or for none, each gets its own receipt, and it bounces for all', async ({
  db,
}) => {
  const three = [await aFamily(db), await aFamily(db), await aFamily(db)] as const
  const { world } = three[0]
  const check = (cents: number[], more: Partial<SharedCheck> = {}): SharedCheck => ({
    shares: three.map(({ family, number }, at) => ({ ...family, number, amountCents: cents[at] ?? 0 })),
    ...{ reference: '77', note: '', receivedOn: undefined, actor, key: crypto.randomUUID() },
    ...{ isConfirmed: false, ...more },
  })
  const money = () => Promise.all(three.map(async ({ dues, credit }) => [...(await dues()), await credit()]))
  const untouched = [
    [18_000, 3500, 0],
    [18_000, 3500, 0],
    [18_000, 3500, 0],
  ]

  await expect(recordTogether(world, check([21_500, 9000, 100_000]))).rejects.toThrow(
    `Family ${three[2].number}, $1,000.00: That is much more than is due`,
  )
  expect(await money()).toEqual(untouched)

  const good = check([21_500, 9000, 25_000])
  const ids = await recordTogether(world, good)
  expect(await recordTogether(world, good)).toEqual(ids)
  expect(await money()).toEqual([
    [0, 0, 0],
    [9000, 3500, 0],
    [0, 0, 3500],
  ])
  const sent = await db.select().from(mails).orderBy(mails.id)
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual(
    three.map(({ account }) => account.email).sort(),
  )
  expect(new Set(sent.map(({ attachments }) => attachments[0]?.paper?.number)).size).toBe(3)

  await three[1].takeBack(orNotFound(ids[0]).id)
  expect(await money()).toEqual(untouched)
  const rows = await db.select().from(offlinePayments)
  for (const { takenBackCents, amountCents } of rows) expect(takenBackCents).toBe(amountCents)
  expect(await db.$count(mails)).toBe(6)
})
