import { nudgeMail } from '#mail/outbox.server.ts'
import {
  chargeById,
  leaseNeverSeen,
  noteDeclinedLate,
  noteLateSale,
  noteLateSaleRefunded,
  rescheduleNeverSeen,
} from '#payments/charges.db.server.ts'
import { standingDispute } from '#payments/disputes.db.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { Purpose } from '#payments/purpose.ts'
import type { World } from '#platform/contexts.server.ts'
import { isStandingStill } from '#platform/jobs/stamps.db.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { findSale, gatewayFor } from './braintree.server.ts'
import { findRefund, giveBack } from './give-back.server.ts'

/** Longer than the calls of an undo may last. */
const leaseFor = ({ env }: World) => 5 * env.gateway.overAfterSeconds

/** Asks again about sales that the gateway had not seen when their charge was given up: late is not never. */
export async function undoLateSales(world: World, purpose: Purpose): Promise<void> {
  for (;;) {
    const charge = await leaseNeverSeen(world.db, leaseFor(world))
    if (!charge) return
    await askAgain(world, charge, purpose).catch((problem) =>
      world.log.error({ err: problem, charge: charge.id }, 'a sale could not be asked about again'),
    )
  }
}

async function askAgain(world: World, { id, lateTransactionId }: Charge, purpose: Purpose): Promise<void> {
  if (lateTransactionId) return undo(world, id, lateTransactionId, purpose)
  const outcome = await findSale(gatewayFor(world.env), id)
  if (!outcome) await rescheduleNeverSeen(world.db, id)
  else if (outcome.state === 'accepted') await undo(world, id, outcome.transactionId, purpose)
  else await noteDeclinedLate(world.db, id)
}

/** Refunds or voids the sale of a charge that ended as declined; failures are retried. */
export async function undo(world: World, id: string, transactionId: string, purpose: Purpose): Promise<void> {
  const charge = orNotFound(await chargeById(world.db, id))
  if (charge.state !== 'declined' || charge.endedHow === 'undone' || charge.endedHow === 'not settled') return
  const isNews = await noteLateSale(world.db, id, transactionId, leaseFor(world))
  world.log.error(
    { charge: id, transaction: transactionId },
    'a sale was accepted after it had been given up',
  )
  const outcome = await takeBack(world, charge, transactionId)
  await world.db.transaction(async (tx) => {
    if (outcome.state === 'done') {
      const undone = await noteLateSaleRefunded(tx, id)
      if (undone) await purpose.undone(tx, undone, 'done')
    } else if (isNews) await purpose.undone(tx, charge, 'queued')
  })
  nudgeMail(world)
  const level = outcome.state === 'done' ? 'info' : 'error'
  world.log[level]({ charge: id, transaction: transactionId, outcome }, 'a late sale is being undone')
}

async function takeBack({ db, env }: World, { id, amountCents }: Charge, transactionId: string) {
  const back = { refundId: id, transactionId, amountCents, isWhole: true }
  const gateway = gatewayFor(env)
  try {
    if (await isStandingStill(db)) return { state: 'unknown' as const, reason: 'all refunds stand still' }
    if (await standingDispute(db, id)) return { state: 'unknown' as const, reason: 'the sale is disputed' }
    const outcome = (await findRefund(gateway, back)) ?? (await giveBack(gateway, back))
    const isNeverPaid = outcome.state === 'failed' && outcome.isNeverPaid
    return isNeverPaid ? { state: 'done' as const, transactionId } : outcome
  } catch (problem) {
    return { state: 'unknown' as const, reason: String(problem) }
  }
}
