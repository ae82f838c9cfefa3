import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { deleteDemoPostings, findDrift, post } from '#ledger/postings.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/db.ts'
import { orNotFound } from '#platform/refusal.ts'
import { takePlaces } from '#registrations/places.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { anAccount, aPlayer, aSession } from '../builders/builders.ts'
import { test } from '../harness/database.ts'

async function aPlace(db: Db, isDemo = false) {
  const { id: accountId, familyId } = await anAccount(db, { isDemo })
  const order = {
    accountId,
    method: 'later' as const,
    idempotencyKey: crypto.randomUUID(),
    totalCents: 18_000,
  }
  const [made] = await db.insert(orders).values(order).returning()
  const { id: personId } = await aPlayer(db, { accountId })
  const { id: sessionId } = await aSession(db)
  const row = { accountId, familyId, personId, sessionId, orderId: orNotFound(made).id, priceCents: 18_000 }
  const [place] = await takePlaces(db, [row])
  return { accountId, familyId, registrationId: orNotFound(place).id }
}

const due = async (db: Db, id: number) =>
  (await db.select().from(registrations).where(eq(registrations.id, id)))[0]?.dueCents

test('what is posted changes what is due for its place, in the name of the family that it was registered for', async ({
  db,
}) => {
  const { registrationId, familyId } = await aPlace(db)
  expect(await due(db, registrationId)).toBe(18_000)

  await post(db, 'site', [
    { registrationId, kind: 'paid', cents: -18_000 },
    { registrationId, kind: 'taken back', cents: 18_000 },
    { registrationId, kind: 'paid', cents: -18_000 },
  ])

  expect(await due(db, registrationId)).toBe(0)
  const rows = await db.select().from(postings).orderBy(postings.id)
  expect(rows.map(({ kind, cents }) => `${kind} ${cents}`)).toEqual([
    'price 18000',
    'paid -18000',
    'taken back 18000',
    'paid -18000',
  ])
  expect(new Set(rows.map((row) => row.familyId))).toEqual(new Set([familyId]))
})

test('what is sent twice is posted once', async ({ db }) => {
  const { registrationId } = await aPlace(db)
  const key = crypto.randomUUID()
  for (const _ of [1, 2]) await post(db, 'site', [{ registrationId, kind: 'paid', cents: -18_000, key }])

  expect(await due(db, registrationId)).toBe(0)
  expect(await db.$count(postings)).toBe(2)
})

test('no posting and no line of the log is ever changed or deleted, but for those of demo accounts', async ({
  db,
}) => {
  await aPlace(db)
  for (const order of [
    sql`update postings set cents = 1`,
    sql`delete from postings`,
    sql`truncate postings`,
    sql`truncate changes cascade`,
  ])
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(order)
      }),
    ).rejects.toMatchObject({ cause: { code: 'CS002' } })

  const demo = await aPlace(db, true)
  await deleteDemoPostings(db)
  expect(await db.$count(postings)).toBe(1)
  await db.delete(registrations).where(eq(registrations.id, demo.registrationId))
  expect(await db.$count(accounts)).toBe(2)
})

test('a place that is due by another sum than its postings is found', async ({ db }) => {
  const { registrationId } = await aPlace(db)
  expect((await findDrift(db, 0, 10)).drifted).toEqual([])

  await db.update(registrations).set({ dueCents: 1 })
  expect((await findDrift(db, 0, 10)).drifted).toEqual([
    { id: registrationId, dueCents: 1, postedCents: 18_000 },
  ])
  expect(await findDrift(db, registrationId, 10)).toEqual({ drifted: [], lastId: undefined })
  await db.update(registrations).set({ dueCents: 18_000 })
})
