import type { Approved, ContextState } from './contexts.ts'
import { venmoError } from './failures.ts'

/** The payment as it ended in the app: approved, or the error that says how else. */
export function approvedInApp(id: string, state: ContextState | undefined): Approved {
  if (!state) throw venmoError('VENMO_MOBILE_POLLING_TOKENIZATION_TIMEOUT')
  if (state.status === 'CANCELED') throw venmoError('VENMO_MOBILE_POLLING_TOKENIZATION_CANCELED')
  if (state.status === 'EXPIRED') throw venmoError('VENMO_MOBILE_POLLING_TOKENIZATION_EXPIRED')
  if (state.status !== 'APPROVED') throw venmoError('VENMO_MOBILE_POLLING_TOKENIZATION_FAILED')
  return { ...state, id }
}

/** What pages get of an approved payment. */
export function payloadOf({ id, paymentMethodId, userName, payerInfo }: Approved) {
  if (!paymentMethodId) throw venmoError('VENMO_TOKENIZATION_FAILED')
  const details = {
    username: asShown(userName) ?? '',
    ...(id && { paymentContextId: id }),
    ...(payerInfo && { payerInfo: { ...payerInfo, userName: asShown(payerInfo.userName) } }),
  }
  return { nonce: paymentMethodId, type: 'VenmoAccount' as const, details }
}

/** A name at Venmo as people write it. */
const asShown = (name: unknown) =>
  typeof name === 'string' && name ? `@${name.replace(/^@/, '')}` : undefined
