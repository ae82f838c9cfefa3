import type braintree from 'braintree'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Merchant, searchTransactions } from './support/clients.ts'
import { test } from './support/fixtures.ts'
import {
  type Act,
  type Done,
  type Entry,
  type Family,
  refunded,
  statesAfter,
  sumEntries,
} from './support/ledger-model.ts'

const runs = process.env.DRILL === 'whole' ? 500 : 10
const cents = fc.integer({ min: 1, max: 1999_99 })
const maybe = fc.option(fc.integer({ min: 1, max: 250_00 }), { nil: undefined })

/** A sale, a search, or an act on some entry that there is by then. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sell' as const), cents, submit: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'search' as const }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      on: fc.nat(),
      act: fc.oneof(
        fc.record({ act: fc.constant('submit' as const), cents: maybe }),
        fc.constant({ act: 'settle' as const }),
        fc.constant({ act: 'settle' as const }),
        fc.constant({ act: 'void' as const }),
        fc.record({ act: fc.constant('refund' as const), cents: maybe }),
        fc.record({ act: fc.constant('refund' as const), cents: maybe }),
      ),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
/** Rounds of steps; those of one round are under way at the same moment. */
const plan = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 })

test(`over ${runs} seeded runs of sales, settlements, voids, refunds and searches at once, the sums are exact`, {
  timeout: 1_200_000,
}, async ({ merchant }) => {
  let orders = 0
  const property = fc.asyncProperty(plan, async (rounds) => {
    orders += 1
    await run(merchant, `ledger-${orders}`, rounds)
  })
  await fc.assert(property, { numRuns: runs, seed: 1877, endOnFailure: true })
})

async function run(merchant: Merchant, orderId: string, rounds: Step[][]) {
  let families: Family[] = []
  for (const steps of rounds) {
    const entries = families.flat()
    const done: Done[] = []
    const sold: Family[] = []
    await Promise.all(
      steps.map(async (one) => {
        if (one.do === 'sell') sold.push([await sell(merchant, orderId, one)])
        if (one.do === 'search') expectWhole(await listEntries(merchant, orderId), entries)
        const entry = one.do === 'act' ? entries[one.on % entries.length] : undefined
        if (one.do === 'act' && entry) done.push(await perform(merchant, entry.id, one.act))
      }),
    )
    const found = await listEntries(merchant, orderId)
    families = [...families.map((family) => nextState(family, done, found)), ...sold]
    expect(sumEntries(found)).toEqual(sumEntries(families.flat()))
  }
}

/** The state of a family that explains what came of the acts on it, and that is also found. */
function nextState(family: Family, done: Done[], found: Entry[]): Family {
  const familyActs = done.filter(({ on }) => family.some(({ id }) => id === on))
  const states = statesAfter(family, familyActs)
  const isFound = (state: Family) =>
    state.every((entry) => found.some((one) => JSON.stringify(one) === JSON.stringify(entry)))
  const state = states.find(isFound)
  if (!state)
    throw new Error(
      `No order explains this: ${JSON.stringify({ family, ofFamily: familyActs, states, found })}`,
    )
  expect(refunded(state)).toBeLessThanOrEqual(state[0]?.cents ?? 0)
  return state
}

/** While others act, a search gives each entry that was there before, once. */
function expectWhole(found: Entry[], before: Entry[]) {
  const ids = found.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(before.map(({ id }) => id)))
}

async function sell(
  merchant: Merchant,
  orderId: string,
  { cents, submit }: { cents: number; submit: boolean },
) {
  const { transaction } = await merchant.transaction.sale({
    amount: print(cents),
    orderId,
    paymentMethodNonce: 'fake-valid-nonce',
    options: { submitForSettlement: submit },
  })
  return toEntry(transaction)
}

async function perform(merchant: Merchant, on: string, act: Act): Promise<Done> {
  const amount = 'cents' in act && act.cents !== undefined ? print(act.cents) : undefined
  const calls = {
    submit: () => merchant.transaction.submitForSettlement(on, amount),
    settle: () => merchant.testing.settle(on),
    void: () => merchant.transaction.void(on),
    refund: () => merchant.transaction.refund(on, amount),
  }
  const result = await calls[act.act]()
  // The testing gateway of the SDK gives a refusal as it came.
  if ('apiErrorResponse' in result || result.errors) return { act, on, outcome: 'refused' }
  const { id, cents } = toEntry(result.transaction)
  return { act, on, outcome: { id, cents } }
}

async function listEntries(merchant: Merchant, orderId: string): Promise<Entry[]> {
  return (await searchTransactions(merchant, (search) => search.orderId().is(orderId))).map(toEntry)
}

function toEntry({ id, type, status, amount }: braintree.Transaction): Entry {
  return { id, type: type === 'credit' ? 'credit' : 'sale', status, cents: Math.round(Number(amount) * 100) }
}

function print(cents: number): string {
  return (cents / 100).toFixed(2)
}
