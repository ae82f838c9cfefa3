import { report } from '../gateway/analytics.ts'
import { enUs } from '../messages/en-us.ts'
import { languageOf } from '../messages/locales.ts'
import type { PaymentMethod } from '../methods/payment-method.ts'
import { dispatch, type Running } from '../model/running.ts'
import type { Status } from '../model/state.ts'
import { DropinError, noPaymentMethod } from '../platform/errors.ts'
import { waits, within } from '../platform/waits.ts'
import type { RequestOptions } from '../settings/request-options.ts'
import type { ThreeDSecureSettings } from '../settings/three-d-secure-settings.ts'
import type { BankTexts } from '../three-d-secure/bank-modal.ts'
import type * as code from '../three-d-secure/three-d-secure.ts'
import { toolsFor } from '../three-d-secure/tools.ts'
import { clearSelection } from '../vault/vault.ts'
import { isToBeVerified, verifyOptions } from './verify-options.ts'

const relayed = ['customer-canceled', 'authentication-modal-render', 'authentication-modal-close'] as const

export type Authentication = {
  /** Rejects when it cannot be set up: the widget cannot be made then. */
  ready: Promise<void>
  /** Gives the method with what the bank says of it. */
  authenticate?: (method: PaymentMethod, asked: RequestOptions) => Promise<PaymentMethod>
  configure: (key: string, value: unknown) => void
  close: () => void
}

/** Sets up strong authentication (3-D Secure), if the shop wants it. */
export function openAuthentication(running: Running): Authentication {
  const { options, gateway, ended } = running
  if (!options.threeDSecure)
    return { ready: Promise.resolve(), configure: () => undefined, close: () => undefined }
  let settings: ThreeDSecureSettings = options.threeDSecure === true ? {} : options.threeDSecure
  let opened: code.ThreeDSecure | undefined

  async function open() {
    const { openThreeDSecure } = (await running.loadCode('three-d-secure')) as typeof code
    ended.throwIfAborted()
    const settled = {
      version: 2,
      cardinalSDKConfig: settings.cardinalSDKConfig,
      nonce: options.nonce,
    }
    opened = openThreeDSecure(gateway, settled, toolsFor(gateway, textsOf(running)))
    for (const event of relayed) opened.on(event, () => running.emitter.emit(`3ds:${event}`, undefined))
    return opened
  }

  settle('initializing')
  const opening = within(waits.dependency, open(), () => new Error('3-D Secure did not load in time.'))
  const ready = opening.then(
    () => settle('done'),
    (problem) => {
      settle('failed')
      if (!ended.aborted) report(gateway, 'load-error')
      throw new DropinError('3D Secure failed to set up.', problem)
    },
  )
  ready.catch(() => undefined) // the creation waits for it later

  return {
    ready,
    async authenticate(method, asked) {
      if (!isToBeVerified(method)) return method
      if (running.store.read().authenticating) throw new DropinError(noPaymentMethod)
      dispatch(running, { type: 'authentication-begun' })
      try {
        const threeDSecure = await opening
        const verified = await threeDSecure.verifyCard(verifyOptions(method, settings, asked))
        const { nonce, liabilityShifted, liabilityShiftPossible, threeDSecureInfo } = verified
        const told = { nonce, liabilityShifted, liabilityShiftPossible, threeDSecureInfo }
        dispatch(running, { type: 'authenticated', nonce: method.nonce, told })
        return { ...method, ...told }
      } catch (problem) {
        if (!ended.aborted) await clearSelection(running)
        dispatch(running, { type: 'authentication-failed' })
        throw new DropinError(enUs.threeDSecureFailedError, problem)
      }
    },
    configure(key, value) {
      settings = { ...settings, [key]: value }
    },
    close() {
      try {
        opened?.close()
      } catch (problem) {
        throw new DropinError('Drop-in errored tearing down 3D Secure.', problem)
      }
    },
  }

  function settle(status: Status) {
    dispatch(running, { type: 'dependency-settled', dependency: 'threeDSecure', status })
  }
}

/** What stands around the bank's page, in the language that the widget has by then. */
function textsOf(running: Running): BankTexts {
  const language = () => languageOf(running.store.read().locale ?? 'en_US')
  return {
    get title() {
      return running.messages.bankTitle
    },
    get close() {
      return running.messages.bankClose
    },
    get note() {
      return running.messages.bankNote
    },
    get lang() {
      return language().lang
    },
    get dir() {
      return language().dir
    },
  }
}
