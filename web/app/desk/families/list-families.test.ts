import { eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { donations } from '#donations/donations.tables.ts'
import { events, sessions } from '#events/events.tables.ts'
import { post } from '#ledger/postings.db.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { changeName } from '#people/accounts/emails/settings.server.ts'
import { families, people } from '#people/people.tables.ts'
import { updatePerson } from '#people/players/players.server.ts'
import { fillSearch } from '#people/search.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { perPage } from '#platform/list-page.ts'
import { orNotFound } from '#platform/refusal.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'
import { anAccount, aPlayer, timeZone } from '../../../test/builders/builders.ts'
import { aDebtor } from '../../../test/builders/money/debtor.ts'
import { test } from '../../../test/harness/database.ts'
import { type FamilyFilter, listFamilies } from './list-families.server.ts'

const today = todayIn(timeZone)
const emailsIn = async (db: Db, filter: FamilyFilter) =>
  (await listFamilies(db, today, filter)).families.map(({ email }) => email)
const emailsFor = (db: Db, text: string) => emailsIn(db, { text })

const inEvent = (db: Db, sessionId: number) =>
  inArray(events.id, db.select({ id: sessions.eventId }).from(sessions).where(eq(sessions.id, sessionId)))

test('a family is found by half a name of anybody in it, its email, its phone number and its number', async ({
  db,
}) => {
  const { account, invoice } = await aDebtor(db, { firstName: 'Zoë', lastName: 'Lobwell-Ó’Neill' })
  await anAccount(db, { firstName: 'Alex', lastName: 'Moonball' })
  await changeName(db, account.visitor, { first_name: 'Édith', last_name: 'Lobwell' })
  const { id, ...name } = account.parent
  const phone = '(555) 010-0777'
  await updatePerson(db, account.visitor, { ...{ id, phone }, first_name: name.firstName, last_name: 'Vale' })
  const number = invoice.slice(5)

  for (const text of [
    'lob',
    'zoe',
    'ONEIL',
    'edi lobw',
    account.email.slice(0, account.email.indexOf('@') + 4),
    '0777',
    '(555) 010-07',
    invoice,
    number,
  ])
    expect([text, await emailsFor(db, text)]).toEqual([text, [account.email]])
  for (const text of ['obwell', 'zoe moon', '%', '2027-99', 'R-99'])
    expect([text, await emailsFor(db, text)]).toEqual([text, []])
  expect((await listFamilies(db, today, { text: 'lobwell' })).families).toMatchObject([
    {
      firstName: 'Édith',
      lastName: 'Lobwell',
      players: [{ name: 'Zoë Lobwell-Ó’Neill' }],
      states: ['unpaid'],
    },
  ])
})

test('people of before are found once the sweep has written what they are found by', async ({ db }) => {
  const { id, email } = await anAccount(db, { lastName: 'Moonball' })
  await aPlayer(db, { accountId: id })
  await db.update(people).set({ search: null })
  expect(await emailsFor(db, 'moon')).toEqual([])

  await fillSearch(db)

  expect(await emailsFor(db, 'moon')).toEqual([email])
})

test('a family is found by the number of a receipt: of a charge, a recorded payment, a place of before, and a gift', async ({
  db,
}) => {
  const { account, rows } = await aDebtor(db)
  await anAccount(db)
  const { id: accountId, familyId, email } = account
  const [first, second] = [orNotFound(rows[0]), orNotFound(rows[1])]
  const paid = { state: 'accepted', means: 'card', transactionId: 'sale', amountCents: 2000 } as const
  const [charge] = await db
    .insert(charges)
    .values({ familyId, idempotencyKey: 'one', number: 5004, ...paid })
    .returning()
  const received = { receivedOn: '2027-06-21', recordedBy: 'site' } as const
  const byCheck = { accountId, familyId, amountCents: first.priceCents, how: 'check', ...received } as const
  const [, old] = await db
    .insert(offlinePayments)
    .values([{ ...byCheck, number: 1001 }, byCheck])
    .returning()
  await post(db, 'site', [
    { registrationId: first.id, kind: 'paid', cents: -first.priceCents, recordedId: orNotFound(old).id },
  ])
  const gift = {
    firstName: 'Robin',
    lastName: 'Vale',
    email,
    phone: '',
    mailingAddress: '-',
    amountCents: 2000,
  }
  await db.insert(donations).values({
    ...{ ...gift, familyId, number: 7001, chargeId: orNotFound(charge).id },
    donationType: 'MCT',
  })

  for (const text of ['R-5004', ' r-5004', 'C-1001', `C-${first.id}`, 'D-7001'])
    expect([text, await emailsFor(db, text)]).toEqual([text, [email]])
  for (const text of ['R-5005', `C-${second.id}`, 'D-5004', 'R-2147483648'])
    expect([text, await emailsFor(db, text)]).toEqual([text, []])
})

test('the list is everybody by name, fifty a page, and each filter leaves those of whom all of it is true', async ({
  db,
}) => {
  const { account, rows } = await aDebtor(db)
  await changeName(db, account.visitor, { first_name: 'Edith', last_name: 'Aalto' })
  const newest = await anAccount(db, { lastName: 'Zola' })
  const [green, orange] = [orNotFound(rows[0]), orNotFound(rows[1])]
  await db.update(events).set({ key: 'green' }).where(inEvent(db, green.sessionId))
  await db.update(registrations).set({ removedAt: new Date() }).where(eq(registrations.id, orange.id))
  const longAgo = new Date(Date.now() - 8 * 86_400_000)
  await db.update(families).set({ createdAt: longAgo }).where(eq(families.id, account.familyId))
  const [both, edith, zola] = [[account.email, newest.email], [account.email], [newest.email]]

  expect(await emailsIn(db, {})).toEqual(both)
  expect(await emailsIn(db, { sort: 'newest' })).toEqual(both.toReversed())
  expect(await emailsIn(db, { event: 'green' })).toEqual(edith)
  expect(await emailsIn(db, { session: green.sessionId, state: 'unpaid', text: 'edi' })).toEqual(edith)
  expect(await emailsIn(db, { session: green.sessionId, text: 'zola' })).toEqual([])
  expect(await emailsIn(db, { session: orange.sessionId })).toEqual([])
  expect(await emailsIn(db, { newDays: 7 })).toEqual(zola)
  expect(await emailsIn(db, { newDays: 30 })).toEqual(both)

  await db.execute(sql`with made as (insert into families (number) select n from generate_series(7001, 7100) n returning id, number)
    insert into accounts (family_id, kind, number, email, first_name, last_name) select id, 'parent', number, number || '@example.test', 'Robin', 'Name' || number from made`)
  const pageAt = async (page: number) => {
    const list = await listFamilies(db, today, { page })
    return [list.page, list.many, list.families.length, list.families.at(-1)?.email]
  }
  expect(await pageAt(1)).toEqual([1, 102, perPage, '7049@example.test'])
  expect(await pageAt(3)).toEqual([3, 102, 2, newest.email])
  expect(await pageAt(99)).toEqual(await pageAt(3))
})
