import { nudgeMail } from '#mail/outbox.server.ts'
import { lockPayer } from '#payments/charges.db.server.ts'
import type { Purpose } from '#payments/purpose.ts'
import {
  acceptedBy,
  askTomorrow,
  leaseUnsettled,
  noteNotSettled,
  noteSettled,
} from '#payments/settlements.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { gatewayOf, transactionsById } from './braintree.server.ts'
import { type Answered, reasonOf, settlementOf } from './gateway-answers.ts'

/** Asks what became of the sales that were taken a day ago or longer and have not settled yet, many with one search. */
export async function askForSettlements(world: World, purpose: Purpose): Promise<void> {
  for (;;) {
    const ids = await leaseUnsettled(world.db)
    if (ids.length === 0) return
    const sales = await transactionsById(gatewayOf(world.env), ids)
    // One that cannot be written holds up no other.
    for (const sale of sales)
      await believeSettlement(world, sale, purpose).catch((problem) =>
        world.log.error({ err: problem, transaction: sale.id }, 'a settlement could not be written'),
      )
    world.log.info({ asked: ids.length, answered: sales.length }, 'the gateway was asked for settlements')
    await askTomorrow(world.db, ids)
  }
}

/** The same for one, now, without the search, which may know it later. */
export async function askForSettlementOf(world: World, id: string, purpose: Purpose): Promise<void> {
  await believeSettlement(world, await gatewayOf(world.env).call((sdk) => sdk.transaction.find(id)), purpose)
}

/**
 * Believes what the gateway says of a sale that it took, whoever brings the word, and however often: it has settled,
 * it is under way, or its money does not come.
 */
export async function believeSettlement(world: World, sale: Answered, purpose: Purpose): Promise<void> {
  const charge = await acceptedBy(world.db, sale.id)
  if (!charge || charge.id !== sale.orderId) return
  const settlement = settlementOf(sale)
  if (settlement === 'settled') await noteSettled(world.db, charge.id)
  if (settlement === 'not coming') await giveUpMoney(world, charge.id, sale, purpose)
}

async function giveUpMoney(world: World, id: string, sale: Answered, purpose: Purpose): Promise<void> {
  const reason = reasonOf(sale) ?? sale.status
  const lost = await world.db.transaction(async (tx) => {
    // What it paid may be credit by now, which nobody uses meanwhile.
    await lockPayer(tx, id, 'no key update')
    await purpose.lock(tx, id, 'declined')
    // What we voided ourselves is no news.
    if (sale.status === 'voided' && (await purpose.isGivenBack(tx, id))) {
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
