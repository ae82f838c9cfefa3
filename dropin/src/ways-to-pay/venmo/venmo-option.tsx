import { pressable } from '../../ui/aria.ts'
import { openButtonWay } from '../button-way.tsx'
import type { WayToPay } from '../way-to-pay.ts'
import type * as code from './open-button.ts'

export const venmoOption: WayToPay = {
  async isOffered(options, { configuration }, loadCode) {
    if (!options.venmo || !configuration.payWithVenmo) return false
    const loaded = (await loadCode('venmo').catch(() => undefined)) as typeof code | undefined
    return loaded?.isSupported(options) ?? true // load errors are reported by the sheet
  },
  open: (running) =>
    openButtonWay(running, {
      way: 'venmo',
      part: 'venmo',
      mustBeUsed: 'venmoButtonMustBeUsed',
      draw: (press) => (
        <div
          {...pressable(press)}
          data-braintree-id="venmo-button"
          className="braintree-sheet__button--venmo"
        >
          {running.messages.Venmo}
        </div>
      ),
    }),
}
