import { errorFactory } from '../../../platform/errors.ts'

export const venmoError = errorFactory({
  VENMO_NOT_ENABLED: ['MERCHANT', 'Venmo is not enabled for this merchant.'],
  VENMO_INVALID_PROFILE_ID: ['MERCHANT', 'The option `profileId` must be a string.'],
  VENMO_INVALID_DEEP_LINK_RETURN_URL: ['MERCHANT', 'The option `deepLinkReturnUrl` must be a string.'],
  ECD_DISABLED: ['MERCHANT', 'Enriched customer data is not enabled for this merchant.'],
  VENMO_TOKENIZATION_REQUEST_ACTIVE: ['MERCHANT', 'Another tokenization request is active.'],
  VENMO_TOKENIZATION_REQUEST_NOT_ACTIVE: ['MERCHANT', 'No tokenization in progress.'],
  VENMO_TOKENIZATION_CANCELED_BY_MERCHANT: ['MERCHANT', 'The page canceled the payment.'],
  VENMO_APP_FAILED: ['UNKNOWN', 'The Venmo app failed.'],
  VENMO_APP_CANCELED: ['CUSTOMER', 'The payment was canceled in the Venmo app.'],
  VENMO_CANCELED: ['CUSTOMER', 'The payment was canceled, or the Venmo app is not there.'],
  VENMO_CUSTOMER_CANCELED: ['CUSTOMER', 'The customer canceled the payment.'],
  VENMO_DESKTOP_CANCELED: ['CUSTOMER', 'The customer closed the QR code.'],
  VENMO_DESKTOP_UNKNOWN_ERROR: ['UNKNOWN', 'The QR code failed.'],
  VENMO_NETWORK_ERROR: ['NETWORK', 'The gateway cannot be asked for the payment.'],
  VENMO_TOKENIZATION_FAILED: ['UNKNOWN', 'The payment failed.'],
  VENMO_MOBILE_PAYMENT_CONTEXT_SETUP_FAILED: ['NETWORK', 'The payment did not begin.'],
  VENMO_MOBILE_POLLING_TOKENIZATION_NETWORK_ERROR: [
    'UNKNOWN',
    'The gateway cannot be asked for the payment.',
  ],
  VENMO_MOBILE_POLLING_TOKENIZATION_EXPIRED: ['CUSTOMER', 'The payment has expired.'],
  VENMO_MOBILE_POLLING_TOKENIZATION_CANCELED: ['CUSTOMER', 'The payment was canceled.'],
  VENMO_MOBILE_POLLING_TOKENIZATION_TIMEOUT: ['CUSTOMER', 'Customer took too long to authorize payment.'],
  VENMO_MOBILE_POLLING_TOKENIZATION_FAILED: ['UNKNOWN', 'The payment failed.'],
})

export type VenmoCode = Parameters<typeof venmoError>[0]

type Refusal = { message: string; extensions?: { errorClass?: string; errorType?: string } }

/** Failure to create a payment: the gateway's message if the user can resolve it. */
export function setupFailed(problem: unknown) {
  const [first] = refusalsIn(problem)
  const { errorClass, errorType } = first?.extensions ?? {}
  const isUserError = errorClass === 'VALIDATION' && errorType === 'user_error'
  const gatewayMessage = isUserError ? first?.message : undefined
  return venmoError('VENMO_MOBILE_PAYMENT_CONTEXT_SETUP_FAILED', problem, gatewayMessage)
}

function refusalsIn(problem: unknown): Refusal[] {
  const details = problem instanceof Error && 'details' in problem ? problem.details : undefined
  const { originalError } = (details ?? {}) as { originalError?: unknown }
  return Array.isArray(originalError) ? originalError : []
}
