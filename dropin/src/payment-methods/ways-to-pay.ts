import type { namesOfWays } from '../messages/ways-to-pay.ts'
import type { PaymentOption } from '../public-types/dropin.ts'

/** A way to pay as far as it is no code. */
type Facts = {
  /** Its row in the chooser: the key of a text, and a symbol of the sprite. */
  name: 'Card' | keyof typeof namesOfWays
  icon: string
  /** The type of its methods, as the gateway has it, and what analytics call that. */
  makes: string
  kind: string
  /** The detail that tells one of its methods from another. */
  title?: string
  /** What is saved of it is not listed. */
  isUnlisted?: boolean
}

/** Every way to pay, in the order in which a shop offers them that names none. */
export const ways: Readonly<Record<PaymentOption, Facts>> = {
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
    isUnlisted: true,
  },
  applePay: {
    name: 'Apple Pay',
    icon: 'logoApplePay',
    makes: 'ApplePayCard',
    kind: 'applepay',
    isUnlisted: true,
  },
  googlePay: {
    name: 'Google Pay',
    icon: 'logoGooglePay',
    makes: 'AndroidPayCard',
    kind: 'googlepay',
    isUnlisted: true,
  },
}

export const paymentOptions = Object.keys(ways) as PaymentOption[]
