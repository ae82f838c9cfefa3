import type Published from '../api/google-payment.ts'
import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import {
  type GooglePaymentData,
  type GoogleRequest,
  openGooglePayment,
} from '../google-payment/google-payment.ts'
import { either } from '../platform/callback.ts'
import { openGuard } from '../platform/guard.ts'

export type * from '../api/google-payment.ts'

type Options = PartOptions & { googlePayVersion?: number; googleMerchantId?: string }

async function createGooglePayment(options: Options = {}) {
  const { gateway, leave } = await gatewayFor(options)
  const { googlePayVersion: version, googleMerchantId: merchantId } = options
  try {
    return instanceOf(openGooglePayment({ gateway, version, merchantId }), leave)
  } catch (problem) {
    leave()
    throw problem
  }
}

function instanceOf(googlePayment: ReturnType<typeof openGooglePayment>, leave: () => void) {
  const guard = openGuard()
  return {
    createPaymentDataRequest(request?: GoogleRequest) {
      guard.check('createPaymentDataRequest')
      return googlePayment.createPaymentDataRequest(request)
    },
    parseResponse: either(async (payment: GooglePaymentData) => {
      guard.check('parseResponse')
      return await googlePayment.parseResponse(payment)
    }),
    teardown: either(async () => guard.end(leave)),
  }
}

const made: object = { create: either(createGooglePayment), VERSION: sdkVersion }
const googlePayment = made as typeof Published

export const { create, VERSION } = googlePayment
export default googlePayment
