import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { charges } from '#payments/payments.tables.ts'
import { changeName } from '#people/accounts/emails/settings.server.ts'
import { formerNames } from '#people/people.tables.ts'
import { updateContact } from '#people/players/players.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent, aPlace, aPlayer, aProgramme, aSession } from '../../test/builders/builders.ts'
import { aDebtor } from '../../test/builders/money/debtor.ts'
import { test } from '../../test/harness/database.ts'
import { chargeReceipt, recordedReceipt } from './receipts.server.ts'
import { unpaidInvoice } from './sheets.server.ts'

const hourAgo = new Date(Date.now() - 3_600_000)

async function aPayment(db: Db, accountId: string, transactionId: string, endedAt = new Date()) {
  const row = {
    accountId,
    transactionId,
    endedAt,
    amountCents: 18_000,
    state: 'accepted' as const,
    means: 'card' as const,
  }
  await db.insert(charges).values({ ...row, idempotencyKey: transactionId })
}

test('papers are made out to the holder of the account, whoever the emergency contact is', async ({ db }) => {
  await aProgramme(db)
  const { id, visitor } = await anAccount(db, { kind: 'player', firstName: 'Juno', lastName: 'Vale' })
  await aPayment(db, id, 'tx1')
  await updateContact(db, visitor, { first_name: 'Grandma', last_name: 'Vale', phone: '(555) 010-0199' })

  expect((await chargeReceipt(db, visitor, 'tx1')).to).toEqual(['For Juno Vale'])
  expect((await unpaidInvoice(db, visitor, 2027)).to).toEqual(['For Juno Vale'])
})

test('a receipt of a card is for the family that paid, whoever knows its transaction', async ({ db }) => {
  await aProgramme(db)
  const [{ id, visitor }, stranger] = [await anAccount(db), await anAccount(db)]
  await aPayment(db, id, 'tx1')

  expect(await chargeReceipt(db, visitor, 'tx1')).toMatchObject({ subtitle: 'Transaction tx1' })
  await expect(chargeReceipt(db, stranger.visitor, 'tx1')).rejects.toMatchObject({ code: 'not-found' })
})

test('a receipt that was given keeps the name of its day, a later one has the new name, an invoice that of today', async ({
  db,
}) => {
  await aProgramme(db)
  const { id, visitor } = await anAccount(db)
  await aPayment(db, id, 'before', hourAgo)
  const until = async (lastName: string, inMs: number) => {
    const until = new Date(Date.now() + inMs)
    await db.update(formerNames).set({ until }).where(eq(formerNames.lastName, lastName))
  }
  await changeName(db, visitor, { first_name: 'Robin', last_name: 'Lobwell' })
  await until('Vale', -60_000)
  await aPayment(db, id, 'after')
  await changeName(db, visitor, { first_name: 'Robin', last_name: 'Topspin' })
  await until('Lobwell', 60_000)

  expect((await chargeReceipt(db, visitor, 'before')).to).toEqual(['For Robin Vale'])
  expect((await chargeReceipt(db, visitor, 'after')).to).toEqual(['For Robin Lobwell'])
  expect((await unpaidInvoice(db, visitor, 2027)).to).toEqual(['For Robin Topspin'])
})

test('an invoice has its lines in the order of the season, each with the year of its day', async ({ db }) => {
  await aProgramme(db)
  const { visitor } = await anAccount(db)
  const { id: personId } = await aPlayer(db, { accountId: visitor.accountId })
  const { id: eventId, name } = await anEvent(db, { priceCents: 5000 })
  const year = new Date().getFullYear() + 1
  const days = ['07-10', '06-05', '08-01'].map((day) => `${year}-${day}`)
  const [order] = await db
    .insert(orders)
    .values({ accountId: visitor.accountId, method: 'later', idempotencyKey: 'key', totalCents: 15_000 })
    .returning()
  const orderValues = {
    accountId: visitor.accountId,
    personId,
    orderId: orNotFound(order).id,
    priceCents: 5000,
  }
  for (const [at, startsOn] of days.entries()) {
    const session = await aSession(db, { eventId, startsOn, number: at + 1 })
    await aPlace(db, { ...orderValues, sessionId: session.id })
  }

  const { table } = await unpaidInvoice(db, visitor, year)

  expect(table.rows.map(([, session, due]) => [session, due])).toEqual([
    [`${name}, Session 2`, `Jun 5, ${year}`],
    [`${name}, Session 1`, `Jul 10, ${year}`],
    [`${name}, Session 3`, `Aug 1, ${year}`],
  ])
})

test('a receipt for cash opens by the whole address of its place, and by no other, also when the place was given up P2.127', async ({
  db,
}) => {
  await aProgramme(db)
  const { visitor } = await anAccount(db)
  const { accountId } = visitor
  const { id: personId } = await aPlayer(db, { accountId, firstName: 'Pip' })
  const { id: eventId } = await anEvent(db, { kind: 'lesson' })
  const { id: sessionId } = await aSession(db, { eventId, taken: 1 })
  const order = { accountId, method: 'later' as const, idempotencyKey: 'key', totalCents: 18_000 }
  const orderId = orNotFound((await db.insert(orders).values(order).returning())[0]).id
  const row = { accountId, personId, sessionId, orderId, priceCents: 18_000 }
  const { id: registrationId } = await aPlace(db, row, 'cash')
  const place = { registrationId, personId, eventId, eventType: 'lesson' }

  expect((await recordedReceipt(db, visitor, place)).receipt).toMatchObject({
    ...{ title: 'Payment receipt', subtitle: 'Paid in cash', number: `C-${registrationId}` },
    table: { total: ['Total paid', '$180.00'] },
  })
  for (const other of [{ eventType: 'clinic' }, { eventId: eventId + 1 }, { personId: accountId }])
    await expect(recordedReceipt(db, visitor, { ...place, ...other })).rejects.toMatchObject({
      code: 'not-found',
    })

  await freePlaces(db, eq(registrations.id, registrationId), byFamily(visitor.familyId))
  const { receipt: givenUp } = await recordedReceipt(db, visitor, place)
  expect(givenUp.table.total).toEqual(['Total paid', '$180.00'])
  expect(givenUp.paragraphs[1]).toMatch(/^Pip Vale, .*: unregistered, \$180\.00 is owed to you\.$/)
})

test('an invoice of a programme without a Venmo account asks for a check alone', async ({ db }) => {
  const debtor = await aDebtor(db)
  const invoiceText = async (walletHandle: string) => {
    await db.update(programme).set({ walletHandle })
    return (await unpaidInvoice(db, debtor.account.visitor, 2027)).paragraphs
  }
  const due = 'Payment is due on the first day of the session.'
  expect(await invoiceText('')).toEqual([`${due} Mail a check to the address above.`])
  expect(await invoiceText('@our-club')).toEqual([
    `${due} Pay by Venmo transfer to @our-club with ${debtor.invoice} in the note, or mail a check to the address above.`,
  ])
})
