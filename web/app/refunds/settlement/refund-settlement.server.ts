import { nudgeMail } from '#mail/outbox.server.ts'
import { gatewayOf, transactionsById } from '#payments/gateway/braintree.server.ts'
import { type Answered, reasonOf, settlementOf } from '#payments/gateway/gateway-answers.ts'
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

/** Asks what became of the refunds that were made a day ago or longer and have not settled yet, many with one search. */
export async function askForRefundSettlements(world: World): Promise<void> {
  for (;;) {
    const ids = await leaseUnsettledRefunds(world.db)
    if (ids.length === 0) return
    await askForMany(world, ids)
    await askRefundsTomorrow(world.db, ids)
  }
}

async function askForMany(world: World, ids: string[]): Promise<void> {
  const made = await transactionsById(gatewayOf(world.env), ids)
  // One that cannot be written holds up no other.
  for (const transaction of made)
    await believeRefund(world, transaction).catch((problem) =>
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
 * Believes what the gateway says of a refund that it made, whoever brings the word, and however often: it has settled,
 * it is under way, or the payer's bank did not take the money, which is then owed to the family.
 */
export async function believeRefund(world: World, transaction: Answered): Promise<void> {
  const settlement = settlementOf(transaction)
  // A sale that was voided before it settled took nothing: nothing can come back.
  const isOver = settlement === 'settled' || transaction.type === 'sale'
  for (const { id } of await refundsMadeBy(world.db, transaction.id)) {
    if (isOver) await noteRefundSettled(world.db, id)
    else if (settlement === 'not coming') await oweAgain(world, id, transaction)
  }
}

async function oweAgain(world: World, id: string, transaction: Answered): Promise<void> {
  const reason = reasonOf(transaction) ?? transaction.status
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
