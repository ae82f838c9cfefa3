import { and, eq, isNotNull } from 'drizzle-orm'
import { chargePurpose } from '#checkout/pay/pay.server.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { chargeById } from '#payments/charges.db.server.ts'
import { seenToAmong } from '#payments/comparisons.db.server.ts'
import { standingDispute } from '#payments/disputes.db.server.ts'
import { gatewayFor, transactionsById } from '#payments/gateway/braintree.server.ts'
import type { RefundOutcome } from '#payments/gateway/charge-outcome.ts'
import { isTaken } from '#payments/gateway/gateway-answers.ts'
import {
  findRefund,
  giveBack,
  listRefundIds,
  type MoneyBack,
  neverTaken,
  resolveFailure,
} from '#payments/gateway/give-back.server.ts'
import { askForOneSettlement } from '#payments/gateway/settlement.server.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isStandingStill } from '#platform/jobs/stamps.db.server.ts'
import { orNotFound } from '#platform/refusal.ts'
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
  findLastRefund,
  isTooMuchBack,
  type Leased,
  lockRefund,
  noteRefund,
  ownsRefund,
  postRefund,
  refundById,
  refundsAmong,
  refundsMadeAmong,
  reopenRefund,
} from './refunds.db.server.ts'

export type PaidBy = { transactionId: string; chargeCents: number }

/**
 * Longer than the calls of a refund, each with the SDK's whole time-out: two workers on one refund would send the money
 * twice.
 */
export const leaseFor = ({ env }: World) => 6 * env.gateway.overAfterSeconds

export const moneyBack = (
  { id, amountCents }: Pick<Refund, 'id' | 'amountCents'>,
  { transactionId, chargeCents }: PaidBy,
): MoneyBack => ({ refundId: id, transactionId, amountCents, isWhole: amountCents === chargeCents })

/** Sends a new refund, unless an earlier one of the same place turns out to be made. */
export async function giveBackFor(world: World, refund: Refund & Leased, paid: PaidBy): Promise<Refund> {
  const outcome =
    (await madeEarlier(world, refund, paid)) ?? (await giveBackInTime(world, refund, moneyBack(refund, paid)))
  const noted = await finishRefund(world, refund.id, outcome)
  return noted ?? orNotFound(await refundById(world.db, refund.id))
}

/** Failed refunds may come late: each is looked up before more money is sent. */
async function madeEarlier(world: World, refund: Refund, paid: PaidBy): Promise<RefundOutcome | undefined> {
  for (const earlier of await earlierRefunds(world.db, refund)) {
    try {
      const made = await findRefund(gatewayFor(world.env), moneyBack(earlier, paid))
      if (made) return made
    } catch (problem) {
      return { state: 'failed', reason: `an earlier refund could not be asked for: ${problem}` }
    }
  }
  return undefined
}

/** Sends the refund, unless this process was held up for so long that another may own it. */
export async function giveBackInTime(
  world: World,
  refund: Pick<Refund, 'id' | 'state' | 'chargeId'> & Leased,
  back: MoneyBack,
): Promise<RefundOutcome> {
  if (await isStandingStill(world.db)) return { state: 'queued' }
  const isQueued = refund.state === 'queued'
  if (await standingDispute(world.db, orNotFound(refund.chargeId)))
    return isQueued ? { state: 'queued' } : { state: 'failed', reason: 'the payment is disputed' }
  const gateway = gatewayFor(world.env)
  const doubt = await hasStrangeRefund(world, back).then(
    (isStrange): RefundOutcome | undefined =>
      isStrange ? { state: 'failed', reason: strangeRefund } : undefined,
    (problem) => resolveFailure(gateway, back, problem),
  )
  if (doubt) return isQueued ? { state: 'queued' } : doubt
  if (!(await ownsRefund(world.db, refund, 4 * world.env.gateway.overAfterSeconds)))
    throw new Error('a refund was not sent: its lease is too old')
  return giveBack(gateway, back)
}

export const strangeRefund = 'the gateway has a refund of this payment that is not in our books'

/**
 * Whether the payment has a refund that is not in our books (from the gateway's panel, or before a restore) and not
 * assigned to a place: it may be this one, so a person must look.
 */
