import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import type { RefundOutcome } from '#payments/gateway/charge-outcome.ts'
import { findRefund } from '#payments/gateway/give-back.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { finishRefund, giveBackInTime, leaseFor, moneyBack, noteMade } from '#refunds/refund.server.ts'
import { leaseNeverSeenRefund, leaseOpenRefund, noteNotSeenRefund } from '#refunds/refunds.db.server.ts'

/** Retries queued refunds and looks up those with an unknown answer. */
export async function reconcileOpenRefunds(world: World): Promise<void> {
  for (;;) {
    const refund = await leaseOpenRefund(world.db, leaseFor(world))
    if (!refund) return
    await settleRefund(world, refund).catch((problem) =>
      world.log.error({ err: problem, refund: refund.id }, 'an open refund could not be settled'),
    )
  }
}

type OpenRefund = NonNullable<Awaited<ReturnType<typeof leaseOpenRefund>>>

const toMoneyBack = ({ transactionId, chargeCents, ...refund }: OpenRefund) =>
  moneyBack(refund, { transactionId: orNotFound(transactionId), chargeCents })

async function settleRefund(world: World, refund: OpenRefund): Promise<void> {
  const outcome = await lookUp(world, refund)
  await finishRefund(world, refund.id, outcome, refund.state)
  world.log.info({ refund: refund.id, outcome: outcome.state }, 'an open refund was looked up')
}

async function lookUp(world: World, refund: OpenRefund): Promise<RefundOutcome> {
  const back = toMoneyBack(refund)
  const known = await findRefund(gatewayFor(world.env), back)
  if (known) return known
  // The lease has expired: a call without a trace was never made, or appears late.
  if (refund.state !== 'queued')
    return { state: 'failed', reason: 'it never reached the gateway', isPassing: true }
  const outcome = await giveBackInTime(world, refund, back)
  const isRetryable = outcome.state === 'unknown' || (outcome.state === 'failed' && outcome.isPassing)
  return isRetryable ? { state: 'queued' } : outcome
}

/** Asks again about refunds that the gateway had not seen when they were closed: late is not never. */
export async function findLateRefunds(world: World): Promise<void> {
  for (;;) {
    const refund = await leaseNeverSeenRefund(world.db, leaseFor(world))
    if (!refund) return
    await askAgain(world, refund).catch((problem) =>
      world.log.error({ err: problem, refund: refund.id }, 'a refund could not be asked about again'),
    )
  }
}

async function askAgain(world: World, refund: OpenRefund): Promise<void> {
  const made = await findRefund(gatewayFor(world.env), toMoneyBack(refund))
  const isNoted = made?.state === 'done' && (await noteMade(world, refund.id, made.transactionId))
  if (!made || isNoted) await noteNotSeenRefund(world.db, refund.id, isNoted)
}
