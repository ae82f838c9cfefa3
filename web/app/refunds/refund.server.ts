import { eq } from 'drizzle-orm'
import { endOfCharge } from '#checkout/pay.server.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { gatewayOf, transactionsById } from '#payments/braintree.server.ts'
import type { RefundOutcome } from '#payments/charge-outcome.ts'
import { chargeById } from '#payments/charges.db.server.ts'
import { seenToAmong } from '#payments/comparisons.db.server.ts'
import { standingDispute } from '#payments/disputes.db.server.ts'
import { isTaken } from '#payments/gateway-answers.ts'
import {
  findRefund,
  giveBack,
  type MoneyBack,
  outcomeOfFailure,
  refundsOf,
} from '#payments/give-back.server.ts'
import { askForSettlementOf } from '#payments/settlement.server.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { isStandingStill } from '#platform/marks.db.server.ts'
import { found } from '#platform/refusal.ts'
import { byFamily, freePlaces, type Removal } from '#registrations/places.server.ts'
import { type Refund, registrations } from '#registrations/registrations.tables.ts'
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
  const other = await refundOf(world.db, refund.registrationId)
  if (other?.transactionId === transactionId) return true
  const made = { state: 'done' as const, transactionId }
  if (other && other.state !== 'done') {
    if (other.state === 'queued' && isSame(refund, other)) await finishRefund(world, other.id, made)
    return other.state === 'queued'
  }
  world.log.error({ refund: id, transaction: transactionId }, 'a refund was made after it had been closed')
  if (await reopenRefund(world.db, id)) await finishRefund(world, id, made)
  return true
}

const isSame = (one: Refund, other: Refund) =>
  one.chargeId === other.chargeId && one.amountCents === other.amountCents

async function followRefund(tx: Db, refund: Refund, before: Refund['state'] | undefined) {
  const { state, registrationId } = refund
  const isGone = state === 'done' || state === 'queued'
  const wasThere = isGone && (await removeRegistration(tx, registrationId, byFamily(refund.familyId)))
  if (state === 'done') {
    await postRefund(tx, 'refunded', refund, 'site')
    if (await isTooMuchBack(tx, registrationId)) await addMail(tx, await refundTwiceMail(tx, refund))
    else await addUnregisteredMail(tx, registrationId, 'refunded', refund)
  }
  if (state === 'queued' && wasThere) await addUnregisteredMail(tx, registrationId, 'queued', refund)
  if (state !== 'failed') return
  if (before === 'queued') await addMail(tx, await refundHelpMail(tx, refund))
  if (refund.isPromised) await addRefundFailedMail(tx, refund, before === 'queued' ? 'gone' : 'kept')
}

/** Frees the place, once, and tells the log. */
export async function removeRegistration(tx: Db, id: number, removal: Removal): Promise<boolean> {
  const [freed] = await freePlaces(tx, eq(registrations.id, id), removal)
  if (!freed) return false
  const { familyId, personId, sessionId } = freed
  await addChange(tx, { actor: removal.removedBy, what: 'unregistered', familyId, personId, sessionId })
  return true
}
