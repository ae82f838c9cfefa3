import { ButtonSheet } from '../button-sheet.tsx'
import { openWallet } from '../wallet.ts'
import type { WayToPay } from '../way-to-pay.ts'
import { sessionsOfPage, sessionVersion } from './sessions.ts'

const way = 'applePay'
const icon = 'logoApplePay'

export const applePayOption: WayToPay = {
  name: 'Apple Pay',
  icon,
  isOffered({ applePay }, { configuration }) {
    const sessions = sessionsOfPage()
    if (!applePay || !configuration.applePayWeb || !sessions || !globalThis.isSecureContext) return false
    return sessions.supportsVersion(sessionVersion(applePay)) && sessions.canMakePayments()
  },
  open(running) {
    const { buttonStyle = 'black' } = running.options.applePay ?? {}
    return {
      ...openWallet(running, way, { code: 'apple-pay', mustBeUsed: 'applePayButtonMustBeUsed' }),
      Sheet: (props) => (
        <ButtonSheet {...props} way={way} part="apple-pay" name={running.messages['Apple Pay']} icon={icon}>
          <div className="braintree-sheet__button--apple-pay">
            <button
              type="button"
              data-braintree-id="apple-pay-button"
              className={`apple-pay-button apple-pay-button-${buttonStyle}`}
            >
              {running.messages['Apple Pay']}
            </button>
          </div>
        </ButtonSheet>
      ),
    }
  },
}
