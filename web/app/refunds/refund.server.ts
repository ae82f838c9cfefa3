import { and, eq, isNotNull } from 'drizzle-orm'
import { endOfCharge } from '#checkout/pay/pay.server.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { chargeById } from '#payments/charges.db.server.ts'
import { seenToAmong } from '#payments/comparisons.db.server.ts'
import { standingDispute } from '#payments/disputes.db.server.ts'
import { gatewayOf, transactionsById } from '#payments/gateway/braintree.server.ts'
import type { RefundOutcome } from '#payments/gateway/charge-outcome.ts'
import { isTaken } from '#payments/gateway/gateway-answers.ts'
import {
  findRefund,
  giveBack,
  type MoneyBack,
  neverTaken,
  outcomeOfFailure,
  refundsOf,
} from '#payments/gateway/give-back.server.ts'
import { askForSettlementOf } from '#payments/gateway/settlement.server.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isStandingStill } from '#platform/jobs/marks.db.server.ts'
import { found } from '#platform/refusal.ts'
import { byFamily, freePlaces, type Removal } from '#registrations/places.server.ts'
import { type Refund, registrations } from '#registrations/registrations.tables.ts'
import { creditAgain } from './parts.db.server.ts'
import {
  addRefundFailedMail,
  addUnregisteredMail,
  refundHelpMail,
  refundTwiceMail,
} from './refund-mails.server.ts'
import {
  earlierRefunds,
  isTooMuchBack,
  type Leased,
  lockRefund,
  noteRefund,
  ownsRefund,
  postRefund,
  refundById,
  refundOf,
  refundsAmong,
  refundsMadeAmong,
  reopenRefund,
} from './refunds.db.server.ts'

/** The charge that money goes back of. */
export type PaidBy = { transactionId: string; chargeCents: number }

/**
 * Giving back takes several calls, each of which may take the SDK's whole time-out. Whoever works on a refund owns it
 * for longer than that: two at work on one would give the money back twice.
 */
export const leaseFor = ({ env }: World) => 6 * env.gateway.overAfterSeconds

export const moneyBack = (
  { id, amountCents }: Pick<Refund, 'id' | 'amountCents'>,
  { transactionId, chargeCents }: PaidBy,
): MoneyBack => ({ refundId: id, transactionId, amountCents, isWhole: amountCents === chargeCents })

/** Gives back for a new refund, unless an earlier one of the same place was made after all. */
export async function giveBackFor(world: World, refund: Refund & Leased, paid: PaidBy): Promise<Refund> {
  const outcome =
    (await madeEarlier(world, refund, paid)) ?? (await giveBackInTime(world, refund, moneyBack(refund, paid)))
  const noted = await finishRefund(world, refund.id, outcome)
  return noted ?? found(await refundById(world.db, refund.id))
}

/** Refunds that ended as failed may have come late: each is asked for before more money goes out. */
async function madeEarlier(world: World, refund: Refund, paid: PaidBy): Promise<RefundOutcome | undefined> {
  for (const earlier of await earlierRefunds(world.db, refund)) {
    try {
      const made = await findRefund(gatewayOf(world.env), moneyBack(earlier, paid))
      if (made) return made
    } catch (problem) {
      return { state: 'failed', reason: `an earlier refund could not be asked for: ${problem}` }
    }
  }
  return undefined
}

/** Calls the gateway, unless this process was held up for so long that somebody else may be at work on the refund. */
export async function giveBackInTime(
  world: World,
  refund: Pick<Refund, 'id' | 'state' | 'chargeId'> & Leased,
  back: MoneyBack,
): Promise<RefundOutcome> {
  if (await isStandingStill(world.db)) return { state: 'queued' }
  const isQueued = refund.state === 'queued'
  if (await standingDispute(world.db, found(refund.chargeId)))
    return isQueued ? { state: 'queued' } : { state: 'failed', reason: 'the payment is disputed' }
  const gateway = gatewayOf(world.env)
  const doubt = await hasStrangeRefund(world, back).then(
    (isStrange): RefundOutcome | undefined =>
      isStrange ? { state: 'failed', reason: strangeRefund } : undefined,
    (problem) => outcomeOfFailure(gateway, back, problem),
  )
  if (doubt) return isQueued ? { state: 'queued' } : doubt
  if (!(await ownsRefund(world.db, refund, 4 * world.env.gateway.overAfterSeconds)))
    throw new Error('a refund was not sent: its lease is too old')
  return giveBack(gateway, back)
}

export const strangeRefund = 'the gateway has a refund of this payment that is not in our books'

/**
 * Whether money of this payment went back that is not in our books, as in the gateway's own panel or before a restore,
 * and nobody has said yet for which place: it may have been for this one. Then a refund is left to people.
 */
async function hasStrangeRefund({ db, env }: World, { transactionId }: MoneyBack): Promise<boolean> {
  const gateway = gatewayOf(env)
  const ids = await refundsOf(gateway, transactionId)
  const known = [...(await refundsMadeAmong(db, ids)), ...(await seenToAmong(db, ids))]
  const strange = ids.filter((id) => !known.includes(id))
  if (strange.length === 0) return false
  const seen = await transactionsById(gateway, strange)
  const ours = await refundsAmong(
    db,
    seen.map(({ orderId }) => orderId ?? ''),
  )
  // The search may know one later, which then counts: only what is ours, or has come to nothing, is harmless.
  const harmless = seen.filter(({ status, orderId }) => !isTaken(status) || ours.includes(orderId ?? ''))
  return strange.some((id) => !harmless.some((refund) => refund.id === id))
}

