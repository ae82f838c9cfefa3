import { nudgeMail } from '#mail/outbox.server.ts'
import { lockPayer } from '#payments/charges.db.server.ts'
import type { Purpose } from '#payments/purpose.ts'
import {
  askTomorrow,
  findAcceptedCharge,
  leaseUnsettled,
  noteNotSettled,
  noteSettled,
} from '#payments/settlements.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { gatewayFor, transactionsById } from './braintree.server.ts'
import { describeDecline, type TransactionAnswer, toSettlement } from './gateway-answers.ts'

/** Polls sales of a day ago or longer that have not settled, in batches of one search. */
export async function askForSettlements(world: World, purpose: Purpose): Promise<void> {
  for (;;) {
    const ids = await leaseUnsettled(world.db)
    if (ids.length === 0) return
    const sales = await transactionsById(gatewayFor(world.env), ids)
    for (const sale of sales)
      await applySettlement(world, sale, purpose).catch((problem) =>
        world.log.error({ err: problem, transaction: sale.id }, 'a settlement could not be written'),
      )
    world.log.info({ asked: ids.length, answered: sales.length }, 'the gateway was asked for settlements')
    await askTomorrow(world.db, ids)
  }
}

/** For one sale, read directly: the search index may lag. */
export async function askForOneSettlement(world: World, id: string, purpose: Purpose): Promise<void> {
  await applySettlement(world, await gatewayFor(world.env).call((sdk) => sdk.transaction.find(id)), purpose)
}

/** Idempotent. Applies the gateway's status of a sale that it took: settled, under way, or not coming. */
export async function applySettlement(
  world: World,
  sale: TransactionAnswer,
  purpose: Purpose,
): Promise<void> {
  const charge = await findAcceptedCharge(world.db, sale.id)
  if (!charge || charge.id !== sale.orderId) return
  const settlement = toSettlement(sale)
  if (settlement === 'settled') await noteSettled(world.db, charge.id)
  if (settlement === 'not coming') await recordNotSettled(world, charge.id, sale, purpose)
}

async function recordNotSettled(
  world: World,
  id: string,
  sale: TransactionAnswer,
  purpose: Purpose,
): Promise<void> {
  const reason = describeDecline(sale) ?? sale.status
  const lost = await world.db.transaction(async (tx) => {
    // Its money may be credit by now: the exclusive lock keeps that from being used meanwhile.
    await lockPayer(tx, id, 'no key update')
    await purpose.lock(tx, id, 'declined')
    if (sale.status === 'voided' && (await purpose.isRefunded(tx, id))) {
      await noteSettled(tx, id)
      return undefined
    }
    const charge = await noteNotSettled(tx, id, reason)
    if (charge) await purpose.notSettled(tx, charge)
    return charge
  })
  nudgeMail(world)
  if (lost) world.log.error({ charge: id, transaction: sale.id, reason }, 'a sale did not settle')
}
