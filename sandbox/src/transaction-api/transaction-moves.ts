import { z } from 'zod'
import { found, Refused, refuse } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { flag, optionalText } from '../platform/http/requests.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import { readAmount } from '../platform/money.ts'
import { findMerchantAccount, fitsCurrency } from '../processor/merchant-accounts.ts'
import type { TransactionDetails } from '../transactions/details.ts'
import { readLineItems } from '../transactions/line-items.ts'
import { settleDue } from '../transactions/settlement.ts'
import { readSums } from '../transactions/sums.ts'
import {
  lockTransaction,
  moveTransaction,
  submittedStatus,
  type Transaction,
  transactionById,
} from '../transactions/transactions.ts'
import { enqueueWebhook } from '../webhook-outbox/webhooks.ts'
import { addressProblems, wholeShipping } from './sale-addresses.ts'
import { descriptorProblems, enhancedProblems, shippingProblems, tooLong } from './sale-problems.ts'
import { DescriptorRequest, enhancedData, ShippingRequest } from './sale-request.ts'

const WholeRequest = z.object({
  amount: optionalText,
  order_id: optionalText,
  descriptor: DescriptorRequest.nullish(),
  shipping: ShippingRequest.nullish(),
  ...enhancedData,
})
export const PartRequest = WholeRequest.extend({ final_capture: flag.optional() })
type Submission = z.infer<typeof PartRequest>

/** Braintree's Transaction: Find. */
export async function findTransaction(gateway: Gateway, id: string): Promise<Transaction> {
  await settleDue(gateway, gateway.merchant.id, id)
  return found(await transactionById(gateway, id), `transaction ${id}`)
}

/** Braintree's Transaction: Submit For Settlement, of all or less. */
export function submitForSettlement(gateway: Gateway, id: string, request: unknown): Promise<Transaction> {
  const submission = readSubmission(request)
  return withLocked(gateway, id, (within, row) => {
    if (row.status !== 'authorized') return refuse('91507', 'transaction')
    const amountCents = submittedCents(submission, row)
    const { orderId, details } = submitted(row, submission)
    return moveTransaction(within, row, submittedStatus(row.means), { amountCents, orderId, details })
  })
}

/** Braintree's Transaction: Update Details, before settlement. */
export function updateDetails(gateway: Gateway, id: string, request: unknown): Promise<Transaction> {
  const submission = readSubmission(request)
  return withLocked(gateway, id, (within, row) => {
    if (row.status !== 'submitted_for_settlement') return refuse('915129', 'transaction')
    if (findMerchantAccount(row.merchantAccountId)?.isPlain) return refuse('915130', 'transaction')
    const amountCents = submittedCents(submission, row)
    const { orderId, details } = submitted(row, submission)
    return moveTransaction(within, row, row.status, { amountCents, orderId, details })
  })
}

const voidable = ['authorized', 'submitted_for_settlement', 'settlement_pending']

const NoMembers = z.object({ transaction: z.object({}).nullish() }).nullish()

/** Braintree's Transaction: Void. */
export function voidTransaction(gateway: Gateway, id: string, request: unknown): Promise<Transaction> {
  parseStrictly(NoMembers, request)
  return withLocked(gateway, id, (within, row) =>
    voidable.includes(row.status) ? moveTransaction(within, row, 'voided') : refuse('91504', 'transaction'),
  )
}

/** Moves of Braintree's testing gateway, by call. */
const testingMoves: Record<string, Move> = {
  settle: {
    from: ['submitted_for_settlement', 'settling', 'settlement_pending', 'settlement_confirmed'],
    to: 'settled',
    kind: 'transaction_settled',
    refundKind: 'transaction_settled',
  },
  settlement_pending: { from: ['submitted_for_settlement', 'settling'], to: 'settlement_pending' },
  settlement_confirm: {
    from: ['submitted_for_settlement', 'settling', 'settlement_pending'],
    to: 'settlement_confirmed',
  },
  settlement_decline: {
    from: ['submitted_for_settlement', 'settling', 'settlement_pending'],
    to: 'settlement_declined',
    kind: 'transaction_settlement_declined',
    refundKind: 'refund_failed',
  },
}
type Move = { from: string[]; to: string; kind?: string; refundKind?: string }

