import { findDispute, findTransaction, gatewayFor } from '#payments/gateway/braintree.server.ts'
import type { WebhookMessage } from '#payments/gateway/webhook-messages.server.ts'
import {
  leaseNotification,
  type Notification,
  noteFollowed,
  notePostponed,
} from '#payments/notifications.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { applyDispute } from './disputes.server.ts'
import { applyTransaction } from './find-differences.server.ts'

const aboutTransactions = new Set(['transaction_settled', 'transaction_settlement_declined', 'refund_failed'])
const isAboutDispute = (kind: string) => kind.startsWith('dispute_')

export const isToBeFollowed = ({ kind, subjectId }: WebhookMessage) =>
  subjectId !== '' && (aboutTransactions.has(kind) || isAboutDispute(kind))

const maxTries = 30

/** One notification after the other. */
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
    const isLast = tries >= maxTries
    await notePostponed(world.db, id, String(problem).slice(0, 500), isLast ? null : waitAfter(tries))
    const level = isLast ? 'error' : 'warn'
    world.log[level](
      { err: problem, kind, subject: subjectId },
      'a message of the gateway could not be followed',
    )
  }
}

const waitAfter = (tries: number) => Math.min(60 * 2 ** (tries - 1), 3600)

/** The gateway is asked, as by the daily jobs: a notification's own content is not trusted. */
async function ask(world: World, { kind, subjectId }: Notification): Promise<string> {
  const gateway = gatewayFor(world.env)
  if (isAboutDispute(kind)) {
    const dispute = await findDispute(gateway, subjectId)
    return dispute ? applyDispute(world, dispute) : unknown
  }
  const transaction = await findTransaction(gateway, subjectId)
  if (!transaction) return unknown
  await applyTransaction(world, transaction)
  return transaction.status
}

const unknown = 'the gateway does not know it'
