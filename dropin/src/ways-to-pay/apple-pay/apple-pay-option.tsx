import { openButtonWay } from '../button-way.tsx'
import type { WayToPay } from '../way-to-pay.ts'
import { findSessions, sessionVersion } from './sessions.ts'

export const applePayOption: WayToPay = {
  isOffered({ applePay }, { configuration }) {
    const sessions = findSessions()
    if (!applePay || !configuration.applePayWeb || !sessions || !globalThis.isSecureContext) return false
    return sessions.supportsVersion(sessionVersion(applePay)) && sessions.canMakePayments()
  },
  open(running) {
    const { buttonStyle = 'black' } = running.options.applePay ?? {}
    return openButtonWay(running, {
      way: 'applePay',
      part: 'apple-pay',
      mustBeUsed: 'applePayButtonMustBeUsed',
      draw: () => (
        <div className="braintree-sheet__button--apple-pay">
          <button
            type="button"
            data-braintree-id="apple-pay-button"
            className={`apple-pay-button apple-pay-button-${buttonStyle}`}
          >
            {running.messages['Apple Pay']}
          </button>
        </div>
      ),
    })
  },
}
