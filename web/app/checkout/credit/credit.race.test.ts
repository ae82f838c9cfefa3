import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { readCredit } from '#ledger/credit.db.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { readFreeCredit } from '#registrations/credit/free-credit.server.ts'
import { payByCredit } from '#registrations/credit/use-credit.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { creditFor } from '../../../test/builders/money/credit.ts'
import { heldPlaces } from '../../../test/builders/money/held-places.ts'
import { paidPlaces } from '../../../test/builders/money/paid-places.ts'
import { test } from '../../../test/harness/database.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import type { Gateway } from '../../../test/harness/world.ts'
import { registerWithCredit } from './credit.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const refusedAs = (problem: unknown) => {
  if (problem instanceof Refusal) return problem.code
  throw problem
}

test('credit that two tabs use at the same time is used once', async ({ freshDatabase: { db } }) => {
  for (const _ of rounds) {
    const { world, visitor, payment } = await heldPlaces(db, gateway.settings, {
      method: 'later',
      children: 2,
    })
    const [first = 0, second = 0] = payment.registrationIds
    await creditFor(db, visitor, 1000)
    const used = await Promise.all([
      payByCredit(world, visitor, [first]),
      payByCredit(world, visitor, [second]),
      payByCredit(world, visitor, [first, second]),
    ])
    expect(used.map(({ usedCents }) => usedCents).toSorted((a, b) => a - b)).toEqual([0, 0, 1000])
    expect(await readCredit(db, visitor.familyId)).toBe(0)
  }
  await paidPlaces(db)
})

test('of a card that uses credit and another tab that does, one has it', async ({
  freshDatabase: { db },
}) => {
  for (const _ of rounds) {
    const { world, visitor, payment } = await heldPlaces(db, gateway.settings, { children: 2 })
    const [first = 0, second = 0] = payment.registrationIds
    await creditFor(db, visitor, 18_000)
    const byCard = { ...payment, amountCents: 100, creditCents: 17_900, registrationIds: [first] }

    const ends = await Promise.all([
      pay(world, visitor, byCard).then(({ state }) => state, refusedAs),
      registerWithCredit(world, visitor, { registrationIds: [second], creditCents: 18_000 }).then(
        () => 'registered',
        refusedAs,
      ),
    ])

    expect([
      ['accepted', 'credit-changed'],
      ['credit-changed', 'registered'],
    ]).toContainEqual(ends)
    expect(await readFreeCredit(db, visitor)).toBeGreaterThanOrEqual(0)
    expect(await db.$count(registrations, eq(registrations.accountId, visitor.accountId))).toBe(2)
  }
})
