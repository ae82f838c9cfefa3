import type { Means, MeansKind } from '#payments/means.ts'
import type { Authentication, ChargeOutcome } from './charge-outcome.ts'

/** What of the SDK's transaction counts here. */
export type Answered = {
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

/** What of the SDK's dispute counts here. */
export type DisputeAnswer = {
  id: string
  status: string
  amountDisputed: string
  reason: string
  replyByDate?: string | null
  transaction: { id: string; orderId?: string | null }
}

/** Our order ids are the ids of our rows. */
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

/** What becomes of the money of a sale that the gateway took. */
export function settlementOf({ status }: Answered): 'settled' | 'under way' | 'not coming' {
  if (status === 'settled') return 'settled'
  return isTaken(status) ? 'under way' : 'not coming'
}

/** An answer that is not about what was asked tells nothing. */
export class WrongAnswer extends Error {}

/** The transaction of an answer, which must be the one of this order. */
export function answerAbout<Some extends Answered>(transaction: Some | undefined, orderId: string): Some {
  if (transaction?.id && transaction.status && transaction.orderId === orderId) return transaction
  throw new WrongAnswer('the gateway’s answer is not about this transaction')
}

export function outcomeOf(transaction: Answered): ChargeOutcome {
  if (!isTaken(transaction.status)) return declinedBy(transaction, transaction.status)
  return {
    state: 'accepted',
    transactionId: transaction.id,
    ...meansOf(transaction),
    ...authenticationOf(transaction),
  }
}

/** `words`: where the transaction says nothing of itself, or there is none. */
export function declinedBy(transaction: Answered | undefined, words: string): ChargeOutcome {
  const { gatewayRejectionReason, processorResponseCode } = transaction ?? {}
  const code = gatewayRejectionReason || processorResponseCode || undefined
  return { state: 'declined', how: 'answer', reason: reasonOf(transaction) ?? words, code }
}

function authenticationOf({ threeDSecureInfo }: Answered): Partial<Authentication> {
  if (!threeDSecureInfo) return {}
  const { status, liabilityShifted, liabilityShiftPossible } = threeDSecureInfo
  return { threeDSecureStatus: status, liabilityShifted, liabilityShiftPossible }
}

export function reasonOf(transaction: Answered | undefined): string | undefined {
  if (!transaction) return undefined
  const { gatewayRejectionReason, processorResponseText, processorSettlementResponseText, status } =
    transaction
  // A sale that was approved first.
  if (status === 'voided') return status
  return gatewayRejectionReason || processorSettlementResponseText || processorResponseText || status
}

function meansOf(transaction: Answered): Means & { means: MeansKind } {
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

/** Errors by which the gateway says that it takes no such call, mostly before it looks at it, and not always. */
const refusing = new Set(['authenticationError', 'authorizationError', 'notFoundError', 'upgradeRequired'])

export type Failure = { kind: 'not sent' | 'refused' | 'busy' | 'no answer'; reason: string }

/** What a call that failed tells. */
export function failureOf(problem: unknown): Failure {
  const { type = '', message = '' } = problem as { type?: string; message?: string }
  const reason = `${type} ${message}`.trim()
  if (/ECONNREFUSED|ENOTFOUND/.test(message)) return { kind: 'not sent', reason }
  if (refusing.has(type)) return { kind: 'refused', reason: `${refusedAs}${reason}` }
  return { kind: type === 'tooManyRequestsError' ? 'busy' : 'no answer', reason }
}

/** How the reason of a refused call begins. */
export const refusedAs = 'refused: '