/** Braintree's testing gateway: settle, settlementPending, … */
export function simulateSettlement(
  gateway: Gateway,
  id: string,
  call: string,
  request: unknown,
): Promise<Transaction> {
  parseStrictly(NoMembers, request)
  const move = found(testingMoves[call], `call ${call} on transactions`)
  return withLocked(gateway, id, async (within, row) => {
    if (!move.from.includes(row.status) || isSettledInParts(row)) return refuse('91575', 'transaction')
    const moved = await moveTransaction(within, row, move.to)
    const kind = row.type === 'credit' ? move.refundKind : move.kind
    if (kind) await enqueueWebhook(within, kind, 'transaction', id)
    return moved
  })
}

/** Calls that end a submitted transaction. */
export const endings = ['settle', 'settlement_pending', 'settlement_decline'] as const
export type Ending = (typeof endings)[number]

export const endingsFor = (row: Transaction): Ending[] =>
  endings.filter((ending) => !isSettledInParts(row) && testingMoves[ending]?.from.includes(row.status))

/** Only the submitted parts settle. */
export function isSettledInParts({ status, history }: Transaction): boolean {
  return status === 'settlement_pending' && history.at(-2)?.status === 'authorized'
}

/** Throws Refused with every problem. */
export function readSubmission(
  request: unknown,
  members: typeof WholeRequest | typeof PartRequest = WholeRequest,
): Submission {
  const Body = z.object({ transaction: members.nullish() })
  const submission = parseStrictly(Body, request).transaction ?? { tax_exempt: false }
  const wrong = [
    ...tooLong(submission.order_id, 255, '91501'),
    ...descriptorProblems(submission.descriptor),
    ...enhancedProblems(submission),
    ...addressProblems(submission),
    ...shippingProblems(submission),
  ]
  if (wrong.length) throw new Refused(wrong)
  return submission
}

/** In the transaction's currency. */
export function parseAmountFor(text: string | undefined, row: Transaction): number {
  const amount = readAmount(text)
  if (!('amountCents' in amount)) throw new Refused([amount])
  const account = findMerchantAccount(row.merchantAccountId)
  const fits = !account || fitsCurrency(amount.amountCents, account)
  return fits ? amount.amountCents : refuse('81503', 'transaction')
}

/** Defaults to the transaction's amount, which is the maximum. */
function submittedCents({ amount }: Submission, row: Transaction): number {
  const amountCents = amount === undefined ? row.amountCents : parseAmountFor(amount, row)
  return amountCents > row.amountCents ? refuse('91522', 'transaction') : amountCents
}

export function submitted(
  row: Transaction,
  submission: Submission,
): { orderId: string | null; details: TransactionDetails } {
  const { details } = row
  const items = readLineItems(submission.line_items)
  return {
    orderId: submission.order_id ?? row.orderId,
    details: {
      ...details,
      descriptor: submission.descriptor ?? details.descriptor,
      shipping: wholeShipping(submission.shipping) ?? details.shipping,
      purchaseOrderNumber: submission.purchase_order_number ?? details.purchaseOrderNumber,
      shipsFromPostalCode: submission.ships_from_postal_code ?? details.shipsFromPostalCode,
      taxExempt: submission.tax_exempt || details.taxExempt,
      sums: { ...details.sums, ...readSums(submission) },
      lineItems: 'lineItems' in items && items.lineItems.length ? items.lineItems : details.lineItems,
    },
  }
}

export function withLocked(
  gateway: Gateway,
  id: string,
  work: (within: Gateway, row: Transaction) => Promise<Transaction>,
): Promise<Transaction> {
  return inTransaction(gateway, async (within) => {
    await settleDue(within, within.merchant.id, id)
    return work(within, found(await lockTransaction(within, id), `transaction ${id}`))
  })
}
