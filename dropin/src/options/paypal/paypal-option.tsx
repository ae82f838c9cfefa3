import type { MessageKey } from '../../messages/messages.ts'
import { ButtonSheet } from '../button-sheet.tsx'
import type { WayToPay } from '../way-to-pay.ts'
import { openPayPal, type PayPalWay } from './paypal.ts'

export const paypalOption = wayCalled('paypal', 'PayPal', 'logoPayPal')
export const paypalCreditOption = wayCalled('paypalCredit', 'PayPal Credit', 'logoPayPalCredit')

/** PayPal and its credit are two ways to pay by one button script. */
function wayCalled(way: PayPalWay, name: MessageKey, icon: string): WayToPay {
  const part = way === 'paypal' ? 'paypal' : 'paypal-credit'
  return {
    name,
    icon,
    isOffered: (options, { configuration }) => Boolean(options[way]) && configuration.paypalEnabled === true,
    open: (running) => ({
      ...openPayPal(running, way),
      Sheet: (props) => (
        <ButtonSheet {...props} way={way} part={part} name={running.messages[name]} icon={icon}>
          <div data-braintree-id={`${part}-button`} className="braintree-sheet__button--paypal" />
        </ButtonSheet>
      ),
    }),
  }
}
