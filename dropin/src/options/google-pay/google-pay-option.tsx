import { isReady, loadGoogle } from '../../google-payment/google-script.ts'
import { loadScript } from '../../page/foreign-script.ts'
import { waits, within } from '../../platform/waits.ts'
import { ButtonSheet } from '../button-sheet.tsx'
import { openWallet } from '../wallet.ts'
import type { WayToPay } from '../way-to-pay.ts'

const way = 'googlePay'
const icon = 'logoGooglePay'
const late = () => new Error("Google's script did not say in time whether the browser has Google Pay.")

export const googlePayOption: WayToPay = {
  name: 'Google Pay',
  icon,
  async isOffered({ googlePay, nonce }, { configuration }) {
    if (!googlePay || !configuration.androidPay) return false
    const asking = loadGoogle({ configuration, loadScript, nonce }).then(isReady)
    // A script that fails or hangs is told by its sheet, which tries again or waits on.
    return await within(waits.googleReady, asking, late).catch(() => true)
  },
  open: (running) => ({
    ...openWallet(running, way, { code: 'google-pay', mustBeUsed: 'googlePayButtonMustBeUsed' }),
    Sheet: (props) => (
      <ButtonSheet {...props} way={way} part="google-pay" name={running.messages['Google Pay']} icon={icon}>
        <div data-braintree-id="google-pay-button" className="braintree-sheet__button--google-pay" />
      </ButtonSheet>
    ),
  }),
}
