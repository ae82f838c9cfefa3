import { inArray, or } from 'drizzle-orm'
import { endOfCharge } from '#checkout/pay/pay.server.ts'
import { gatewayOf } from '#payments/gateway/braintree.server.ts'
import { type Answered, isTaken, isUuid, settlementOf } from '#payments/gateway/gateway-answers.ts'
import { type Listed, listedById } from '#payments/gateway/gateway-list.server.ts'
import { believeSettlement } from '#payments/gateway/settlement.server.ts'
import { type Charge, charges } from '#payments/payments.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refundColumns } from '#refunds/refunds.db.server.ts'
import { believeRefund } from '#refunds/settlement/refund-settlement.server.ts'
import { type Refund, refunds } from '#registrations/registrations.tables.ts'
import { amountOf, creditDiffers, type Said, saleDiffers } from './differences.ts'

/**
 * What of a page of the gateway's list differs from our books, and how many are not of this site. What the gateway says
 * of a settlement is believed first, as on any other day: that is no difference.
 */
export async function findDifferences(world: World, page: Listed[]) {
  for (const transaction of page)
    if (settlementOf(transaction) === 'not coming') await believe(world, transaction)
  const ours = await rowsOf(world.db, page)
  const back = await givenBackOf(world, page, ours)
  const said = page.map((transaction) => compare(transaction, ours, back.get(transaction.id) ?? 0))
  return {
    found: said.flatMap((each) => (each && each !== 'foreign' ? [each] : [])),
    foreign: said.filter((each) => each === 'foreign').length,
  }
}

/** Believes what became of a sale, or of money that went back. */
export async function believe(world: World, transaction: Answered): Promise<void> {
  if (transaction.type === 'sale') await believeSettlement(world, transaction, endOfCharge(world))
  else await believeRefund(world, transaction)
}

/** What has gone back of those sales that our books do not have as paid. */
async function givenBackOf(world: World, page: Listed[], ours: Ours): Promise<Map<string, number>> {
  const isOurs = ({ id }: Listed) =>
    ours.charges.some(({ state, transactionId }) => state === 'accepted' && transactionId === id)
  const ids = page.flatMap((sale) => (isOurs(sale) ? [] : sale.refundIds))
  const back = new Map<string, number>()
  if (ids.length === 0) return back
  for (const refund of await listedById(gatewayOf(world.env), ids)) {
    const sale = refund.refundedTransactionId ?? ''
    if (isTaken(refund.status)) back.set(sale, (back.get(sale) ?? 0) + amountOf(refund))
  }
  return back
}

type Ours = { charges: Charge[]; refunds: Refund[] }

/** At most fifty transactions, by two indices each. */
async function rowsOf(db: Db, page: Listed[]): Promise<Ours> {
  const orders = page.flatMap(({ orderId }) => (orderId && isUuid(orderId) ? [orderId] : []))
  const sales = page.flatMap(({ refundedTransactionId }) => refundedTransactionId ?? [])
  const ids = page.map(({ id }) => id)
  const isCharge = or(inArray(charges.id, orders), inArray(charges.transactionId, sales))
  const isRefund = or(inArray(refunds.id, orders), inArray(refunds.transactionId, ids))
  return {
    charges: await db.select().from(charges).where(isCharge),
    refunds: await db.select(refundColumns).from(refunds).where(isRefund),
  }
}

function compare(transaction: Listed, ours: Ours, backCents: number): Said {
  const { id, orderId, refundedTransactionId } = transaction
  const charge = ours.charges.find((row) => row.id === orderId)
  if (transaction.type === 'sale') return saleDiffers(transaction, charge, backCents)
  const refund =
    ours.refunds.find((row) => row.id === orderId) ?? ours.refunds.find((row) => row.transactionId === id)
  const refunded = charge ?? ours.charges.find((row) => row.transactionId === refundedTransactionId)
  return creditDiffers(transaction, refund, refunded)
}
