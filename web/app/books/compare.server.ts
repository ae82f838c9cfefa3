import { nudgeMail } from '#mail/outbox.server.ts'
import type { Difference } from '#payments/books.tables.ts'
import {
  beginComparison,
  type Comparison,
  type Counts,
  endComparison,
  type Found,
  giveUpComparison,
  keepDifferences,
  noteGone,
  openDifferences,
  takenIn,
} from '#payments/comparisons.db.server.ts'
import { openDisputes } from '#payments/disputes.db.server.ts'
import { findDispute, gatewayOf } from '#payments/gateway/braintree.server.ts'
import {
  disputesSince,
  listedById,
  listOf,
  ownMerchantAccount,
  type Span,
  slicesOf,
} from '#payments/gateway/gateway-list.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { dollars } from '#platform/format/money.ts'
import { givenBackIn } from '#refunds/settlement/refund-settlements.db.server.ts'
import { addDifferencesMail } from './differences-mail.server.ts'
import { believeDispute } from './disputes.server.ts'
import { findDifferences } from './find-differences.server.ts'

/** What the clock calls itself where a person has a name. */
const clock = 'the clock'
/** As many as one search of the gateway answers on one page. */
const page = 50

/** Compares once a day, whichever process comes first. */
export async function compareDaily(world: World): Promise<void> {
  await compareBooks(world, clock, false)
}

/** Reads the gateway's list beside our books; undefined where a comparison is under way, or none is due. */
export async function compareBooks(
  world: World,
  by: string,
  isWanted: boolean,
): Promise<Comparison | undefined> {
  const { overAfterSeconds } = world.env.gateway
  const comparison = await beginComparison(world.db, by, { isWanted, marginSeconds: 2 * overAfterSeconds })
  if (!comparison) return undefined
  try {
    return await compare(world, comparison)
  } catch (problem) {
    await giveUpComparison(world.db, comparison.id)
    throw problem
  }
}

async function compare(world: World, comparison: Comparison): Promise<Comparison | undefined> {
  const span = { from: comparison.comparedFrom, until: comparison.comparedUntil }
  await askForDisputes(world, span)
  const { found, counts } = await readList(world, span)
  const gone = await readOpen(world, found)
  const { ended, fresh } = await world.db.transaction(async (tx) => {
    await noteGone(tx, gone)
    const kept = await keepDifferences(tx, [...found.values()])
    if (kept.length > 0) await addDifferencesMail(tx, kept)
    return { fresh: kept, ended: await endComparison(tx, comparison.id, counts) }
  })
  nudgeMail(world)
  for (const { id, words } of fresh)
    world.log.error({ difference: id, words }, 'our books and the gateway differ')
  const { differences } = ended ?? {}
  world.log.info(
    { ...counts, fresh: fresh.length, differences },
    'our books were compared with the gateway’s list',
  )
  return ended
}

/** Those that the gateway did not tell of by itself, and those of which it did not tell how they ended. */
async function askForDisputes(world: World, { from }: Span) {
  const gateway = gatewayOf(world.env)
  for (const dispute of await disputesSince(gateway, from)) await believeDispute(world, dispute)
  for (const { id } of await openDisputes(world.db)) {
    const dispute = await findDispute(gateway, id)
    if (dispute) await believeDispute(world, dispute)
  }
}

type Differing = Map<string, Found>
const keyOf = ({ kind, transactionId }: Pick<Difference, 'kind' | 'transactionId'>) =>
  `${kind} ${transactionId}`

async function readList(world: World, span: Span) {
  const gateway = gatewayOf(world.env)
  const account = await ownMerchantAccount(gateway)
  const found: Differing = new Map()
  const counts: Counts = { seen: 0, foreign: 0 }
  const seen = new Set<string>()
  for (const slice of slicesOf(span)) {
    const listed = await listOf(gateway, account, slice)
    for (const { id } of listed) seen.add(id)
    for (const some of pagesOf(listed)) {
      const here = await findDifferences(world, some)
      for (const each of here.found) found.set(keyOf(each), each)
      counts.seen += some.length
      counts.foreign += here.foreign
    }
  }
  for (const slice of slicesOf(span))
    for (const each of await missing(world, slice, seen)) found.set(keyOf(each), each)
  return { found, counts }
}

/** What our books have and the gateway's list has not: it is asked for each by its number, before that is said. */
async function missing(world: World, slice: Span, seen: Set<string>): Promise<Found[]> {
  const ours = [
    ...(await takenIn(world.db, slice)).map((row) => ({ ...row, what: 'was paid' })),
    ...(await givenBackIn(world.db, slice)).map((row) => ({ ...row, what: 'went back' })),
  ]
  const lost: Found[] = []
  for (const some of pagesOf(ours.filter(({ transactionId }) => !seen.has(transactionId)))) {
    const known = await knownOf(world, some)
    for (const { chargeId, transactionId, amountCents, what } of some)
      if (!known.some(({ id }) => id === transactionId))
        lost.push({
          kind: 'not at the gateway',
          ...{ transactionId, chargeId, amountCents },
          words: `Our books say that ${dollars(amountCents)} ${what}; the gateway knows of no transaction ${transactionId}.`,
        })
  }
  return lost
}

const knownOf = ({ env }: World, rows: { transactionId: string }[]) =>
  listedById(gatewayOf(env), [...new Set(rows.map(({ transactionId }) => transactionId))])

/** The open differences that were not met again: each is looked at once more, and those that are gone are answered. */
async function readOpen(world: World, found: Differing): Promise<number[]> {
  const gone: number[] = []
  for (let some = await openDifferences(world.db); some.length > 0; ) {
    const old = some.filter((difference) => !found.has(keyOf(difference)))
    if (old.length > 0) gone.push(...(await goneOf(world, old)))
    some = await openDifferences(world.db, some.at(-1)?.id)
  }
  return gone
}

async function goneOf(world: World, old: Difference[]): Promise<number[]> {
  const known = await knownOf(world, old)
  const { found } = await findDifferences(world, known)
  const still = new Set(found.map(keyOf))
  const isThere = (difference: Difference) =>
    difference.kind === 'not at the gateway'
      ? !known.some(({ id }) => id === difference.transactionId)
      : still.has(keyOf(difference))
  return old.filter((difference) => !isThere(difference)).map(({ id }) => id)
}

function* pagesOf<Row>(rows: Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += page) yield rows.slice(at, at + page)
}
