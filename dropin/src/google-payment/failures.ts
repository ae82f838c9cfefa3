import { BraintreeError, type ErrorType } from '../platform/errors.ts'

const failures = {
  GOOGLE_PAYMENT_NOT_ENABLED: ['MERCHANT', 'Google Pay is not enabled for this merchant.'],
  GOOGLE_PAYMENT_UNSUPPORTED_VERSION: ['MERCHANT', 'The option `googlePayVersion` must be 1 or 2.'],
  GOOGLE_PAYMENT_GATEWAY_ERROR: ['UNKNOWN', 'The Google Pay card did not become a nonce.'],
} as const satisfies Record<string, [ErrorType, string]>

export function googlePaymentError(code: keyof typeof failures, originalError?: unknown) {
  const [type, message] = failures[code]
  return new BraintreeError({
    code,
    type,
    message,
    ...(originalError !== undefined && { details: { originalError } }),
  })
}
