import { expect } from 'vitest'
import { findDrift } from '#ledger/postings.db.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { giveBackAtDesk } from '#refunds/give-back-at-desk.server.ts'
import { aFamilyOfSeveralPayments } from '../builders/money/several-payments.ts'
import { test } from '../harness/database.ts'
import { rounds } from '../harness/rounds.ts'

const refused = (problem: unknown) => {
  expect(problem).toBeInstanceOf(Refusal)
}

test('a place of two charges that is given up twice at once is refunded once to each', async ({
  freshDatabase: { db },
  gateway,
}) => {
  for (const _ of rounds) {
    const { leave, place, backCents } = await aFamilyOfSeveralPayments(db, gateway, 'card')

    await Promise.all([leave(), leave(), leave()])

    expect(await backCents()).toEqual([9000, 9000])
    expect(await place()).toMatchObject({ dueCents: 0, removedWhy: 'family' })
  }
})

test('a family that leaves while the desk gives its place up, or a part back, gets no more than was paid', async ({
  freshDatabase: { db },
  gateway,
}) => {
  for (const round of rounds) {
    const { world, atDesk, leave, backCents } = await aFamilyOfSeveralPayments(db, gateway, 'card')
    const giving = { ...atDesk, backCents: 12_000, givesUp: round % 2 === 0 }

    await Promise.all([
      leave().catch(refused),
      giveBackAtDesk(world, giving).catch(refused),
      giveBackAtDesk(world, giving).catch(refused),
    ])

    const back = (await backCents()).reduce((sum, cents) => sum + cents, 0)
    expect(back).toBeGreaterThan(0)
    expect(back).toBeLessThanOrEqual(18_000)
  }
  expect((await findDrift(db, 0, 10_000)).drifted).toEqual([])
})
