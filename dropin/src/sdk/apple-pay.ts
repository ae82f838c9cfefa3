import { sdkVersion } from '../gateway/gateway.ts'
import { postTo } from '../gateway/post.ts'
import type Published from '../public-types/apple-pay.ts'
import { openApplePay } from '../ways-to-pay/apple-pay/payment/apple-pay.ts'
import { defineModule } from './define-module.ts'

export type * from '../public-types/apple-pay.ts'

const made: object = {
  create: defineModule(
    ({ gateway, check, method }) => {
      const applePay = openApplePay({ gateway, post: (endpoint, data) => postTo(gateway, endpoint, data) })
      return {
        get merchantIdentifier() {
          return applePay.merchantIdentifier
        },
        createPaymentRequest(request?: object) {
          check('createPaymentRequest')
          return applePay.createPaymentRequest(request)
        },
        performValidation: method('performValidation', applePay.performValidation),
        tokenize: method('tokenize', applePay.tokenize),
      }
    },
    ['createPaymentRequest', 'performValidation', 'tokenize'],
  ),
  VERSION: sdkVersion,
}
const applePay = made as typeof Published

export const { create, VERSION } = applePay
export default applePay
