import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Instrument } from '../payment-instruments/instrument.ts'
import { Refused, refuse } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { flag, optionalText } from '../platform/http/requests.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import { printAmount } from '../platform/money.ts'
import { findMerchantAccount, type MerchantAccount } from '../processor/merchant-accounts.ts'
import { approved, authorize, authorizeRefund, type Checks } from '../processor/outcome.ts'
import { transactions } from '../transactions/transactions.tables.ts'
import {
  addTransaction,
  changeTransaction,
  moveTransaction,
  type Transaction,
} from '../transactions/transactions.ts'
import { tooLong } from './sale-problems.ts'
import {
  isSettledInParts,
  PartRequest,
  parseAmountFor,
  readSubmission,
  submitted,
  withLocked,
} from './transaction-moves.ts'

const refused = ['processor_declined', 'gateway_rejected', 'failed']
const unsuccessful = [...refused, 'voided', 'settlement_declined']
const RefundRequest = z.object({
  transaction: z
    .object({ amount: optionalText, order_id: optionalText, merchant_account_id: optionalText })
    .nullish(),
})

/** Braintree's Transaction: Refund. Without an amount, the rest. The refund is a transaction of type credit. */
export function refund(gateway: Gateway, id: string, request: unknown): Promise<Transaction> {
  const credit = parseStrictly(RefundRequest, request).transaction ?? {}
  const wrong = tooLong(credit.order_id, 255, '91501')
  if (wrong.length) throw new Refused(wrong)
  return withLocked(gateway, id, async (within, row) => {
    if (row.type === 'credit') refuse('91505', 'transaction')
    if (row.status === 'settling') refuse('91574', 'transaction')
    if (row.status !== 'settled') refuse('91506', 'transaction')
    const account = findMerchantAccount(credit.merchant_account_id ?? row.merchantAccountId)
    if (account?.currency !== row.currency) return refuse('91513', 'transaction')
    const remainingCents = row.amountCents - (await sumTransactions(within, 'refundedTransactionId', id))
    if (remainingCents === 0) refuse('91512', 'transaction')
    const amountCents = credit.amount === undefined ? remainingCents : parseAmountFor(credit.amount, row)
    if (amountCents > remainingCents) refuse('91521', 'transaction')
    return addTransaction(within, {
      ...toCopy(row),
      type: 'credit',
      amountCents,
      account,
      outcome: authorizeRefund(amountCents),
      submit: true,
      orderId: credit.order_id ?? row.orderId,
      refundedTransactionId: row.id,
    })
  })
}

/**
 * Braintree's Transaction: Submit For Partial Settlement. The part is a transaction; the authorization itself never
 * settles then.
 */
export function submitPart(gateway: Gateway, id: string, request: unknown): Promise<Transaction> {
  const submission = readSubmission(request, PartRequest)
  return withLocked(gateway, id, async (within, row) => {
    if (row.authorizedTransactionId) refuse('915103', 'transaction')
    if (row.status !== 'authorized' && !isSettledInParts(row)) refuse('91507', 'transaction')
    const remainingCents = row.amountCents - (await sumTransactions(within, 'authorizedTransactionId', id))
    if (remainingCents === 0 || row.details.isFinallyCaptured) refuse('91507', 'transaction')
    const amountCents =
      submission.amount === undefined ? remainingCents : parseAmountFor(submission.amount, row)
    if (amountCents > remainingCents) refuse('91522', 'transaction')
    const details = submission.final_capture ? { ...row.details, isFinallyCaptured: true } : row.details
    if (row.status === 'authorized') await moveTransaction(within, row, 'settlement_pending', { details })
    else await changeTransaction(within, row, { details })
    return addTransaction(within, {
      ...toCopy(row),
      type: 'sale',
      amountCents,
      account: merchantAccountFor(row),
      outcome: approved(row.responseCode ?? '1000', row.responseText ?? 'Approved'),
      submit: true,
      ...submitted(row, submission),
      authorizedTransactionId: row.id,
    })
  })
}

