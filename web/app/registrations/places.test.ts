import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { anAccount, aPlayer, aRecordedPayment, aSession } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { byFamily, freeHolds, freePlaces, releaseUnpaid, takePlaces } from './places.server.ts'
import { orders, registrations } from './registrations.tables.ts'

const inAnHour = new Date(Date.now() + 3_600_000)

/** A family with three places in a session: one unpaid, one paid by check, and one held. */
async function threePlaces(db: Db) {
  const { id: accountId, familyId } = await anAccount(db)
  const [order] = await db
    .insert(orders)
    .values({ accountId, method: 'later', idempotencyKey: crypto.randomUUID(), totalCents: 54_000 })
    .returning()
  const session = await aSession(db, { places: 12 })
  const row = async () => ({
    accountId,
    familyId,
    personId: (await aPlayer(db, { accountId })).id,
    sessionId: session.id,
    orderId: order?.id ?? '',
    priceCents: 18_000,
  })
  const check = { accountId, familyId, how: 'check' as const, amountCents: 18_000 }
  const recordedId = await aRecordedPayment(db, check)
  const [unpaid, paid, held] = await takePlaces(db, [
    await row(),
    { ...(await row()), paidWith: { id: recordedId, at: new Date() } },
    { ...(await row()), heldUntil: inAnHour },
  ])
  const taken = async () => (await db.select().from(sessions).where(eq(sessions.id, session.id)))[0]?.taken
  return { accountId, unpaid, paid, held, taken }
}

test('a place that is given back is counted once, whoever asks again', async ({ db }) => {
  const { unpaid, paid, taken } = await threePlaces(db)
  expect(await taken()).toBe(3)
  const isUnpaidOne = eq(registrations.id, unpaid?.id ?? 0)

  expect(await freePlaces(db, isUnpaidOne, byFamily(null))).toEqual([unpaid])
  expect(await freePlaces(db, isUnpaidOne, byFamily(null))).toEqual([])

  expect(await taken()).toBe(2)
  expect(await db.$count(registrations), 'the row stays as a record').toBe(3)
  expect(paid).toBeDefined()
})

test('a hold that is given back leaves nothing, and places are no holds', async ({ db }) => {
  const { accountId, taken } = await threePlaces(db)

  expect(await freeHolds(db, eq(registrations.accountId, accountId))).toBe(1)

  expect(await taken()).toBe(2)
  expect(await db.$count(registrations)).toBe(2)
})

test('a family’s unpaid places are released, and neither what is paid nor what is held', async ({ db }) => {
  const { accountId, unpaid, taken } = await threePlaces(db)

  expect(await releaseUnpaid(db, accountId, undefined, byFamily(null))).toEqual([unpaid])

  expect(await taken()).toBe(2)
})
