import type Published from '../api/paypal-checkout.ts'
import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { type Gateway, sdkVersion } from '../gateway/gateway.ts'
import { postTo } from '../gateway/post.ts'
import type { Approval, PaymentOptions } from '../paypal-checkout/payment.ts'
import { openPayPalCheckout } from '../paypal-checkout/paypal-checkout.ts'
import { loadSdk, type SdkOptions } from '../paypal-checkout/paypal-sdk.ts'
import { type UpdateOptions, updatePayment } from '../paypal-checkout/update-payment.ts'
import { either } from '../platform/callback.ts'
import { openGuard } from '../platform/guard.ts'

export type * from '../api/paypal-checkout.ts'

type Options = PartOptions & { merchantAccountId?: string }

async function createPayPalCheckout(options?: Options) {
  const { gateway, leave } = await gatewayFor(options)
  try {
    return instanceOf(gateway, leave, options?.merchantAccountId)
  } catch (problem) {
    leave()
    throw problem
  }
}

function instanceOf(gateway: Gateway, leave: () => void, merchantAccountId = '') {
  const post = (endpoint: string, data: object) => postTo(gateway, endpoint, data)
  const means = { gateway, post, ...(merchantAccountId && { merchantAccountId }) }
  const checkout = openPayPalCheckout(means)
  const guard = openGuard()
  const scripts: Element[] = []
  const instance: object = {
    createPayment: either(async (payment: PaymentOptions) => {
      guard.check('createPayment')
      return await checkout.createPayment(payment)
    }),
    updatePayment: either(async (payment: UpdateOptions) => {
      guard.check('updatePayment')
      return await updatePayment(payment, means)
    }),
    tokenizePayment: either(async (approval: Approval) => {
      guard.check('tokenizePayment')
      return await checkout.tokenizePayment(approval)
    }),
    getClientId: either(async () => {
      guard.check('getClientId')
      return gateway.configuration.paypal?.clientId
    }),
    loadPayPalSDK: either(async (sdk?: SdkOptions) => {
      guard.check('loadPayPalSDK')
      scripts.push(await loadSdk(gateway.configuration, sdk))
      return instance
    }),
    teardown: either(async () =>
      guard.end(() => {
        leave()
        for (const script of scripts) script.remove()
      }),
    ),
  }
  return instance
}

const made: object = { create: either(createPayPalCheckout), isSupported: () => true, VERSION: sdkVersion }
const paypalCheckout = made as typeof Published

export const { create, isSupported, VERSION } = paypalCheckout
export default paypalCheckout
