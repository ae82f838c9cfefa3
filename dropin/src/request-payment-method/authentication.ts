import { report } from '../gateway/analytics.ts'
import type { RequestOptions } from '../merchant-options/request-options.ts'
import type { ThreeDSecureSettings } from '../merchant-options/three-d-secure-settings.ts'
import { enUs } from '../messages/en-us.ts'
import { dispatch, type Running } from '../model/running.ts'
import type { Status } from '../model/state.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { DropinError, noPaymentMethod } from '../platform/errors.ts'
import { waits, withTimeout } from '../platform/waits.ts'
import type * as code from './authenticate-by-bank.ts'

export type Authentication = {
  /** Rejects if set-up fails: creation fails then. */
  ready: Promise<void>
  authenticate?: (method: PaymentMethod, requestOptions: RequestOptions) => Promise<PaymentMethod>
  configure: (key: string, value: unknown) => void
  close: () => void
}

/** 3-D Secure, if the shop enables it; its code is a lazy chunk. */
export function openAuthentication(running: Running): Authentication {
  const { options, gateway, ended } = running
  if (!options.threeDSecure)
    return { ready: Promise.resolve(), configure: () => undefined, close: () => undefined }
  let settings: ThreeDSecureSettings = options.threeDSecure === true ? {} : options.threeDSecure
  let bank: code.Bank | undefined

  async function open() {
    const { openBank } = (await running.loadCode('three-d-secure')) as typeof code
    ended.throwIfAborted()
    bank = openBank(running, settings)
  }

  settle('initializing')
  const ready = withTimeout(
    waits.dependency,
    open(),
    () => new Error('3-D Secure did not load in time.'),
  ).then(
    () => settle('done'),
    (problem) => {
      settle('failed')
      if (!ended.aborted) report(gateway, 'load-error')
      throw new DropinError('3D Secure failed to set up.', problem)
    },
  )
  ready.catch(() => undefined) // awaited by the creation

  return {
    ready,
    async authenticate(method, requestOptions) {
      await ready
      if (!bank?.isToBeAsked(method)) return method
      if (running.store.read().authenticating) throw new DropinError(noPaymentMethod)
      try {
        return await bank.authenticate(method, settings, requestOptions)
      } catch (problem) {
        throw new DropinError(enUs.threeDSecureFailedError, problem)
      }
    },
    configure(key, value) {
      settings = { ...settings, [key]: value }
    },
    close() {
      try {
        bank?.close()
      } catch (problem) {
        throw new DropinError('Drop-in errored tearing down 3D Secure.', problem)
      }
    },
  }

  function settle(status: Status) {
    dispatch(running, { type: 'dependency-settled', dependency: 'threeDSecure', status })
  }
}
