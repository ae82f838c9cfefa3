import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { found, Refused, refuse } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { readAmount } from '../platform/money.ts'
import { optionalText, understand } from '../platform/requests.ts'
import { transactions } from '../tables.ts'
import { authorizeRefund } from './outcome.ts'
import { settleDue } from './settlement.ts'
import {
  addTransaction,
  lockTransaction,
  moveTransaction,
  type Transaction,
  transactionById,
} from './transactions.ts'

const Move = z.object({ transaction: z.object({ amount: optionalText, order_id: optionalText }).nullish() })
const voidable = ['authorized', 'submitted_for_settlement', 'settlement_pending']
const unsuccessful = ['processor_declined', 'gateway_rejected', 'failed', 'voided', 'settlement_declined']

/** Shows a transaction as it stands now (Braintree's Transaction: Find). */
export async function findTransaction(gateway: Gateway, id: string): Promise<Transaction> {
  await settleDue(gateway, id)
  return found(await transactionById(gateway, id), `transaction ${id}`)
}

/** Submits an authorized sale, whole or less of it (Braintree's Transaction: Submit For Settlement). */
export function submitForSettlement(gateway: Gateway, id: string, request: unknown): Promise<Transaction> {
  const given = understand(Move, request).transaction?.amount
  const amount = given === undefined ? undefined : readAmount(given)
  return withLocked(gateway, id, (within, row) => {
    if (row.status !== 'authorized') return refuse('91507', 'transaction')
    if (amount && !('amountCents' in amount)) throw new Refused([amount])
    const amountCents = amount?.amountCents ?? row.amountCents
    if (amountCents > row.amountCents) return refuse('91522', 'transaction')
    return moveTransaction(within, row, 'submitted_for_settlement', amountCents)
  })
}

/** Voids a transaction that is not settled yet (Braintree's Transaction: Void). */
export function voidTransaction(gateway: Gateway, id: string): Promise<Transaction> {
  return withLocked(gateway, id, (within, row) =>
    voidable.includes(row.status) ? moveTransaction(within, row, 'voided') : refuse('91504', 'transaction'),
  )
}

/**
 * Refunds a settled sale, whole, in part, or, without an amount, what is left of it
 * (Braintree's Transaction: Refund). The refund is a transaction of its own, of type credit.
 */
export function refund(gateway: Gateway, id: string, request: unknown): Promise<Transaction> {
  const wanted = understand(Move, request).transaction
  return withLocked(gateway, id, async (within, row) => {
    if (row.type === 'credit') refuse('91505', 'transaction')
    if (row.status !== 'settled') refuse('91506', 'transaction')
    const left = row.amountCents - (await refundedCents(within, id))
    if (left === 0) refuse('91512', 'transaction')
    const amount = wanted?.amount === undefined ? { amountCents: left } : readAmount(wanted.amount)
    if (!('amountCents' in amount)) throw new Refused([amount])
    if (amount.amountCents > left) refuse('91521', 'transaction')
    return addTransaction(within, {
      type: 'credit',
      amountCents: amount.amountCents,
      instrument: { ...row, cvvCode: 'I' },
      outcome: authorizeRefund(amount.amountCents),
      submit: true,
      details: row.details,
      orderId: wanted?.order_id ?? row.orderId,
      customerId: row.customerId,
      token: row.token,
      refundedTransactionId: row.id,
    })
  })
}

/** Where the testing gateway may move a transaction, by the name of its call. */
const testingMoves: Record<string, { from: string[]; to: string }> = {
  settle: { from: ['submitted_for_settlement', 'settlement_pending'], to: 'settled' },
  settlement_pending: { from: ['submitted_for_settlement'], to: 'settlement_pending' },
  settlement_confirm: {
    from: ['submitted_for_settlement', 'settlement_pending'],
    to: 'settlement_confirmed',
  },
  settlement_decline: { from: ['submitted_for_settlement', 'settlement_pending'], to: 'settlement_declined' },
}

/** Moves a transaction by hand (Braintree's testing gateway: settle, settlementPending, …). */
export function simulateSettlement(gateway: Gateway, id: string, call: string): Promise<Transaction> {
  const move = found(testingMoves[call], `call ${call} on transactions`)
  return withLocked(gateway, id, (within, row) =>
    move.from.includes(row.status) ? moveTransaction(within, row, move.to) : refuse('91575', 'transaction'),
  )
}

function withLocked(
  gateway: Gateway,
  id: string,
  work: (within: Gateway, row: Transaction) => Promise<Transaction>,
): Promise<Transaction> {
  return inTransaction(gateway, async (within) => {
    await settleDue(within, id)
    return work(within, found(await lockTransaction(within, id), `transaction ${id}`))
  })
}

async function refundedCents(gateway: Gateway, id: string): Promise<number> {
  const [row] = await gateway.db
    .select({ cents: sql<number>`coalesce(sum(${transactions.amountCents}), 0)::int` })
    .from(transactions)
    .where(
      and(
        eq(transactions.merchantId, gateway.merchant.id),
        eq(transactions.refundedTransactionId, id),
        not(inArray(transactions.status, unsuccessful)),
      ),
    )
  return row?.cents ?? 0
}
