import { errorFactory } from '../../../platform/errors.ts'

export const applePayError = errorFactory({
  APPLE_PAY_NOT_ENABLED: ['MERCHANT', 'Apple Pay is not enabled for this merchant.'],
  APPLE_PAY_VALIDATION_URL_REQUIRED: ['MERCHANT', 'The option `validationURL` is required.'],
  APPLE_PAY_MERCHANT_VALIDATION_FAILED: ['MERCHANT', 'The gateway refuses this page for Apple Pay.'],
  APPLE_PAY_MERCHANT_VALIDATION_NETWORK: ['NETWORK', 'The page could not be validated for Apple Pay.'],
  APPLE_PAY_PAYMENT_TOKEN_REQUIRED: ['MERCHANT', 'The option `token` is required.'],
  APPLE_PAY_TOKENIZATION: ['NETWORK', 'The Apple Pay card did not become a nonce.'],
  /** Used by the widget alone. */
  APPLE_PAY_ACTIVE_CARD: ['CUSTOMER', 'The wallet of the device has no card that can pay.'],
})

/** The gateway's message, or a network failure. */
export function validationError(problem: unknown) {
  // By code: a separately loaded module has its own error class.
  const { code, details } = problem as { code?: string; details?: { originalError: unknown } }
  return code === 'CLIENT_REQUEST_ERROR'
    ? applePayError('APPLE_PAY_MERCHANT_VALIDATION_FAILED', details?.originalError)
    : applePayError('APPLE_PAY_MERCHANT_VALIDATION_NETWORK', problem)
}
