import { sdkVersion } from '../../gateway/gateway.ts'
import { partOf } from '../../gateway/part.ts'
import { postTo } from '../../gateway/post.ts'
import { openApplePay } from './payment/apple-pay.ts'
import type Published from './types.ts'

export type * from './types.ts'

const made: object = {
  create: partOf(
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