async function hasStrangeRefund({ db, env }: World, { transactionId }: MoneyBack): Promise<boolean> {
  const gateway = gatewayFor(env)
  const ids = await listRefundIds(gateway, transactionId)
  const known = [...(await refundsMadeAmong(db, ids)), ...(await seenToAmong(db, ids))]
  const strange = ids.filter((id) => !known.includes(id))
  if (strange.length === 0) return false
  const seen = await transactionsById(gateway, strange)
  const ours = await refundsAmong(
    db,
    seen.map(({ orderId }) => orderId ?? ''),
  )
  // The search index may lag: only refunds known to be ours, or known to have failed, are harmless.
  const harmless = seen.filter(({ status, orderId }) => !isTaken(status) || ours.includes(orderId ?? ''))
  return strange.some((id) => !harmless.some((refund) => refund.id === id))
}

/** Writes a refund's end and its consequences, once. `before`: the state that the family knows. */
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
 * The reason not to send a refund. Asked for all of several refunds before the first is sent, so that a place is given
 * up for all of its money or for none.
 */
export async function doubtAgainst(
  world: World,
  chargeId: string,
  back: MoneyBack,
): Promise<(RefundOutcome & { state: 'failed' }) | undefined> {
  if (await isStandingStill(world.db)) return undefined
  if (await standingDispute(world.db, chargeId)) return { state: 'failed', reason: 'the payment is disputed' }
  try {
    const neverPaid = await neverTaken(gatewayFor(world.env), back.transactionId)
    if (neverPaid) return neverPaid
    return (await hasStrangeRefund(world, back)) ? { state: 'failed', reason: strangeRefund } : undefined
  } catch (problem) {
    return { state: 'failed', reason: `the gateway could not be asked: ${problem}`, isPassing: true }
  }
}

/** The charge brought no money: what it paid is unpaid, and the refund is dropped with it. */
async function unpay(world: World, refundId: string) {
  const { chargeId } = orNotFound(await refundById(world.db, refundId))
  const { transactionId } = orNotFound(await chargeById(world.db, orNotFound(chargeId)))
  await askForOneSettlement(world, orNotFound(transactionId), chargePurpose(world))
}

/**
 * A refund was made after it had been closed: gives up the place, as requested. A queued one of the same sum is this
 * one; false while not certain. A void of an unsettled payment refunds nothing.
 */
export async function noteMade(world: World, id: string, transactionId: string): Promise<boolean> {
  const refund = orNotFound(await refundById(world.db, id))
  const charge = orNotFound(await chargeById(world.db, orNotFound(refund.chargeId)))
  if (charge.endedHow === 'not settled') return true
  const other = await findLastRefund(world.db, refund)
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
  // The place is gone, or stays for less: the money is owed by hand.
  const isOwed = before === 'queued' || refund.endedBy !== null || (await isGone(tx, registrationId))
  if (isOwed) await addMail(tx, await refundHelpMail(tx, refund))
  if (isOwed || refund.isPromised) await addRefundFailedMail(tx, refund, isOwed ? 'gone' : 'kept')
}

const isGone = async (tx: Db, id: number) =>
  (await tx.$count(registrations, and(eq(registrations.id, id), isNotNull(registrations.removedAt)))) > 0

/** Frees the place, once; credit of an unknown payment is credit again. */
export async function giveUpByFamily(
  tx: Db,
  { registrationId, familyId }: Pick<Refund, 'registrationId' | 'familyId'>,
): Promise<boolean> {
  const removal = byFamily(familyId)
  const wasThere = await removeRegistration(tx, registrationId, removal)
  if (wasThere && familyId) await creditAgain(tx, removal.removedBy, { familyId, registrationId })
  return wasThere
}

/** Frees the place, once, and logs it. */
export async function removeRegistration(tx: Db, id: number, removal: Removal): Promise<boolean> {
  const [freed] = await freePlaces(tx, eq(registrations.id, id), removal)
  if (!freed) return false
  const { familyId, personId, sessionId } = freed
  await addChange(tx, { actor: removal.removedBy, what: 'unregistered', familyId, personId, sessionId })
  return true
}
