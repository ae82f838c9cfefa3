import { report } from '../gateway/analytics.ts'
import type { RequestOptions } from '../merchant-options/request-options.ts'
import { chosenMethod } from '../model/requestable.ts'
import type { Running } from '../model/running.ts'
import {
  kindOf,
  optionsOf,
  type PaymentMethod,
  type PaymentMethodPayload,
  payloadOf,
} from '../payment-methods/payment-method.ts'
import { DropinError, noPaymentMethod } from '../platform/errors.ts'
import type { OpenWays } from '../ways-to-pay/way-to-pay.ts'

export type Steps = {
  authenticate?: (method: PaymentMethod, asked: RequestOptions) => Promise<PaymentMethod>
  deviceData?: (asked: RequestOptions) => Promise<string | undefined>
}

/** View → 3-D Secure → device data → payload. */
export async function request(running: Running, ways: OpenWays, steps: Steps, asked: RequestOptions) {
  const method = await fromView(running, ways, asked)
  const authenticated = (await steps.authenticate?.(method, asked)) ?? method
  const deviceData = await steps.deviceData?.(asked)
  const payload: PaymentMethodPayload = { ...payloadOf(authenticated), ...(deviceData && { deviceData }) }
  const { rawPaymentData: value } = authenticated.details
  // Non-enumerable: pages read it at the top level; keys, JSON and spread leave it out.
  return Object.defineProperty(payload, 'rawPaymentData', { value })
}

/** The selected method, or the result of the open sheet. */
async function fromView({ gateway, store }: Running, ways: OpenWays, asked: RequestOptions) {
  const state = store.read()
  try {
    const chosen = chosenMethod(state)
    const method = chosen ? await completed(chosen, ways) : await ways.get(state.screen.view)?.request(asked)
    if (!method) throw new DropinError(noPaymentMethod, { view: state.screen.view })
    report(gateway, `request-payment-method.${kindOf(method.type)}`)
    return method
  } catch (problem) {
    report(gateway, 'request-payment-method.error')
    throw problem
  }
}

function completed(chosen: PaymentMethod, ways: OpenWays) {
  const [option = ''] = optionsOf(chosen.type)
  return ways.get(option)?.complete?.(chosen) ?? chosen
}
