import type Published from '../api/apple-pay.ts'
import { type ApplePayToken, openApplePay, type Validation } from '../apple-pay/apple-pay.ts'
import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { type Gateway, sdkVersion } from '../gateway/gateway.ts'
import { postTo } from '../gateway/post.ts'
import { either } from '../platform/callback.ts'
import { openGuard } from '../platform/guard.ts'

export type * from '../api/apple-pay.ts'

async function createApplePay(options?: PartOptions) {
  const { gateway, leave } = await gatewayFor(options)
  try {
    return instanceOf(gateway, leave)
  } catch (problem) {
    leave()
    throw problem
  }
}

function instanceOf(gateway: Gateway, leave: () => void) {
  const applePay = openApplePay({ gateway, post: (endpoint, data) => postTo(gateway, endpoint, data) })
  const guard = openGuard()
  return {
    merchantIdentifier: applePay.merchantIdentifier,
    createPaymentRequest(request?: object) {
      guard.check('createPaymentRequest')
      return applePay.createPaymentRequest(request)
    },
    performValidation: either(async (validation: Validation) => {
      guard.check('performValidation')
      return await applePay.performValidation(validation)
    }),
    tokenize: either(async (payment: { token: ApplePayToken }) => {
      guard.check('tokenize')
      return await applePay.tokenize(payment)
    }),
    teardown: either(async () => guard.end(leave)),
  }
}

const made: object = { create: either(createApplePay), VERSION: sdkVersion }
const applePay = made as typeof Published

export const { create, VERSION } = applePay
export default applePay
