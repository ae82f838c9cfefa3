import { report } from '../gateway/analytics.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { postTo } from '../gateway/post.ts'
import type { CreateOptions } from '../merchant-options/create-options.ts'
import { type Scripts, scripts } from '../merchant-page/third-party-script.ts'
import type { MessageKey } from '../messages/messages.ts'
import { addMethod, dispatch, type Running } from '../model/running.ts'
import type { PaymentMethod, PaymentOption } from '../payment-methods/payment-method.ts'
import type { OpenButton } from './button-way.tsx'
import { showFailure } from './show-failure.ts'

export type Wallet<Options> = {
  gateway: Gateway
  post: (endpoint: string, data: object) => Promise<unknown>
  scripts: Scripts
  nonce: string | undefined
  /** The shop's current options. */
  options: () => Options
  ended: AbortSignal
  /** Reports `web.dropin.<kind>` to analytics. */
  track: (kind: string) => void
  /** Clears errors. */
  began: () => void
  /** Cancelled, possibly after approval: no nonce follows. */
  canceled: () => void
  approved: () => void
  paid: (method: PaymentMethod) => void
  /** The default text depends on the problem's code. */
  failed: (problem: unknown, error?: MessageKey) => void
}

type WayOptions<Way extends PaymentOption> = Extract<CreateOptions[Way], object>
type Button<Options> = {
  /** Its name in element ids. */
  part: string
  showButton: (place: Element, wallet: Wallet<Options>) => Promise<void>
}

export function openWallet<Way extends PaymentOption>(
  running: Running,
  way: Way,
  { part, showButton }: Button<WayOptions<Way>>,
): OpenButton {
  const { gateway } = running
  const closing = new AbortController()
  let options = { ...(running.options[way] as WayOptions<Way>) }

  return {
    async load(sheet, styled) {
      await styled
      closing.signal.throwIfAborted()
      const place = sheet.querySelector(`[data-braintree-id="${part}-button"]`)
      if (!place) throw new Error('There is no place for the button.')
      await showButton(place, {
        gateway,
        post: (endpoint, data) => postTo(gateway, endpoint, data),
        scripts,
        nonce: running.options.nonce,
        options: () => options,
        ended: closing.signal,
        track: (kind) => report(gateway, kind),
        began: () => dispatch(running, { type: 'error-cleared' }),
        canceled: () => dispatch(running, { type: 'request-over' }),
        approved: () => dispatch(running, { type: 'request-sent' }),
        paid: (method) => addMethod(running, method),
        failed: (problem, error) => showFailure(running, problem, error),
      })
    },
    configure(key, value) {
      options = { ...options, [key]: value }
    },
    close: () => closing.abort(),
  }
}
