import { openButtonWay } from '../button-way.tsx'
import type { WayToPay } from '../way-to-pay.ts'
import type * as code from './open-button.ts'

export const googlePayOption: WayToPay = {
  async isOffered({ googlePay, nonce }, { configuration }, loadCode) {
    if (!googlePay || !configuration.androidPay) return false
    const loaded = (await loadCode('google-pay').catch(() => undefined)) as typeof code | undefined
    return (await loaded?.isReadyHere(configuration, nonce)) ?? true // load errors are reported by the sheet
  },
  open: (running) =>
    openButtonWay(running, {
      way: 'googlePay',
      part: 'google-pay',
      mustBeUsed: 'googlePayButtonMustBeUsed',
      draw: () => (
        <div data-braintree-id="google-pay-button" className="braintree-sheet__button--google-pay" />
      ),
    }),
}
