import type { Means, MeansKind } from '#payments/means.ts'
import type { Authentication, ChargeOutcome } from './charge-outcome.ts'

export type TransactionAnswer = {
  id: string
  orderId?: string | undefined
  type: string
  status: string
  gatewayRejectionReason?: string | undefined
  processorResponseCode?: string | undefined
  processorResponseText?: string | undefined
  processorSettlementResponseText?: string | undefined
  paymentInstrumentType?: string | undefined
  creditCard?: { last4?: string | undefined; cardType?: string | undefined } | undefined
  paypalAccount?: { payerEmail?: string | undefined } | undefined
  venmoAccount?: { username?: string | undefined } | undefined
  applePayCard?: { sourceDescription?: string | undefined } | undefined
  androidPayCard?: { sourceDescription?: string | undefined } | undefined
  threeDSecureInfo?:
    | { status: string; liabilityShifted: boolean; liabilityShiftPossible: boolean }
    | undefined
}

export type DisputeAnswer = {
  id: string
  status: string
  amountDisputed: string
  reason: string
  replyByDate?: string | null
  transaction: { id: string; orderId?: string | null }
}

export const isUuid = (text: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text)

/** Statuses of a transaction by which money is, or will be, taken. */
const taken = new Set([
  'authorized',
  'authorizing',
  'submitted_for_settlement',
  'settlement_pending',
  'settlement_confirmed',
  'settling',
  'settled',
])
export const isTaken = (status: string) => taken.has(status)

export function toSettlement({ status }: TransactionAnswer): 'settled' | 'under way' | 'not coming' {
  if (status === 'settled') return 'settled'
  return isTaken(status) ? 'under way' : 'not coming'
}

export class WrongAnswer extends Error {}

export function answerAbout<Some extends TransactionAnswer>(
  transaction: Some | undefined,
  orderId: string,
): Some {
  if (transaction?.id && transaction.status && transaction.orderId === orderId) return transaction
  throw new WrongAnswer('the gateway’s answer is not about this transaction')
}

export function toOutcome(transaction: TransactionAnswer): ChargeOutcome {
  if (!isTaken(transaction.status)) return toDecline(transaction, transaction.status)
  return {
    state: 'accepted',
    transactionId: transaction.id,
    ...toMeans(transaction),
    ...toAuthentication(transaction),
  }
}

/** `fallback`: the reason where the transaction has none, or is missing. */
export function toDecline(transaction: TransactionAnswer | undefined, fallback: string): ChargeOutcome {
  const { gatewayRejectionReason, processorResponseCode } = transaction ?? {}
  const code = gatewayRejectionReason || processorResponseCode || undefined
  return { state: 'declined', how: 'answer', reason: describeDecline(transaction) ?? fallback, code }
}

function toAuthentication({ threeDSecureInfo }: TransactionAnswer): Partial<Authentication> {
  if (!threeDSecureInfo) return {}
  const { status, liabilityShifted, liabilityShiftPossible } = threeDSecureInfo
  return { threeDSecureStatus: status, liabilityShifted, liabilityShiftPossible }
}

export function describeDecline(transaction: TransactionAnswer | undefined): string | undefined {
  if (!transaction) return undefined
  const { gatewayRejectionReason, processorResponseText, processorSettlementResponseText, status } =
    transaction
  // A sale that was approved first.
  if (status === 'voided') return status
  return gatewayRejectionReason || processorSettlementResponseText || processorResponseText || status
}

function toMeans(transaction: TransactionAnswer): Means & { means: MeansKind } {
  const { paypalAccount, venmoAccount, applePayCard, androidPayCard, creditCard } = transaction
  switch (transaction.paymentInstrumentType) {
    case 'paypal_account':
      return { means: 'paypal', meansLabel: paypalAccount?.payerEmail || null }
    case 'venmo_account':
      return { means: 'venmo', meansLabel: venmoName(venmoAccount?.username) }
    case 'apple_pay_card':
      return { means: 'apple-pay', meansLabel: applePayCard?.sourceDescription || null }
    case 'android_pay_card':
      return { means: 'google-pay', meansLabel: androidPayCard?.sourceDescription || null }
    default: {
      const meansLabel = creditCard?.last4 ? `${creditCard.cardType} ending in ${creditCard.last4}` : null
      return { means: 'card', meansLabel }
    }
  }
}

const venmoName = (username = '') => (username ? `@${username.replace(/^@/, '')}` : null)

/** Errors of a refused call, which usually, not always, had no effect. */
const refusing = new Set(['authenticationError', 'authorizationError', 'notFoundError', 'upgradeRequired'])

export type Failure = { kind: 'not sent' | 'refused' | 'busy' | 'no answer'; reason: string }

export function toFailure(problem: unknown): Failure {
  const { type = '', message = '' } = problem as { type?: string; message?: string }
  const reason = `${type} ${message}`.trim()
  if (/ECONNREFUSED|ENOTFOUND/.test(message)) return { kind: 'not sent', reason }
  if (refusing.has(type)) return { kind: 'refused', reason: `${refusedAs}${reason}` }
  return { kind: type === 'tooManyRequestsError' ? 'busy' : 'no answer', reason }
}

export const refusedAs = 'refused: '
