import { nudgeMail } from '#mail/outbox.server.ts'
import { gatewayFor, transactionsById } from '#payments/gateway/braintree.server.ts'
import { describeDecline, type TransactionAnswer, toSettlement } from '#payments/gateway/gateway-answers.ts'
import type { World } from '#platform/contexts.server.ts'
import { addRefundCameBackMails } from '#refunds/refund-mails.server.ts'
import { lockRefund, postRefund } from '#refunds/refunds.db.server.ts'
import {
  askRefundsTomorrow,
  leaseUnsettledRefunds,
  noteCameBack,
  noteRefundSettled,
  refundsMadeBy,
} from './refund-settlements.db.server.ts'

/** Polls refunds of a day ago or longer that have not settled, in batches of one search. */
export async function askForRefundSettlements(world: World): Promise<void> {
  for (;;) {
    const ids = await leaseUnsettledRefunds(world.db)
    if (ids.length === 0) return
    await askForMany(world, ids)
    await askRefundsTomorrow(world.db, ids)
  }
}

async function askForMany(world: World, ids: string[]): Promise<void> {
  const made = await transactionsById(gatewayFor(world.env), ids)
  for (const transaction of made)
    await applyRefundSettlement(world, transaction).catch((problem) =>
      world.log.error(
        { err: problem, transaction: transaction.id },
        'the end of a refund could not be written',
      ),
    )
  world.log.info(
    { asked: ids.length, answered: made.length },
    'the gateway was asked whether refunds settled',
  )
}

/**
 * Idempotent. Applies the gateway's status of a refund: settled, under way, or returned by the payer's bank and so owed
 * to the family.
 */
export async function applyRefundSettlement(world: World, transaction: TransactionAnswer): Promise<void> {
  const settlement = toSettlement(transaction)
  // A voided sale took nothing, so nothing can come back.
  const isOver = settlement === 'settled' || transaction.type === 'sale'
  for (const { id } of await refundsMadeBy(world.db, transaction.id)) {
    if (isOver) await noteRefundSettled(world.db, id)
    else if (settlement === 'not coming') await oweAgain(world, id, transaction)
  }
}

async function oweAgain(world: World, id: string, transaction: TransactionAnswer): Promise<void> {
  const reason = describeDecline(transaction) ?? transaction.status
  const cameBack = await world.db.transaction(async (tx) => {
    await lockRefund(tx, id)
    const refund = await noteCameBack(tx, id, reason)
    if (refund) {
      await postRefund(tx, 'came back', refund, 'site')
      await addRefundCameBackMails(tx, refund)
    }
    return refund
  })
  nudgeMail(world)
  if (cameBack)
    world.log.error({ refund: id, transaction: transaction.id, reason }, 'a refund did not settle')
}
