import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#platform/database.server.ts'
import { found } from '#platform/refusal.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import { anAccount } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { aDebtor } from '../../test/debtor.ts'
import { findFamilies } from './find-families.server.ts'
import { noteReturned, recordPayment, takeBackPayment } from './offline-payments.server.ts'

const paidBy = async (db: Db) =>
  (await db.select().from(registrations).orderBy(registrations.id)).map((row) => row.paidBy)

test('a volunteer finds a family by e-mail, by a player’s name or by invoice number, with what it owes', async ({
  db,
}) => {
  const { account, invoice } = await aDebtor(db)
  await anAccount(db)

  for (const text of [account.email, 'pip lob', invoice]) {
    const [family, ...others] = await findFamilies(db, text)
    expect(others).toEqual([])
    expect(family?.email).toBe(account.email)
    expect(family?.unpaid.map(({ priceCents, invoice: on }) => ({ priceCents, on }))).toEqual([
      { priceCents: 18_000, on: invoice },
      { priceCents: 3500, on: invoice },
    ])
  }
})

test('a check over the whole invoice pays every registration of it, and nothing is unpaid P4.18', async ({
  db,
}) => {
  const { account, payment } = await aDebtor(db)

  await recordPayment(db, payment)

  expect((await findFamilies(db, account.email))[0]?.unpaid).toEqual([])

  expect(await paidBy(db)).toEqual(['check', 'check'])
  expect(await db.select().from(offlinePayments)).toMatchObject([
    { amountCents: 21_500, how: 'check', note: 'check 88', recordedBy: 'volunteer' },
  ])
})

test('part of an invoice is paid by naming the registration; another amount is refused and nothing is written', async ({
  db,
}) => {
  const { payment, rows } = await aDebtor(db)

  await expect(recordPayment(db, { ...payment, amountCents: 18_000 })).rejects.toThrow(
    '$180.00 is not what is due: the 2 registrations cost $215.00. Name the registrations that were paid.',
  )
  await expect(recordPayment(db, { ...payment, invoice: '2027-999999' })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await db.$count(offlinePayments)).toBe(0)

  await recordPayment(db, {
    ...payment,
    how: 'cash',
    amountCents: 18_000,
    registrationIds: [rows[0]?.id ?? 0],
  })
  expect(await paidBy(db)).toEqual(['cash', null])
})

test('a mistake is taken back once: the registrations are unpaid again and the record stays', async ({
  db,
}) => {
  const { payment } = await aDebtor(db)
  const { id } = await recordPayment(db, payment)

  await takeBackPayment(db, id, 'treasurer')

  expect(await paidBy(db)).toEqual([null, null])
  expect((await db.select().from(offlinePayments))[0]).toMatchObject({
    takenBackBy: 'treasurer',
    takenBackAt: expect.any(Date),
  })
  await expect(takeBackPayment(db, id, 'treasurer')).rejects.toMatchObject({ code: 'not-found' })
})

test('money owed to a family is shown until a volunteer has returned it', async ({ db }) => {
  const { account, rows } = await aDebtor(db)
  const [owed] = await db
    .insert(refunds)
    .values({ registrationId: rows[0]?.id ?? 0, accountId: account.id, amountCents: 18_000, state: 'owed' })
    .returning()
  expect((await findFamilies(db, account.email))[0]?.owed).toEqual([{ id: owed?.id, amountCents: 18_000 }])

  await noteReturned(db, found(owed).id)

  expect((await findFamilies(db, account.email))[0]?.owed).toEqual([])
  expect(await db.$count(refunds, sql`state = 'returned'`)).toBe(1)
})