/** Writes the end of a refund with all that follows from it, once. `before`: what the family was told last. */
export async function finishRefund(
  world: World,
  id: string,
  outcome: RefundOutcome,
  before?: Refund['state'],
): Promise<Refund | undefined> {
  if (outcome.state === 'failed' && outcome.isNeverPaid) await unpay(world, id)
  const { overAfterSeconds } = world.env.gateway
  const waitSeconds =
    outcome.state === 'queued'
      ? Math.max(world.env.settleEverySeconds * 10, overAfterSeconds)
      : overAfterSeconds
  const noted = await world.db.transaction(async (tx) => {
    await lockRefund(tx, id)
    const refund = await noteRefund(tx, id, outcome, waitSeconds)
    if (refund) await followRefund(tx, refund, before)
    return refund
  })
  if (noted?.state === 'failed') world.log.error({ refund: id, reason: noted.reason }, 'a refund was refused')
  if (!noted && outcome.state === 'done') await noteMade(world, id, outcome.transactionId)
  nudgeMail(world)
  return noted
}

/**
 * What stands against giving back this refund, which was not sent yet: asked of all before the first of several goes
 * out, so that a place is given up for all of its money or for none.
 */
export async function doubtAgainst(
  world: World,
  chargeId: string,
  back: MoneyBack,
): Promise<(RefundOutcome & { state: 'failed' }) | undefined> {
  if (await isStandingStill(world.db)) return undefined
  if (await standingDispute(world.db, chargeId)) return { state: 'failed', reason: 'the payment is disputed' }
  try {
    const neverPaid = await neverTaken(gatewayOf(world.env), back.transactionId)
    if (neverPaid) return neverPaid
    return (await hasStrangeRefund(world, back)) ? { state: 'failed', reason: strangeRefund } : undefined
  } catch (problem) {
    return { state: 'failed', reason: `the gateway could not be asked: ${problem}`, isPassing: true }
  }
}

/** The gateway has no money to give back: what the charge paid is unpaid, and this refund is dropped with it. */
async function unpay(world: World, refundId: string) {
  const { chargeId } = found(await refundById(world.db, refundId))
  const { transactionId } = found(await chargeById(world.db, found(chargeId)))
  await askForSettlementOf(world, found(transactionId), endOfCharge(world))
}

/**
 * A refund was made after it had been closed: the place is given up, as was asked. Another of the same sum that waits is
 * this one. False when that cannot be said yet. A void of a payment that did not settle gives nothing back: the place is
 * unpaid, or paid by another charge.
 */
export async function noteMade(world: World, id: string, transactionId: string): Promise<boolean> {
  const refund = found(await refundById(world.db, id))
  const charge = found(await chargeById(world.db, found(refund.chargeId)))
  if (charge.endedHow === 'not settled') return true
  const other = await refundOf(world.db, refund)
  if (other?.transactionId === transactionId) return true
  const made = { state: 'done' as const, transactionId }
  if (other && other.state !== 'done') {
    const isIt = other.state === 'queued' && refund.amountCents === other.amountCents
    if (isIt) await finishRefund(world, other.id, made)
    return isIt
  }
  world.log.error({ refund: id, transaction: transactionId }, 'a refund was made after it had been closed')
  if (await reopenRefund(world.db, id)) await finishRefund(world, id, made)
  return true
}

async function followRefund(tx: Db, refund: Refund, before: Refund['state'] | undefined) {
  const { state, registrationId, familyId } = refund
  const isGoing = state === 'done' || state === 'queued'
  const wasThere = isGoing && !refund.endedBy && (await giveUpByFamily(tx, { registrationId, familyId }))
  if (state === 'done') {
    await postRefund(tx, 'refunded', refund, refund.endedBy ?? 'site')
    if (await isTooMuchBack(tx, registrationId)) await addMail(tx, await refundTwiceMail(tx, refund))
    else await addUnregisteredMail(tx, registrationId, 'refunded', { refund, isAll: wasThere })
  }
  if (state === 'queued' && wasThere)
    await addUnregisteredMail(tx, registrationId, 'queued', { refund, isAll: true })
  if (state !== 'failed') return
  // Its place is not there any more, or stays for less: the money is owed by hand.
  const isOwed = before === 'queued' || refund.endedBy !== null || (await isGone(tx, registrationId))
  if (isOwed) await addMail(tx, await refundHelpMail(tx, refund))
  if (isOwed || refund.isPromised) await addRefundFailedMail(tx, refund, isOwed ? 'gone' : 'kept')
}

const isGone = async (tx: Db, id: number) =>
  (await tx.$count(registrations, and(eq(registrations.id, id), isNotNull(registrations.removedAt)))) > 0

/** Frees a place that its family gives up, once; what of it was credit of no known payment is credit again. */
export async function giveUpByFamily(
  tx: Db,
  { registrationId, familyId }: Pick<Refund, 'registrationId' | 'familyId'>,
): Promise<boolean> {
  const removal = byFamily(familyId)
  const wasThere = await removeRegistration(tx, registrationId, removal)
  if (wasThere && familyId) await creditAgain(tx, removal.removedBy, { familyId, registrationId })
  return wasThere
}

/** Frees the place, once, and tells the log. */
export async function removeRegistration(tx: Db, id: number, removal: Removal): Promise<boolean> {
  const [freed] = await freePlaces(tx, eq(registrations.id, id), removal)
  if (!freed) return false
  const { familyId, personId, sessionId } = freed
  await addChange(tx, { actor: removal.removedBy, what: 'unregistered', familyId, personId, sessionId })
  return true
}
