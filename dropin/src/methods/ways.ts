import type { PaymentOption } from '../api/dropin.ts'
import { type Tile, whole } from '../ui/tile.ts'

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

/** What ways to pay are called, in most languages as here. */
export const namesOfWays = {
  PayPal: 'PayPal',
  'PayPal Credit': 'PayPal Credit',
  'Apple Pay': 'Apple Pay',
  'Google Pay': 'Google Pay',
  Venmo: 'Venmo',
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

/** Their marks, made when they are drawn. */
export const marksOfWays = (): Record<string, Tile> => ({
  logoPayPal: [
    ['#003087', 'Pay', 4, 16, 12, true],
    ['#0070e0', 'Pal', 20, 16, 12, true],
  ],
  logoPayPalCredit: [
    ['#003087', whole],
    ['#fff', 'Credit', 5, 30, 12, true],
  ],
  logoApplePay: [['#000', 'Apple Pay', 4, 32, 8]],
  logoGooglePay: [
    ['#4285f4', 'G', 4, 10],
    ['#3c4043', 'Pay', 16, 20],
  ],
  logoVenmo: [['#008cff', 'venmo', 4, 32]],
})

/** What they say, in English. */
export const textsOfWays = {
  paypalButtonMustBeUsed: 'Use the PayPal button to continue.',
  venmoButtonMustBeUsed: 'Use the Venmo button to continue.',
  applePayButtonMustBeUsed: 'Use the Apple Pay button to continue.',
  googlePayButtonMustBeUsed: 'Use the Google Pay button to continue.',
  paypalAccountTokenizationFailedError: "We couldn't add this PayPal account. Please try again.",
  paypalFlowFailedError: "We couldn't connect to PayPal. Please try again.",
  paypalTokenizationRequestActiveError: 'A PayPal authorization is already in progress.',
  paypalCanceledError: 'The PayPal payment was canceled.',
  applePayTokenizationError: "We couldn't reach Apple Pay. Please try again.",
  applePayActiveCardError: 'Add a supported card to your Apple Pay wallet first.',
  venmoCanceledError: 'The Venmo payment was canceled.',
  venmoAppFailedError: 'The Venmo app is missing or out of date. Update it and try again.',
}
