import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '../../../test/harness/database.ts'
import { countTry, sweepTries, toNetwork } from './rate-limit.server.ts'
import { tries } from './tries.tables.ts'

test('a key is refused beyond its limit, and no other key with it', async ({ db }) => {
  const limit = { tries: 2, minutes: 15 }
  await countTry(db, 'one', limit)
  await countTry(db, 'one', limit)

  await expect(countTry(db, 'one', limit)).rejects.toThrow(
    'That was tried too often. Wait a few minutes, then try again.',
  )
  await countTry(db, 'other', limit)
})

test('the count begins anew with the next window', async ({ db }) => {
  const limit = { tries: 1, minutes: 15 }
  await countTry(db, 'one', limit)
  await db.update(tries).set({ windowStart: sql`${tries.windowStart} - interval '15 minutes'` })

  await countTry(db, 'one', limit)
})

test('old counts are swept, fresh ones stay', async ({ db }) => {
  await countTry(db, 'old', { tries: 1, minutes: 15 })
  await db.update(tries).set({ windowStart: sql`now() - interval '2 days'` })
  await countTry(db, 'fresh', { tries: 1, minutes: 15 })

  await sweepTries(db)

  expect(await db.select({ key: tries.key }).from(tries)).toEqual([{ key: 'fresh' }])
})

test('a visitor counts by IPv4 address or by IPv6 network', () => {
  expect(toNetwork('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(toNetwork('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2')
  expect(toNetwork('2001:db8:1:2::1')).toBe('2001:db8:1:2')
  expect(toNetwork('::1')).toBe('0:0:0:0')
})
