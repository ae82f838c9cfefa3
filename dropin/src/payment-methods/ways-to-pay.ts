import type { wayNames } from '../messages/ways-to-pay.ts'
import type { PaymentOption } from '../public-types/dropin.ts'

type WayDescription = {
  /** Message key and icon of its row in the chooser. */
  name: 'Card' | keyof typeof wayNames
  icon: string
  /** Type of its methods at the gateway, and its name in analytics. */
  makes: string
  kind: string
  /** The detail that identifies a method. */
  title?: string
  isHidden?: boolean
}

/** In the default order. */
export const ways: Readonly<Record<PaymentOption, WayDescription>> = {
  card: { name: 'Card', icon: 'iconCardFront', makes: 'CreditCard', kind: 'card', title: 'lastFour' },
  paypal: { name: 'PayPal', icon: 'logoPayPal', makes: 'PayPalAccount', kind: 'paypal', title: 'email' },
  paypalCredit: {
    name: 'PayPal Credit',
    icon: 'logoPayPalCredit',
    makes: 'PayPalAccount',
    kind: 'paypal',
    title: 'email',
  },
  venmo: {
    name: 'Venmo',
    icon: 'logoVenmo',
    makes: 'VenmoAccount',
    kind: 'venmo',
    title: 'username',
    isHidden: true,
  },
  applePay: {
    name: 'Apple Pay',
    icon: 'logoApplePay',
    makes: 'ApplePayCard',
    kind: 'applepay',
    isHidden: true,
  },
  googlePay: {
    name: 'Google Pay',
    icon: 'logoGooglePay',
    makes: 'AndroidPayCard',
    kind: 'googlepay',
    isHidden: true,
  },
}

export const paymentOptions = Object.keys(ways) as PaymentOption[]
