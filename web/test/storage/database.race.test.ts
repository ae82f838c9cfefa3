import { expect } from 'vitest'
import { accounts } from '#people/people.tables.ts'
import { anAccount } from '../builders/builders.ts'
import { test } from '../harness/database.ts'

test('twenty connections of a fresh database write at once', async ({ freshDatabase: { db } }) => {
  await Promise.all(Array.from({ length: 20 }, () => db.transaction((tx) => anAccount(tx))))

  expect(await db.$count(accounts)).toBe(20)
})
