import type { RefundOutcome } from '#payments/gateway/charge-outcome.ts'
import type { World } from '#platform/contexts.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import type { Refund } from '#registrations/registrations.tables.ts'
import { doubtAgainst, finishRefund, giveBackFor, leaseFor, moneyBack, type PaidBy } from './refund.server.ts'
import { type Leased, refundById } from './refunds.db.server.ts'

export type ToSend = { refund: Refund & Leased; paid: PaidBy }

/** Each of several waits for those before it. */
export const leaseForAll = (world: World, refunds: number) =>
  leaseFor(world) * (refunds === 1 ? 1 : refunds + 1)

/**
 * Sends a family's refunds one after the other. Several are checked first: if one cannot be made, none is sent. After a
 * refusal of the first ones the rest is not sent.
 */
export async function sendForFamily(world: World, all: ToSend[]): Promise<Refund[]> {
  if (all.length > 1) {
    for (const one of all) {
      const doubt = await doubtAgainst(
        world,
        orNotFound(one.refund.chargeId),
        moneyBack(one.refund, one.paid),
      )
      if (!doubt) continue
      const closed = await close(world, one, doubt)
      const others = all.filter((other) => other !== one)
      return [closed, ...(await closeAll(world, others))]
    }
  }
  const ended: Refund[] = []
  for (const one of all) {
    const end = await giveBackFor(world, one.refund, one.paid)
    ended.push(end)
    if (ended.every(({ state }) => state === 'failed')) {
      const rest = await closeAll(world, all.slice(ended.length))
      return [...ended, ...rest]
    }
  }
  return ended
}

/** Sends the desk's refunds; a refused one is owed by hand, and does not stop the others. */
export async function sendForDesk(world: World, all: ToSend[]): Promise<void> {
  for (const { refund, paid } of all)
    await giveBackFor(world, refund, paid).catch((problem) =>
      world.log.error({ err: problem, refund: refund.id }, 'the end of a refund could not be written'),
    )
}

async function closeAll(world: World, all: ToSend[]): Promise<Refund[]> {
  const closed: Refund[] = []
  const outcome = { state: 'failed' as const, reason: 'another payment of the place cannot be given back' }
  for (const one of all) closed.push(await close(world, one, outcome))
  return closed
}

const close = async (world: World, { refund }: ToSend, outcome: RefundOutcome) =>
  (await finishRefund(world, refund.id, outcome)) ?? orNotFound(await refundById(world.db, refund.id))
