import { expect } from 'vitest'
import { postingKinds } from '#ledger/postings.tables.ts'
import { Refusal } from '#platform/refusal.ts'
import { aHistory, nothingToDo } from '../builders/money/ledger-acts.ts'
import { keptForFamilies, owedEverywhere, postedSince } from '../builders/money/ledger-sums.ts'
import { wrongSums } from '../builders/money/wrong-sums.ts'
import { test } from '../harness/database.ts'

/** `LEDGER_RUNS=200 npx vitest ledger-histories` is a long run, new each time; with its `LEDGER_SEED` it is the same once more. */
const { LEDGER_RUNS, LEDGER_SEED, TEST_DATABASE_URL } = process.env
const runs = Number(LEDGER_RUNS ?? (TEST_DATABASE_URL ? 100 : 12))
const first = Number(LEDGER_SEED ?? (LEDGER_RUNS ? Date.now() % 2 ** 31 : 1))
if (LEDGER_RUNS) console.info(`LEDGER_SEED=${first}`)
const seeds = Array.from({ length: runs }, (_, at) => first + at)

const settles = ['all settles at the bank', 'the site hears what settled']
const paysByCard = ['a family holds places for a card', 'a family pays by card for what it holds', ...settles]
const paysByCheck = ['a family registers to pay later', 'the desk records a payment']
const losesRefund = ['a refund is lost on its way to the gateway', 'the site asks about what is open']
/** What takes long to come about by lot. */
const beginnings = [
  [],
  paysByCard,
  [
    ...paysByCheck,
    'a family gives a place up',
    'the desk returns what is owed',
    'the desk takes a payment back',
  ],
  [
    ...paysByCard,
    'somebody refunds in the panel of the gateway',
    'the books are compared with the list',
    'a difference is seen to',
  ],
  [
    ...['a family registers to pay later', 'the desk records any sum', 'the desk records any sum'],
    ...['a family registers to pay later', 'a family uses its credit', 'the desk pays credit out'],
    ...['the desk takes a payment back', 'what was handed over did not arrive'],
  ],
  [
    ...paysByCard,
    ...losesRefund,
    'a family gives a place up',
    'a refund reaches the gateway late',
    'the site asks again about what nobody had seen',
  ],
  [
    ...paysByCheck,
    'the desk takes a payment back',
    'a family pays by card for what is unpaid',
    ...settles,
    'a family gives a place up',
    'a sale or a refund ends at the bank',
    'the site hears what settled',
    'the desk returns what is owed',
  ],
]
/** Until nothing is open between the books and the gateway. */
const atItsEnd = [
  'the site asks about what is open',
  'the site asks again about what nobody had seen',
  'all settles at the bank',
  'the site hears what settled',
  'the books are compared with the list',
  'all differences are closed with a note',
  'the site asks about what is open',
  'the site asks again about what nobody had seen',
]

const neverDone = new Set<string>()
const neverPosted = new Set<string>(postingKinds)
let lived = 0

test.for(seeds)(
  'whatever happens between a family and the programme, what is due for each place is the sum of its postings, and the gateway has kept what the ledger says: history %i',
  async (seed, { db, gateway }) => {
    const history = await aHistory(db, gateway, seed)
    if (lived === 0) for (const name of history.names) neverDone.add(name)
    let last = 0
    const act = async (name: string, step: string) => {
      const at = `history ${seed}, ${step}: ${name}`
      await history.mend()
      const outcome = await history.does(name).catch((problem: unknown) => {
        throw new Error(`${at} failed`, { cause: problem })
      })
      if (outcome === nothingToDo) return false
      const posted = await postedSince(db, last)
      last = posted.at(-1)?.id ?? last
      if (outcome instanceof Refusal)
        expect(posted.filter(isNoNewsOfTheBank(outcome)), `${at}, refused: ${outcome.code}`).toEqual([])
      else neverDone.delete(name)
      for (const { kind } of posted) neverPosted.delete(kind)
      const failures = history.lines
        .splice(0)
        .flatMap(({ msg, err }) => (err ? [`${msg}: ${err.message}`] : []))
      expect(failures, at).toEqual([])
      expect(await wrongSums(db), at).toEqual([])
      return true
    }

    let done = 0
    const next = async (name: string) => {
      if (await act(name, `act ${done + 1} of ${history.length}`)) done += 1
    }
    for (const name of history.oneOf(beginnings)) await next(name)
    for (let name = history.draw(); done < history.length && name; name = history.draw()) await next(name)
    if (history.happens(40)) await act('a session begins', 'at its end')
    if (history.happens(60)) await act('an account is erased', 'at its end')
    for (const name of atItsEnd) await act(name, 'at its end')

    const { byLedger, byGateway } = await keptForFamilies(db, await history.listed())
    expect(byLedger, `history ${seed}: what the gateway has kept`).toBe(byGateway)
    for (const family of await history.families()) {
      const { posted, said, states = [] } = await owedEverywhere(history.world, family)
      const all = Object.fromEntries(Object.keys(said).map((where) => [where, posted]))
      expect(said, `history ${seed}: what is said of the family`).toEqual(all)
      expect(states.includes('owed'), `history ${seed}: listed as owed`).toBe((posted?.isOwed ?? 0) > 0)
    }
    lived += 1
  },
)

test.afterAll(() => {
  if (lived >= 100) expect([...neverDone, ...neverPosted], 'in no history').toEqual([])
})

/** Asked for a refund, the gateway may say that the money never came: that stands, and the refund is refused. */
const isNoNewsOfTheBank =
  ({ code }: Refusal) =>
  ({ kind }: { kind: string }) =>
    !(code === 'refund-failed' && kind === 'not settled')
