import { report } from '../gateway/analytics.ts'
import type { RequestOptions } from '../merchant-options/request-options.ts'
import { chosenMethod } from '../model/requestable.ts'
import type { Running } from '../model/running.ts'
import {
  analyticsKind,
  optionsFor,
  type PaymentMethod,
  type PaymentMethodPayload,
  toPayload,
} from '../payment-methods/payment-method.ts'
import { DropinError, noPaymentMethod } from '../platform/errors.ts'
import type { OpenWays } from '../ways-to-pay/way-to-pay.ts'

export type Steps = {
  authenticate?: (method: PaymentMethod, requestOptions: RequestOptions) => Promise<PaymentMethod>
  deviceData?: (requestOptions: RequestOptions) => Promise<string | undefined>
}

/** View → 3-D Secure → device data → payload. */
export async function request(
  running: Running,
  ways: OpenWays,
  steps: Steps,
  requestOptions: RequestOptions,
) {
  const method = await fromView(running, ways, requestOptions)
  const authenticated = (await steps.authenticate?.(method, requestOptions)) ?? method
  const deviceData = await steps.deviceData?.(requestOptions)
  const payload: PaymentMethodPayload = { ...toPayload(authenticated), ...(deviceData && { deviceData }) }
  const { rawPaymentData: value } = authenticated.details
  // Non-enumerable: pages read it at the top level; keys, JSON and spread leave it out.
  return Object.defineProperty(payload, 'rawPaymentData', { value })
}

/** The selected method, or the result of the open sheet. */
async function fromView({ gateway, store }: Running, ways: OpenWays, requestOptions: RequestOptions) {
  const state = store.read()
  try {
    const chosen = chosenMethod(state)
    const method = chosen
      ? await completed(chosen, ways)
      : await ways.get(state.screen.view)?.request(requestOptions)
    if (!method) throw new DropinError(noPaymentMethod, { view: state.screen.view })
    report(gateway, `request-payment-method.${analyticsKind(method.type)}`)
    return method
  } catch (problem) {
    report(gateway, 'request-payment-method.error')
    throw problem
  }
}

function completed(chosen: PaymentMethod, ways: OpenWays) {
  const [option = ''] = optionsFor(chosen.type)
  return ways.get(option)?.complete?.(chosen) ?? chosen
}
