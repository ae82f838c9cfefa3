import type dropinPart from '@courtside/dropin'
import type applePayPart from '@courtside/dropin/apple-pay'
import type clientPart from '@courtside/dropin/client'
import type dataCollectorPart from '@courtside/dropin/data-collector'
import type frameServicePart from '@courtside/dropin/frame-service'
import type googlePaymentPart from '@courtside/dropin/google-payment'
import type hostedFieldsPart from '@courtside/dropin/hosted-fields'
import type paypalCheckoutPart from '@courtside/dropin/paypal-checkout'
import type threeDSecurePart from '@courtside/dropin/three-d-secure'
import type vaultManagerPart from '@courtside/dropin/vault-manager'
import type venmoPart from '@courtside/dropin/venmo'

/**
 * What the scripts put on a page. It comes only to who asks for it: `@types/braintree-web` and
 * `@types/braintree-web-drop-in` declare the same names.
 */
declare global {
  namespace braintree {
    const dropin: typeof dropinPart
    const applePay: typeof applePayPart
    const client: typeof clientPart
    const dataCollector: typeof dataCollectorPart
    const frameService: typeof frameServicePart
    const googlePayment: typeof googlePaymentPart
    const hostedFields: typeof hostedFieldsPart
    const paypalCheckout: typeof paypalCheckoutPart
    const threeDSecure: typeof threeDSecurePart
    const vaultManager: typeof vaultManagerPart
    const venmo: typeof venmoPart
  }
}
