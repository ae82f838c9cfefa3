import { type PaymentMethodPayload, type PaymentOption, typesOf } from './methods/payment-method.ts'
import type { DropinEvents } from './model/events.ts'
import { dispatch, type Running } from './model/running.ts'
import type { OpenWays } from './options/way-to-pay.ts'
import { type Either, either } from './platform/callback.ts'
import type { Emitter } from './platform/emitter.ts'
import { calledAfterTeardown } from './platform/errors.ts'
import { request } from './request/request.ts'
import type { RequestOptions } from './settings/request-options.ts'
import { clearSelection } from './vault/vault.ts'

/** A widget on the page. After teardown every method but `teardown` and the event methods fails. */
export type Dropin = {
  /**
   * Gives the chosen method, or makes a nonce of the card form. Rejects with the DropinError 'No payment
   * method is available.' when nothing is chosen, the form is wrong or the gateway refuses; what the gateway
   * said is then in `_braintreeWebError`.
   */
  requestPaymentMethod: Either<[options?: RequestOptions], PaymentMethodPayload>
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

/** Settings that a shop may change, by the option that they belong to. */
const changeable = ['paypal', 'paypalCredit', 'applePay', 'googlePay', 'threeDSecure']

export function instanceOf(running: Running, ways: OpenWays, end: () => Promise<void>): Dropin {
  const { emitter, store } = running
  function guard(method: string) {
    if (running.ended.aborted) throw calledAfterTeardown(method)
  }
  return {
    requestPaymentMethod: either(async (asked: RequestOptions = {}) => {
      guard('requestPaymentMethod')
      return await request(running, ways, {}, asked)
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
      return [...store.read().options]
    },
    updateConfiguration(property, key, value) {
      guard('updateConfiguration')
      if (!changeable.includes(property)) return
      ways.get(property)?.configure(key, value)
      dispatch(running, { type: 'unsaved-removed', types: typesOf(property) })
    },
    teardown: either(async () => {
      if (!running.ended.aborted) await end()
    }),
    on: emitter.on,
    off: emitter.off,
    hasListener: emitter.hasListener,
  }
}
