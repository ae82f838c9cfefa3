import type { PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import { postTo } from '../gateway/post.ts'
import type Published from '../public-types/paypal-checkout.ts'
import { openPayPalCheckout } from '../ways-to-pay/paypal/payment/paypal-checkout.ts'
import { loadSdk, type SdkOptions } from '../ways-to-pay/paypal/payment/paypal-sdk.ts'
import { type UpdateOptions, updatePayment } from '../ways-to-pay/paypal/payment/update-payment.ts'
import { defineModule } from './define-module.ts'

export type * from '../public-types/paypal-checkout.ts'

type Options = PartOptions & { merchantAccountId?: string }

const made: object = {
  create: defineModule(({ gateway, ended, method }, { merchantAccountId = '' }: Options) => {
    const { configuration } = gateway
    const post = (endpoint: string, data: object) => postTo(gateway, endpoint, data)
    const dependencies = { gateway, post, ...(merchantAccountId && { merchantAccountId }) }
    const checkout = openPayPalCheckout(dependencies)
    const instance: object = {
      createPayment: method('createPayment', checkout.createPayment),
      updatePayment: method('updatePayment', (payment: UpdateOptions) =>
        updatePayment(payment, dependencies),
      ),
      tokenizePayment: method('tokenizePayment', checkout.tokenizePayment),
      getClientId: method('getClientId', () => configuration.paypal?.clientId),
      loadPayPalSDK: method('loadPayPalSDK', async (sdk?: SdkOptions) => {
        const script = await loadSdk(configuration, sdk)
        ended.addEventListener('abort', () => script.remove())
        return instance
      }),
    }
    return instance
  }),
  isSupported: () => true,
  VERSION: sdkVersion,
}
const paypalCheckout = made as typeof Published

export const { create, isSupported, VERSION } = paypalCheckout
export default paypalCheckout
