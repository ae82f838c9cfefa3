import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { changeName } from '#people/accounts/settings.server.ts'
import { completeFamilies } from '#people/families.db.server.ts'
import { accounts, people } from '#people/people.tables.ts'
import { updatePerson } from '#people/players.server.ts'
import { fillSearch } from '#people/search.db.server.ts'
import type { Db } from '#platform/database.server.ts'
import { anAccount, aPlayer, aProgramme } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { aDebtor } from '../../test/debtor.ts'
import { familiesFound, searchFamilies } from './search-families.server.ts'

const emailsFor = async (db: Db, text: string) =>
  (await searchFamilies(db, text)).families.map(({ email }) => email)

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
  for (const text of ['obwell', 'zoe moon', '  ', '%', '2027-99'])
    expect([text, await emailsFor(db, text)]).toEqual([text, []])
  expect((await searchFamilies(db, 'lobwell')).families).toMatchObject([
    { firstName: 'Édith', lastName: 'Lobwell', players: [{ firstName: 'Zoë' }], owesCents: 21_500 },
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

test('among 5,000 families the search reads no more than what it finds, by its indexes', async ({ db }) => {
  await aProgramme(db)
  const { email } = await anAccount(db, { firstName: 'Edith', lastName: 'Lobwell' })
  await db.execute(sql`with made as (
      insert into accounts (kind, email, first_name, last_name, password_hash, liability_version, liability_address)
      select 'parent', 'family-' || n || '@example.test', 'Robin', 'Name' || n, '-', '1', '-' from generate_series(1, 5000) n
      returning id, last_name)
    insert into people (account_id, role, first_name, last_name, search)
    select made.id, role, 'Robin', made.last_name, array_to_tsvector(array['robin', lower(made.last_name)])
    from made, unnest(array['parent', 'family', 'family']) role`)
  // Without it PostgreSQL looks, for each of 15,000 people, through all accounts.
  await db.execute(sql`analyze accounts, people`)
  await completeFamilies(db)
  await db.execute(sql`select gin_clean_pending_list('people_search_idx')`)
  await db.execute(sql`analyze accounts, families, people, registrations`)

  for (const text of ['lobw', email, '2027-1001']) {
    const plan = await db.execute(sql`explain ${familiesFound(db, text).getSQL()}`)
    expect([text, JSON.stringify(plan)]).not.toMatchObject([text, expect.stringContaining('Seq Scan')])
  }
  expect(await emailsFor(db, 'lobw')).toEqual([email])
  const many = await searchFamilies(db, 'name12')
  expect([many.families.length, many.hasMore]).toEqual([20, true])
  expect(await db.$count(accounts, eq(accounts.lastName, 'Name12'))).toBe(1)
})
