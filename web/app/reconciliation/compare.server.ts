import { nudgeMail } from '#mail/outbox.server.ts'
import {
  beginComparison,
  type Comparison,
  type Counts,
  endComparison,
  type Found,
  giveUpComparison,
  noteGone,
  openDifferences,
  storeDifferences,
  takenIn,
} from '#payments/comparisons.db.server.ts'
import { openDisputes } from '#payments/disputes.db.server.ts'
import { findDispute, gatewayFor } from '#payments/gateway/braintree.server.ts'
import {
  defaultMerchantAccount,
  disputesSince,
  listedById,
  listGatewayTransactions,
  type Span,
  sliceSpan,
} from '#payments/gateway/gateway-list.server.ts'
import type { Difference } from '#payments/reconciliation.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { dollars } from '#platform/format/money.ts'
import { listRefundedIn } from '#refunds/settlement/refund-settlements.db.server.ts'
import { addDifferencesMail } from './differences-mail.server.ts'
import { applyDispute } from './disputes.server.ts'
import { findDifferences } from './find-differences.server.ts'

/** The actor of scheduled comparisons. */
const clock = 'the clock'
/** As many as one page of the gateway's search. */
const pageSize = 50

/** Whichever process comes first. */
export async function compareDaily(world: World): Promise<void> {
  await compareBooks(world, clock, false)
}

/** Compares the gateway's list with our books; undefined if a comparison is under way, or none is due. */
export async function compareBooks(
  world: World,
  by: string,
  isRequested: boolean,
): Promise<Comparison | undefined> {
  const { overAfterSeconds } = world.env.gateway
  const comparison = await beginComparison(world.db, by, { isRequested, marginSeconds: 2 * overAfterSeconds })
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
    const stored = await storeDifferences(tx, [...found.values()])
    if (stored.length > 0) await addDifferencesMail(tx, stored)
    return { fresh: stored, ended: await endComparison(tx, comparison.id, counts) }
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

/** Disputes that no notification announced, and those whose end is not known. */
async function askForDisputes(world: World, { from }: Span) {
  const gateway = gatewayFor(world.env)
  for (const dispute of await disputesSince(gateway, from)) await applyDispute(world, dispute)
  for (const { id } of await openDisputes(world.db)) {
    const dispute = await findDispute(gateway, id)
    if (dispute) await applyDispute(world, dispute)
  }
}

type Differing = Map<string, Found>
const differenceKey = ({ kind, transactionId }: Pick<Difference, 'kind' | 'transactionId'>) =>
  `${kind} ${transactionId}`

async function readList(world: World, span: Span) {
  const gateway = gatewayFor(world.env)
  const account = await defaultMerchantAccount(gateway)
  const found: Differing = new Map()
  const counts: Counts = { seen: 0, foreign: 0 }
  const seen = new Set<string>()
  for (const slice of sliceSpan(span)) {
    const listed = await listGatewayTransactions(gateway, account, slice)
    for (const { id } of listed) seen.add(id)
    for (const some of paginate(listed)) {
      const here = await findDifferences(world, some)
      for (const each of here.found) found.set(differenceKey(each), each)
      counts.seen += some.length
      counts.foreign += here.foreign
    }
  }
  for (const slice of sliceSpan(span))
    for (const each of await missing(world, slice, seen)) found.set(differenceKey(each), each)
  return { found, counts }
}

/** Missing in the gateway's list: looked up by id before they are reported. */
async function missing(world: World, slice: Span, seen: Set<string>): Promise<Found[]> {
  const ours = [
    ...(await takenIn(world.db, slice)).map((row) => ({ ...row, what: 'was paid' })),
    ...(await listRefundedIn(world.db, slice)).map((row) => ({ ...row, what: 'went back' })),
  ]
  const lost: Found[] = []
  for (const some of paginate(ours.filter(({ transactionId }) => !seen.has(transactionId)))) {
    const known = await lookUpListed(world, some)
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

const lookUpListed = ({ env }: World, rows: { transactionId: string }[]) =>
  listedById(gatewayFor(env), [...new Set(rows.map(({ transactionId }) => transactionId))])

/** Open differences that were not found again: checked once more; returns those that are gone. */
async function readOpen(world: World, found: Differing): Promise<number[]> {
  const gone: number[] = []
  for (let some = await openDifferences(world.db); some.length > 0; ) {
    const old = some.filter((difference) => !found.has(differenceKey(difference)))
    if (old.length > 0) gone.push(...(await findGone(world, old)))
    some = await openDifferences(world.db, some.at(-1)?.id)
  }
  return gone
}

async function findGone(world: World, old: Difference[]): Promise<number[]> {
  const known = await lookUpListed(world, old)
  const { found } = await findDifferences(world, known)
  const still = new Set(found.map(differenceKey))
  const isThere = (difference: Difference) =>
    difference.kind === 'not at the gateway'
      ? !known.some(({ id }) => id === difference.transactionId)
      : still.has(differenceKey(difference))
  return old.filter((difference) => !isThere(difference)).map(({ id }) => id)
}

function* paginate<Row>(rows: Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += pageSize) yield rows.slice(at, at + pageSize)
}
