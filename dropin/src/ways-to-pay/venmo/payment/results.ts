import type { Approved, ContextState } from './contexts.ts'
import { venmoError } from './failures.ts'

/** Resolves an approval, or throws the error of another status. */
export function approvedInApp(id: string, state: ContextState | undefined): Approved {
  if (!state) throw venmoError('VENMO_MOBILE_POLLING_TOKENIZATION_TIMEOUT')
  if (state.status === 'CANCELED') throw venmoError('VENMO_MOBILE_POLLING_TOKENIZATION_CANCELED')
  if (state.status === 'EXPIRED') throw venmoError('VENMO_MOBILE_POLLING_TOKENIZATION_EXPIRED')
  if (state.status !== 'APPROVED') throw venmoError('VENMO_MOBILE_POLLING_TOKENIZATION_FAILED')
  return { ...state, id }
}

/** Public payload of an approved payment. */
export function toAccount({ id, paymentMethodId, userName, payerInfo }: Approved) {
  if (!paymentMethodId) throw venmoError('VENMO_TOKENIZATION_FAILED')
  const details = {
    username: formatName(userName) ?? '',
    ...(id && { paymentContextId: id }),
    ...(payerInfo && { payerInfo: { ...payerInfo, userName: formatName(payerInfo.userName) } }),
  }
  return { nonce: paymentMethodId, type: 'VenmoAccount' as const, details }
}

/** With an @. */
const formatName = (name: unknown) =>
  typeof name === 'string' && name ? `@${name.replace(/^@/, '')}` : undefined
