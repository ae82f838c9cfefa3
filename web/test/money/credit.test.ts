import { eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import {
  creditParts,
  moveCredit,
  moveToCredit,
  partsIn,
  readCredit,
  takeFrom,
} from '#ledger/credit.db.server.ts'
import { findDrift, post } from '#ledger/postings.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { families } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aRecordedPayment } from '../builders/builders.ts'
import { aDebtor } from '../builders/money/debtor.ts'
import { test } from '../harness/database.ts'

/** A family that owes $180.00 and $35.00, and to which checks left credit. */
async function aCreditor(db: Db, checks: number[]) {
  const { account, rows } = await aDebtor(db)
  const { id: accountId, familyId } = account
  const ids = []
  for (const amountCents of checks) {
    const recordedId = await aRecordedPayment(db, { accountId, familyId, how: 'check', amountCents })
    await post(db, 'site', [
      { kind: 'paid', registrationId: null, familyId, cents: -amountCents, recordedId },
    ])
    ids.push(recordedId)
  }
  const [clinic, open] = rows.map(({ id }) => id)
  const due = async () =>
    (
      await db
        .select()
        .from(registrations)
        .where(
          inArray(
            registrations.id,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(registrations.id)
    ).map(({ dueCents }) => dueCents)
  return { familyId, checks: ids, clinic: orNotFound(clinic), open: orNotFound(open), due }
}

test('the first parts of a sum are taken, the last of them in part', () => {
  const part = (cents: number) => ({ chargeId: null, recordedId: cents, cents })
  expect(takeFrom([part(50), part(30)], 60).map(({ cents }) => cents)).toEqual([50, 10])
  expect(takeFrom([part(50)], 60).map(({ cents }) => cents)).toEqual([50])
  expect(takeFrom([part(50)], 0)).toEqual([])
})

test('credit pays places as far as it goes, each with the check that it came by, and the ledger stays even', async ({
  db,
}) => {
  const { familyId, checks, clinic, open, due } = await aCreditor(db, [4500, 16_000])
  expect(await readCredit(db, familyId)).toBe(20_500)

  const used = await moveCredit(db, `family:${familyId}`, [
    { familyId, registrationId: clinic, cents: 18_000 },
    { familyId, registrationId: open, cents: 3500 },
  ])

  expect(used).toBe(20_500)
  expect(await due()).toEqual([0, 1000])
  expect(await readCredit(db, familyId)).toBe(0)
  const [first, second] = checks
  expect(await partsIn(db, clinic)).toEqual([
    { chargeId: null, recordedId: first, cents: 4500 },
    { chargeId: null, recordedId: second, cents: 13_500 },
  ])
  expect(await partsIn(db, open)).toEqual([{ chargeId: null, recordedId: second, cents: 2500 }])
  const moved = await db.select().from(postings).where(eq(postings.kind, 'moved'))
  expect(moved.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  expect((await findDrift(db, 0, 1000)).drifted).toEqual([])
})

test('what a place was paid with becomes credit again, the earliest payment first', async ({ db }) => {
  const { familyId, checks, clinic, due } = await aCreditor(db, [4500, 16_000])
  await moveCredit(db, 'site', [{ familyId, registrationId: clinic, cents: 18_000 }])

  const parts = takeFrom(await partsIn(db, clinic), 5000)
  await moveToCredit(db, 'site', { familyId, registrationId: clinic }, parts)

  expect(await due()).toEqual([5000, 3500])
  expect(await readCredit(db, familyId)).toBe(7500)
  expect((await creditParts(db, familyId)).toSorted((one, other) => one.cents - other.cents)).toEqual([
    { chargeId: null, recordedId: checks[1], cents: 3000 },
    { chargeId: null, recordedId: checks[0], cents: 4500 },
  ])
})

test('no more credit is used than there is, and none where the family owes what no place stands for', async ({
  db,
}) => {
  const { familyId, checks, clinic, due } = await aCreditor(db, [4500])
  expect(await moveCredit(db, 'site', [{ familyId, registrationId: clinic, cents: 18_000 }])).toBe(4500)
  expect(await moveCredit(db, 'site', [{ familyId, registrationId: clinic, cents: 18_000 }])).toBe(0)
  expect(await due()).toEqual([13_500, 3500])

  const [recordedId] = checks
  await post(db, 'site', [{ kind: 'taken back', registrationId: null, familyId, cents: 4500, recordedId }])
  expect(await readCredit(db, familyId)).toBe(-4500)
  expect(await moveCredit(db, 'site', [{ familyId, registrationId: clinic, cents: 100 }])).toBe(0)
})

test('the credit of a family that was merged into another is the other’s', async ({ db }) => {
  const { familyId } = await aCreditor(db, [4500])
  const [other] = await db.insert(families).values({ number: sql`default` }).returning()
  await db
    .update(families)
    .set({ mergedInto: orNotFound(other).id })
    .where(eq(families.id, familyId))

  expect(await readCredit(db, orNotFound(other).id)).toBe(4500)
  expect(await creditParts(db, orNotFound(other).id)).toHaveLength(1)
})
