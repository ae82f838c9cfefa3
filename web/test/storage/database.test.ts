import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { accounts } from '#people/people.tables.ts'
import { aPlayer, aSession } from '../builders/builders.ts'
import { test } from '../harness/database.ts'

for (const time of ['first', 'second'])
  test(`the ${time} test finds an empty database and leaves one behind`, async ({ db }) => {
    expect(await db.$count(accounts)).toBe(0)

    await db.transaction(async (tx) => {
      await aPlayer(tx)
      await aSession(tx, { places: 4 })
    })

    expect(await db.$count(accounts)).toBe(1)
  })

/** Rows that are looked for when the row that they refer to goes, or is shown; a partial index finds only its own. */
const referencesWithoutIndex = sql`(select conrelid::regclass::text || '.' || attname as reference
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and not exists (select 1 from pg_index where indrelid = conrelid and indkey[0] = attnum
    and coalesce(pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)', true))) as missing`

test('every reference from a table to another has an index, so that no table is read whole for one row', async ({
  db,
}) => {
  const missing = await db.select({ reference: sql<string>`reference` }).from(referencesWithoutIndex)

  expect(missing).toEqual([])
})
