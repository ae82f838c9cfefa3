import type { PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import type Published from '../public-types/google-payment.ts'
import { type GoogleRequest, openGooglePayment } from '../ways-to-pay/google-pay/payment/google-payment.ts'
import { defineModule } from './define-module.ts'

export type * from '../public-types/google-payment.ts'

type Options = PartOptions & { googlePayVersion?: number; googleMerchantId?: string }

const made: object = {
  create: defineModule(
    ({ gateway, check, method }, { googlePayVersion, googleMerchantId }: Options) => {
      const googlePayment = openGooglePayment({
        gateway,
        version: googlePayVersion,
        merchantId: googleMerchantId,
      })
      return {
        createPaymentDataRequest(request?: GoogleRequest) {
          check('createPaymentDataRequest')
          return googlePayment.createPaymentDataRequest(request)
        },
        parseResponse: method('parseResponse', googlePayment.parseResponse),
      }
    },
    ['createPaymentDataRequest', 'parseResponse'],
  ),
  VERSION: sdkVersion,
}
const googlePayment = made as typeof Published

export const { create, VERSION } = googlePayment
export default googlePayment
