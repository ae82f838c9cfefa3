import type { Running } from '../../model/running.ts'
import { type ButtonOptions, openButtonWay } from '../button-way.tsx'
import type { WayToPay } from '../way-to-pay.ts'

export const paypalOption: WayToPay = {
  isOffered: ({ paypal }, { configuration }) => Boolean(paypal && configuration.paypalEnabled),
  open: (running) => openPayPal(running, { way: 'paypal', part: 'paypal' }),
}

/** PayPal and PayPal Credit share one script. */
export const paypalCreditOption: WayToPay = {
  isOffered: ({ paypalCredit }, { configuration }) => Boolean(paypalCredit && configuration.paypalEnabled),
  open: (running) => openPayPal(running, { way: 'paypalCredit', part: 'paypal-credit' }),
}

type PayPalVariant = Pick<ButtonOptions<'paypal' | 'paypalCredit'>, 'way' | 'part'>

function openPayPal(running: Running, variant: PayPalVariant) {
  return openButtonWay(running, {
    ...variant,
    code: 'paypal',
    mustBeUsed: 'paypalButtonMustBeUsed',
    draw: () => (
      <div data-braintree-id={`${variant.part}-button`} className="braintree-sheet__button--paypal" />
    ),
  })
}
