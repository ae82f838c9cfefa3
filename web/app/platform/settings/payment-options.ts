/** The ways to pay online that the site can offer, by the names that the payment widget has for them. */
const known = ['card', 'paypal', 'paypalCredit', 'venmo', 'applePay', 'googlePay'] as const
export type PaymentOption = (typeof known)[number]

/** What the payment form is told of the settings. */
export type PaymentOffer = {
  /** The ways to pay, in this order. */
  options: PaymentOption[]
  /** Whether a card's bank is asked who pays: never; always, and it decides; always, and only its yes counts. */
  threeDSecure: 'off' | 'ask' | 'always'
  /** Whether those who watch for fraud are told of the browser, and each sale names what they were told. */
  deviceData: boolean
  /** Google's name for who sells. */
  googleMerchantId?: string | undefined
  /** The address of a script that makes the browser a device with wallets, for trying them out. */
  deviceScript?: string | undefined
}

/** The list that a setting names, in its order; undefined where it is none: a card can always be paid with. */
export function paymentOptionsIn(list: string): PaymentOption[] | undefined {
  const words = list.split(',').map((word) => word.trim())
  const options = known.filter((option) => words.includes(option))
  const isList = options.length === words.length && options.includes('card')
  return isList ? options.toSorted((left, right) => words.indexOf(left) - words.indexOf(right)) : undefined
}

const names: Record<PaymentOption, string> = {
  card: 'card',
  paypal: 'PayPal',
  paypalCredit: 'PayPal',
  venmo: 'Venmo',
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
}

/** What is paid by a button of its own is called. */
export const buttonOf = (view: string) =>
  known.flatMap((option) => (option === view && option !== 'card' ? [names[option]] : []))[0]

/** The same for people: "card", "card or PayPal", "card, PayPal, or Venmo". Making a format of `Intl` holds up a phone. */
export function optionWords(options: PaymentOption[]): string {
  const words = [
    ...new Set(known.filter((option) => options.includes(option)).map((option) => names[option])),
  ]
  const before = words.slice(0, -1).join(', ')
  return [before, ...words.slice(-1)].filter(Boolean).join(words.length > 2 ? ', or ' : ' or ')
}

export const offersPayPal = (options: PaymentOption[]) =>
  options.includes('paypal') || options.includes('paypalCredit')

/** Whether what others bring belongs to the form: scripts, frames, windows. A card alone needs the gateway only. */
export const needsOthers = ({ options, threeDSecure, deviceData }: PaymentOffer) =>
  options.length > 1 || threeDSecure !== 'off' || deviceData
