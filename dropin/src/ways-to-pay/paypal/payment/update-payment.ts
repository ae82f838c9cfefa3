import { reportModule } from '../../../gateway/analytics.ts'
import { gatewayFailure, payPalError } from './failures.ts'
import type { Dependencies } from './paypal-checkout.ts'

export type UpdateOptions = {
  paymentId?: string
  orderId?: string
  currency?: string
  amount?: string | number
  lineItems?: object[]
  shippingOptions?: object[]
}

/** Before approval, such as a new amount once the address is known. */
export async function updatePayment(
  options: UpdateOptions,
  { gateway, post, merchantAccountId }: Dependencies,
) {
  const { paymentId = options?.orderId, currency, amount, lineItems, shippingOptions } = options ?? {}
  if (!paymentId || !currency || (amount === undefined && !lineItems))
    throw payPalError('PAYPAL_MISSING_REQUIRED_OPTION')
  reportModule(gateway, 'paypal-checkout.updatePayment')
  const data = { merchantAccountId, paymentId, currencyIsoCode: currency, amount, lineItems, shippingOptions }
  try {
    return await post('paypal_hermes/patch_payment_resource', data)
  } catch (problem) {
    throw gatewayFailure(problem, 'PAYPAL_FLOW_FAILED')
  }
}
