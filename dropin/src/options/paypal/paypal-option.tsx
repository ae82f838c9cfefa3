import type { MessageKey } from '../../messages/messages.ts'
import type { WayToPay } from '../way-to-pay.ts'
import { openPayPal, type PayPalWay } from './paypal.ts'
import { PayPalSheet } from './paypal-sheet.tsx'

export const paypalOption = wayCalled('paypal', 'PayPal', 'logoPayPal')
export const paypalCreditOption = wayCalled('paypalCredit', 'PayPal Credit', 'logoPayPalCredit')

/** PayPal and its credit are two ways to pay by one button script. */
function wayCalled(way: PayPalWay, name: MessageKey, icon: string): WayToPay {
  return {
    name,
    icon,
    isOffered: (options, { configuration }) => Boolean(options[way]) && configuration.paypalEnabled === true,
    open: (running) => ({
      ...openPayPal(running, way),
      Sheet: (props) => <PayPalSheet {...props} way={way} name={running.messages[name]} icon={icon} />,
    }),
  }
}
