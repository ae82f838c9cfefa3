import type { RequestOptions } from '../merchant-options/request-options.ts'
import type { ThreeDSecureSettings } from '../merchant-options/three-d-secure-settings.ts'
import { languageAttributes } from '../messages/locales.ts'
import { dispatch, type Running } from '../model/running.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import type { BankTexts } from '../three-d-secure/bank-modal.ts'
import { openThreeDSecure } from '../three-d-secure/three-d-secure.ts'
import { toolsFor } from '../three-d-secure/tools.ts'
import { clearSelection } from '../vault/vault.ts'
import { needsVerification, verifyOptions } from './verify-options.ts'

const relayed = ['customer-canceled', 'authentication-modal-render', 'authentication-modal-close'] as const

export type Bank = ReturnType<typeof openBank>

export function openBank(
  running: Running,
  { cardinalSDKConfig }: ThreeDSecureSettings,
  open = openThreeDSecure,
) {
  const { options, gateway, ended } = running
  const settled = { version: 2, cardinalSDKConfig, nonce: options.nonce }
  const threeDSecure = open(
    gateway,
    settled,
    toolsFor(gateway, () => bankTexts(running)),
  )
  for (const event of relayed) threeDSecure.on(event, () => running.emitter.emit(`3ds:${event}`, undefined))
  return {
    isToBeAsked: needsVerification,
    async authenticate(
      method: PaymentMethod,
      settings: ThreeDSecureSettings,
      requestOptions: RequestOptions,
    ) {
      dispatch(running, { type: 'authentication-begun' })
      try {
        const verified = await threeDSecure.verifyCard(verifyOptions(method, settings, requestOptions))
        const { nonce, liabilityShifted, liabilityShiftPossible, threeDSecureInfo } = verified
        const result = { nonce, liabilityShifted, liabilityShiftPossible, threeDSecureInfo }
        dispatch(running, { type: 'authenticated', nonce: method.nonce, result })
        return { ...method, ...result }
      } catch (problem) {
        if (!ended.aborted) await clearSelection(running)
        dispatch(running, { type: 'authentication-failed' })
        throw problem
      }
    },
    close: threeDSecure.close,
  }
}

/** In the current language. */
function bankTexts({ messages, store }: Running): BankTexts {
  const { lang, dir } = languageAttributes(store.read().locale ?? 'en_US')
  const { bankTitle, bankClose, bankNote } = messages
  return { title: bankTitle, close: bankClose, note: bankNote, lang, dir }
}
