import { inArray, or } from 'drizzle-orm'
import { chargePurpose } from '#checkout/pay/pay.server.ts'
import { gatewayFor } from '#payments/gateway/braintree.server.ts'
import { isTaken, isUuid, type TransactionAnswer, toSettlement } from '#payments/gateway/gateway-answers.ts'
import { type Listed, listedById } from '#payments/gateway/gateway-list.server.ts'
import { applySettlement } from '#payments/gateway/settlement.server.ts'
import { type Charge, charges } from '#payments/payments.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refundColumns } from '#refunds/refunds.db.server.ts'
import { applyRefundSettlement } from '#refunds/settlement/refund-settlement.server.ts'
import { type Refund, refunds } from '#registrations/registrations.tables.ts'
import { type CompareResult, creditDiffers, listedCents, saleDiffers } from './differences.ts'

/**
 * The differences in a page of the gateway's list, and the number of foreign transactions. Settlements are applied
 * first: they are no differences.
 */
export async function findDifferences(world: World, page: Listed[]) {
  for (const transaction of page)
    if (toSettlement(transaction) === 'not coming') await applyTransaction(world, transaction)
  const ours = await readOurs(world.db, page)
  const back = await sumRefundedBySale(world, page, ours)
  const compared = page.map((transaction) => compare(transaction, ours, back.get(transaction.id) ?? 0))
  return {
    found: compared.flatMap((each) => (each && each !== 'foreign' ? [each] : [])),
    foreign: compared.filter((each) => each === 'foreign').length,
  }
}

export async function applyTransaction(world: World, transaction: TransactionAnswer): Promise<void> {
  if (transaction.type === 'sale') await applySettlement(world, transaction, chargePurpose(world))
  else await applyRefundSettlement(world, transaction)
}

/** Refunds of those sales that our books do not have as paid. */
async function sumRefundedBySale(world: World, page: Listed[], ours: Ours): Promise<Map<string, number>> {
  const isOurs = ({ id }: Listed) =>
    ours.charges.some(({ state, transactionId }) => state === 'accepted' && transactionId === id)
  const ids = page.flatMap((sale) => (isOurs(sale) ? [] : sale.refundIds))
  const back = new Map<string, number>()
  if (ids.length === 0) return back
  for (const refund of await listedById(gatewayFor(world.env), ids)) {
    const sale = refund.refundedTransactionId ?? ''
    if (isTaken(refund.status)) back.set(sale, (back.get(sale) ?? 0) + listedCents(refund))
  }
  return back
}

type Ours = { charges: Charge[]; refunds: Refund[] }

/** At most fifty transactions, by two indices each. */
async function readOurs(db: Db, page: Listed[]): Promise<Ours> {
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

function compare(transaction: Listed, ours: Ours, backCents: number): CompareResult {
  const { id, orderId, refundedTransactionId } = transaction
  const charge = ours.charges.find((row) => row.id === orderId)
  if (transaction.type === 'sale') return saleDiffers(transaction, charge, backCents)
  const refund =
    ours.refunds.find((row) => row.id === orderId) ?? ours.refunds.find((row) => row.transactionId === id)
  const refunded = charge ?? ours.charges.find((row) => row.transactionId === refundedTransactionId)
  return creditDiffers(transaction, refund, refunded)
}
