import { decimal } from '#platform/format/money.ts'
import { type Gateway, listTransactions } from './braintree.server.ts'
import type { RefundOutcome } from './charge-outcome.ts'
import { describeDecline, isTaken, toFailure, WrongAnswer } from './gateway-answers.ts'

export type MoneyBack = {
  /** Our refund's id: the gateway's order id of the refund. */
  refundId: string
  transactionId: string
  amountCents: number
  /** The whole amount: voided while it has not settled. */
  isWhole: boolean
}

/** Voids before settlement, refunds after it; part of an unsettled sale is queued. */
export async function giveBack(gateway: Gateway, back: MoneyBack): Promise<RefundOutcome> {
  try {
    const status = await readStatus(gateway, back.transactionId)
    if (status === 'voided') return { state: 'done', transactionId: back.transactionId }
    if (status === 'settled') return await refund(gateway, back)
    if (!isTaken(status)) return { state: 'failed', reason: `the charge is ${status}`, isNeverPaid: true }
    if (!back.isWhole || status === 'settling') return { state: 'queued' }
    return await voidWhole(gateway, back.transactionId)
  } catch (problem) {
    return resolveFailure(gateway, back, problem)
  }
}

export async function listRefundIds(gateway: Gateway, transactionId: string): Promise<string[]> {
  const { refundIds } = await gateway.call((sdk) => sdk.transaction.find(transactionId))
  return refundIds ?? []
}

export async function neverTaken(gateway: Gateway, transactionId: string) {
  const status = await readStatus(gateway, transactionId)
  if (status === 'voided' || isTaken(status)) return undefined
  return { state: 'failed' as const, reason: `the charge is ${status}`, isNeverPaid: true }
}

async function readStatus(gateway: Gateway, transactionId: string): Promise<string> {
  const { id, status } = await gateway.call((sdk) => sdk.transaction.find(transactionId))
  if (id === transactionId && status) return status
  throw new WrongAnswer('the gateway’s answer is not about this transaction')
}

async function voidWhole(gateway: Gateway, transactionId: string): Promise<RefundOutcome> {
  const result = await gateway.move((sdk) => sdk.transaction.void(transactionId))
  if (!result.success) return { state: 'failed', reason: result.message }
  if (result.transaction.id === transactionId && result.transaction.status === 'voided')
    return { state: 'done', transactionId }
  throw new WrongAnswer('the gateway does not say that the charge is voided')
}

async function refund(gateway: Gateway, back: MoneyBack): Promise<RefundOutcome> {
  const request = { amount: decimal(back.amountCents), orderId: back.refundId }
  const result = await gateway.move((sdk) => sdk.transaction.refund(back.transactionId, request))
  if (!result.success)
    return { state: 'failed', reason: describeDecline(result.transaction) ?? result.message }
  const { id, orderId } = result.transaction
  if (id && orderId === back.refundId) return { state: 'done', transactionId: id }
  throw new WrongAnswer('the gateway’s answer is not about this refund')
}

/** A call may be refused after its work was done: looked up once before it counts as failed. */
export async function resolveFailure(
  gateway: Gateway,
  back: MoneyBack,
  problem: unknown,
): Promise<RefundOutcome> {
  const { kind, reason } = toFailure(problem)
  if (kind === 'no answer') return { state: 'unknown', reason }
  if (kind === 'not sent') return { state: 'failed', reason, isPassing: true }
  try {
    return (await findRefund(gateway, back)) ?? { state: 'failed', reason, isPassing: true }
  } catch (second) {
    const lookUp = toFailure(second)
    if (lookUp.kind === 'refused') return { state: 'failed', reason, isPassing: true }
    return { state: 'unknown', reason: `${reason}; ${lookUp.reason}` }
  }
}

export async function findRefund(gateway: Gateway, back: MoneyBack): Promise<RefundOutcome | undefined> {
  const found = await listTransactions(gateway, back.refundId)
  const made = found.find(({ type, status }) => type === 'credit' && isTaken(status))
  if (made) return { state: 'done', transactionId: made.id }
  if (!back.isWhole) return undefined
  const status = await readStatus(gateway, back.transactionId)
  return status === 'voided' ? { state: 'done', transactionId: back.transactionId } : undefined
}
