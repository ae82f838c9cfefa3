import type { RequestOptions } from './merchant-options/request-options.ts'
import type { LocaleSources } from './messages/load.ts'
import type { DropinEvents } from './model/events.ts'
import { changeLocale } from './model/language.ts'
import { dispatch, type Running } from './model/running.ts'
import { type PaymentMethodPayload, type PaymentOption, typesFor } from './payment-methods/payment-method.ts'
import { type PromiseOrCallback, withCallback } from './platform/callback.ts'
import type { Emitter } from './platform/emitter.ts'
import { calledAfterTeardown } from './platform/errors.ts'
import type { Lifetime } from './platform/life.ts'
import type { Authentication } from './request-payment-method/authentication.ts'
import { request } from './request-payment-method/request.ts'
import { clearSelection } from './vault/vault.ts'
import type { OpenWays } from './ways-to-pay/way-to-pay.ts'

export type Dropin = {
  requestPaymentMethod: PromiseOrCallback<[options?: RequestOptions], PaymentMethodPayload>
  clearSelectedPaymentMethod(): void
  editPaymentMethod(): boolean
  isPaymentMethodRequestable(): boolean
  getAvailablePaymentOptions(): PaymentOption[]
  updateConfiguration(property: string, key: string, value: unknown): void
  setLocale(locale: string): Promise<void>
  teardown: PromiseOrCallback<[], void>
  on: Emitter<DropinEvents>['on']
  off: Emitter<DropinEvents>['off']
  hasListener: Emitter<DropinEvents>['hasListener']
}

type Surroundings = {
  places: () => LocaleSources
  authentication: Authentication
  deviceData: () => string | undefined
}

export function createInstance(
  running: Running,
  ways: OpenWays,
  life: Lifetime,
  beside: Surroundings,
): Dropin {
  const { emitter, store } = running
  const { places, authentication, deviceData } = beside
  const steps = { authenticate: authentication.authenticate, deviceData: async () => deviceData() }
  function guard(method: string) {
    if (running.ended.aborted) throw calledAfterTeardown(method)
  }
  return {
    requestPaymentMethod: withCallback(async (options?: RequestOptions | null) => {
      guard('requestPaymentMethod')
      return await request(running, ways, steps, options ?? {})
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
      dispatch(running, { type: 'reconfigured', types: typesFor(property) })
    },
    async setLocale(locale) {
      guard('setLocale')
      await changeLocale(running, locale, places())
    },
    teardown: withCallback(async () => {
      await life.end()
    }),
    on: emitter.on,
    off: emitter.off,
    hasListener: emitter.hasListener,
  }
}
