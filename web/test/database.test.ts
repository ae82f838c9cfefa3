import { expect } from 'vitest'
import { accounts } from '#people/people.tables.ts'
import { aPlayer, aSession } from './builders.ts'
import { test } from './database.ts'

for (const time of ['first', 'second'])
  test(`the ${time} test finds an empty database and leaves one behind`, async ({ db }) => {
    expect(await db.$count(accounts)).toBe(0)

    await db.transaction(async (tx) => {
      await aPlayer(tx)
      await aSession(tx, { places: 4 })
    })

    expect(await db.$count(accounts)).toBe(1)
  })
