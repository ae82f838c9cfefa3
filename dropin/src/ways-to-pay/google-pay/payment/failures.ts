import { errorFactory } from '../../../platform/errors.ts'

export const googlePaymentError = errorFactory({
  GOOGLE_PAYMENT_NOT_ENABLED: ['MERCHANT', 'Google Pay is not enabled for this merchant.'],
  GOOGLE_PAYMENT_UNSUPPORTED_VERSION: ['MERCHANT', 'The option `googlePayVersion` must be 1 or 2.'],
  GOOGLE_PAYMENT_GATEWAY_ERROR: ['UNKNOWN', 'The Google Pay card did not become a nonce.'],
})
