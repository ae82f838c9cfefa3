import { report } from './gateway/gateway.ts'
import {
  kindOf,
  type PaymentMethodPayload,
  type PaymentOption,
  payloadOf,
  typesOf,
} from './methods/payment-method.ts'
import type { DropinEvents } from './model/events.ts'
import { dispatch, type Running } from './model/running.ts'
import { chosenMethod } from './model/state.ts'
import { requestCard } from './options/card/card-option.ts'
import { type Either, either } from './platform/callback.ts'
import type { Emitter } from './platform/emitter.ts'
import { calledAfterTeardown, DropinError, noPaymentMethod } from './platform/errors.ts'
import { clearSelection } from './vault/vault.ts'

/** A widget on the page. After teardown every method but `teardown` and the event methods fails. */
export type Dropin = {
  /**
   * Gives the chosen method, or makes a nonce of the card form. Rejects with the DropinError 'No payment
   * method is available.' when nothing is chosen, the form is wrong or the gateway refuses; what the gateway
   * said is then in `_braintreeWebError`.
   */
  requestPaymentMethod: Either<[options?: object], PaymentMethodPayload>
  /** Forgets the chosen method and unsaved ones; reads the saved ones afresh, with new nonces. */
  clearSelectedPaymentMethod(): void
  /** Whether a request would succeed, as far as the widget can tell. */
  isPaymentMethodRequestable(): boolean
  /** The options on offer, in order. */
  getAvailablePaymentOptions(): PaymentOption[]
  /**
   * Forgets the unsaved methods of a payment option whose settings change. The options that have settings to
   * change (`paypal`, `paypalCredit`, `applePay`, `googlePay`, `threeDSecure`) are not on offer yet.
   */
  updateConfiguration(property: string, key: string, value: unknown): void
  /** Takes the widget off the page; the container is empty again. A second call does no harm. */
  teardown: Either<[], void>
  on: Emitter<DropinEvents>['on']
  off: Emitter<DropinEvents>['off']
  hasListener: Emitter<DropinEvents>['hasListener']
}

export function instanceOf(running: Running, leavePage: () => void): Dropin {
  const { emitter, store } = running
  function guard(method: string) {
    if (running.ended) throw calledAfterTeardown(method)
  }
  return {
    requestPaymentMethod: either(async (_options?: object) => {
      guard('requestPaymentMethod')
      return await request(running)
    }),
    clearSelectedPaymentMethod() {
      guard('clearSelectedPaymentMethod')
      clearSelection(running).catch(reportError)
    },
    isPaymentMethodRequestable() {
      guard('isPaymentMethodRequestable')
      return running.announced !== undefined
    },
    getAvailablePaymentOptions() {
      guard('getAvailablePaymentOptions')
      return store.read().options.map(({ id }) => id)
    },
    updateConfiguration(property) {
      guard('updateConfiguration')
      dispatch(running, { type: 'unsaved-removed', types: typesOf(property) })
    },
    teardown: either(async () => {
      if (running.ended) return
      running.ended = true
      running.fields?.close()
      leavePage()
    }),
    on: emitter.on,
    off: emitter.off,
    hasListener: emitter.hasListener,
  }
}

async function request(running: Running): Promise<PaymentMethodPayload> {
  const { gateway, store } = running
  const state = store.read()
  try {
    const method =
      chosenMethod(state) ?? (state.screen.view === 'card' ? await requestCard(running) : undefined)
    if (!method) throw new DropinError(noPaymentMethod)
    report(gateway, `request-payment-method.${kindOf(method.type)}`)
    return payloadOf(method)
  } catch (problem) {
    report(gateway, 'request-payment-method.error')
    throw problem
  }
}
