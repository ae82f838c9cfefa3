import type { RequestOptions } from './merchant-options/request-options.ts'
import type { Files } from './messages/load.ts'
import type { DropinEvents } from './model/events.ts'
import { changeLocale } from './model/language.ts'
import { dispatch, type Running } from './model/running.ts'
import { type PaymentMethodPayload, type PaymentOption, typesOf } from './payment-methods/payment-method.ts'
import { type Either, either } from './platform/callback.ts'
import type { Emitter } from './platform/emitter.ts'
import { calledAfterTeardown } from './platform/errors.ts'
import type { Life } from './platform/life.ts'
import type { Authentication } from './request-payment-method/authentication.ts'
import { request } from './request-payment-method/request.ts'
import { clearSelection } from './vault/vault.ts'
import type { OpenWays } from './ways-to-pay/way-to-pay.ts'

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
  /**
   * Opens the card form again for a card that is not saved, after a decline: what `card.keepAfterTokenization` kept
   * stands there, the CVV is typed anew. False if there is no such card; clear the selection then.
   */
  editPaymentMethod(): boolean
  /** Whether a request would succeed, as far as the widget can tell. */
  isPaymentMethodRequestable(): boolean
  /** The options on offer, in order. */
  getAvailablePaymentOptions(): PaymentOption[]
  /**
   * Changes a setting of `paypal`, `paypalCredit`, `applePay` or `googlePay`: forgets the option's unsaved methods and
   * returns to the first view. Of `threeDSecure` it changes the `amount`. What is not on offer is ignored.
   */
  updateConfiguration(property: string, key: string, value: unknown): void
  /**
   * Changes the language while the widget stands: what was typed, the focus and the view stay. Texts that do not come
   * in 5 seconds leave it as it is; the console says so, and the promise resolves.
   */
  setLocale(locale: string): Promise<void>
  /** Takes the widget off the page; the container is empty again. A second call does no harm. */
  teardown: Either<[], void>
  on: Emitter<DropinEvents>['on']
  off: Emitter<DropinEvents>['off']
  hasListener: Emitter<DropinEvents>['hasListener']
}

/** Where its files lie, and what its requests go through. */
type Beside = {
  places: () => Files
  authentication: Authentication
  deviceData: () => string | undefined
}

export function instanceOf(running: Running, ways: OpenWays, life: Life, beside: Beside): Dropin {
  const { emitter, store } = running
  const { places, authentication, deviceData } = beside
  const steps = { authenticate: authentication.authenticate, deviceData: async () => deviceData() }
  function guard(method: string) {
    if (running.ended.aborted) throw calledAfterTeardown(method)
  }
  return {
    requestPaymentMethod: either(async (asked?: RequestOptions | null) => {
      guard('requestPaymentMethod')
      return await request(running, ways, steps, asked ?? {})
    }),
    clearSelectedPaymentMethod() {
      guard('clearSelectedPaymentMethod')
      clearSelection(running).catch(reportError)
    },
    editPaymentMethod() {
      guard('editPaymentMethod')
      const unsaved = store.read().methods.find(({ type, vaulted }) => type === 'CreditCard' && !vaulted)
      if (unsaved) dispatch(running, { type: 'reopened', option: 'card', method: unsaved })
      return unsaved !== undefined
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
      if (property === 'threeDSecure') return authentication.configure(key, value)
      const way = ways.get(property)
      if (!way || property === 'card' || property === 'venmo') return
      way.configure(key, value)
      dispatch(running, { type: 'reconfigured', types: typesOf(property) })
    },
    async setLocale(locale) {
      guard('setLocale')
      await changeLocale(running, locale, places())
    },
    teardown: either(async () => {
      await life.end()
    }),
    on: emitter.on,
    off: emitter.off,
    hasListener: emitter.hasListener,
  }
}
