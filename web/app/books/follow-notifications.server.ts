import { findDispute, findTransaction, gatewayOf } from '#payments/gateway/braintree.server.ts'
import type { Message } from '#payments/gateway/gateway-messages.server.ts'
import {
  leaseNotification,
  type Notification,
  noteFollowed,
  notePostponed,
} from '#payments/notifications.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { believeDispute } from './disputes.server.ts'
import { believe } from './find-differences.server.ts'

const aboutTransactions = new Set(['transaction_settled', 'transaction_settlement_declined', 'refund_failed'])
const isAboutDispute = (kind: string) => kind.startsWith('dispute_')

/** Whether the gateway is to be asked about it. */
export const isToBeFollowed = ({ kind, subjectId }: Message) =>
  subjectId !== '' && (aboutTransactions.has(kind) || isAboutDispute(kind))

const mostTries = 30

/** Asks the gateway about what its messages told, one after the other. */
export async function followNotifications(world: World): Promise<void> {
  for (;;) {
    const notification = await leaseNotification(world.db, 3 * world.env.gateway.overAfterSeconds)
    if (!notification) return
    await followOne(world, notification)
  }
}

async function followOne(world: World, notification: Notification): Promise<void> {
  const { id, kind, subjectId, tries } = notification
  try {
    const outcome = await ask(world, notification)
    await noteFollowed(world.db, id, outcome)
    world.log.info({ kind, subject: subjectId, outcome }, 'a message of the gateway was followed')
  } catch (problem) {
    const isLast = tries >= mostTries
    await notePostponed(world.db, id, String(problem).slice(0, 500), isLast ? null : waitAfter(tries))
    const level = isLast ? 'error' : 'warn'
    world.log[level](
      { err: problem, kind, subject: subjectId },
      'a message of the gateway could not be followed',
    )
  }
}

const waitAfter = (tries: number) => Math.min(60 * 2 ** (tries - 1), 3600)

/** The same doors as for the daily questions: what a message says is not believed, what the gateway answers is. */
async function ask(world: World, { kind, subjectId }: Notification): Promise<string> {
  const gateway = gatewayOf(world.env)
  if (isAboutDispute(kind)) {
    const dispute = await findDispute(gateway, subjectId)
    return dispute ? believeDispute(world, dispute) : unknown
  }
  const transaction = await findTransaction(gateway, subjectId)
  if (!transaction) return unknown
  await believe(world, transaction)
  return transaction.status
}

const unknown = 'the gateway does not know it'
