import { errorFactory } from '../../../platform/errors.ts'

export const payPalError = errorFactory({
  PAYPAL_NOT_ENABLED: ['MERCHANT', 'PayPal is not enabled for this merchant.'],
  PAYPAL_SANDBOX_ACCOUNT_NOT_LINKED: ['MERCHANT', 'No PayPal sandbox account is linked to this merchant.'],
  PAYPAL_FLOW_OPTION_REQUIRED: ['MERCHANT', 'The option `flow` must be checkout or vault.'],
  PAYPAL_INVALID_PAYMENT_OPTION: ['MERCHANT', 'The gateway refuses the options of the PayPal payment.'],
  PAYPAL_MISSING_REQUIRED_OPTION: ['MERCHANT', 'paymentId, currency, and amount or lineItems are required.'],
  PAYPAL_FLOW_FAILED: ['NETWORK', 'The PayPal payment did not begin.'],
  PAYPAL_ACCOUNT_TOKENIZATION_FAILED: ['NETWORK', 'The PayPal account did not become a nonce.'],
  PAYPAL_TOKENIZATION_REQUEST_ACTIVE: ['MERCHANT', 'Another PayPal authorization is in progress.'],
})

/** 422 is the shop's mistake; anything else the given code. */
export function gatewayFailure(problem: unknown, otherwise: Parameters<typeof payPalError>[0]) {
  const details = problem instanceof Error && 'details' in problem ? problem.details : undefined
  const isRefused =
    typeof details === 'object' && details && 'httpStatus' in details && details.httpStatus === 422
  return payPalError(isRefused ? 'PAYPAL_INVALID_PAYMENT_OPTION' : otherwise, problem)
}