const CloneRequest = z.object({
  transaction_clone: z.object({
    amount: optionalText,
    channel: optionalText,
    options: z.object({ submit_for_settlement: flag.optional() }).nullish(),
  }),
})

/** Braintree's Transaction: Clone Transaction. */
export function clone(gateway: Gateway, id: string, request: unknown): Promise<Transaction> {
  const copy = parseStrictly(CloneRequest, request).transaction_clone
  const wrong = tooLong(copy.channel, 255, '91550')
  if (wrong.length) throw new Refused(wrong)
  return withLocked(gateway, id, (within, row) => {
    if (row.type === 'credit') refuse('91543', 'transaction')
    if (row.token) refuse('91540', 'transaction')
    if (row.means.kind === 'paypal_account') refuse('91573', 'transaction')
    if (refused.includes(row.status)) refuse('91542', 'transaction')
    if (copy.options?.submit_for_settlement === undefined) refuse('91544', 'transaction', 'options')
    const amountCents = parseAmountFor(copy.amount, row)
    return addTransaction(within, {
      ...toCopy(row),
      type: 'sale',
      amountCents,
      account: merchantAccountFor(row),
      outcome: authorize(amountCents, row.means, row),
      submit: copy.options?.submit_for_settlement === true,
      details: { ...row.details, channel: copy.channel ?? row.details.channel, adjustments: [] },
      orderId: row.orderId,
    })
  })
}

const AdjustmentRequest = z.object({ transaction: z.object({ amount: optionalText }) })

/** Braintree's Transaction: Adjust Authorization. */
export function adjustAuthorization(gateway: Gateway, id: string, request: unknown): Promise<Transaction> {
  const { amount } = parseStrictly(AdjustmentRequest, request).transaction
  return withLocked(gateway, id, async (within, row) => {
    const amountCents = parseAmountFor(amount, row)
    if (!merchantAccountFor(row).adjusts) refuse('915222', 'transaction')
    if (row.status !== 'authorized') refuse('915218', 'transaction')
    if (row.details.isRecurring) refuse('915219', 'transaction')
    const change = amountCents - row.amountCents
    if (change === 0) refuse('95606', 'transaction')
    const outcome = authorize(amountCents, row.means, row)
    const isGranted = outcome.status === 'authorized'
    const adjustment = {
      amount: `${change < 0 ? '-' : ''}${printAmount(Math.abs(change))}`,
      timestamp: new Date().toISOString(),
      success: isGranted,
      responseCode: outcome.responseCode,
      responseText: outcome.responseText,
      responseType: outcome.responseType,
    }
    const details = { ...row.details, adjustments: [...(row.details.adjustments ?? []), adjustment] }
    if (!isGranted) return changeTransaction(within, row, { details })
    return moveTransaction(within, row, 'authorized', { amountCents, details })
  })
}

function toCopy(row: Transaction) {
  const { means, token, customerId, details, cvvCode, avsPostalCode, avsStreetCode } = row
  const instrument: Instrument = { means, cvvCode, customerId, token }
  const checks: Checks = { cvvCode, avsPostalCode, avsStreetCode }
  return { instrument, checks, token, customerId, details }
}

function merchantAccountFor({ merchantAccountId }: Transaction): MerchantAccount {
  return findMerchantAccount(merchantAccountId) ?? refuse('91513', 'transaction')
}

/** Sum of the transactions that refer to this one, failed ones aside. */
async function sumTransactions(
  gateway: Gateway,
  pointer: 'refundedTransactionId' | 'authorizedTransactionId',
  id: string,
): Promise<number> {
  const [row] = await gateway.db
    .select({ cents: sql<number>`coalesce(sum(${transactions.amountCents}), 0)::int` })
    .from(transactions)
    .where(
      and(
        eq(transactions.merchantId, gateway.merchant.id),
        eq(transactions[pointer], id),
        not(inArray(transactions.status, unsuccessful)),
      ),
    )
  return row?.cents ?? 0
}
