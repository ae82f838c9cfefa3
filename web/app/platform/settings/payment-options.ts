const known = ['card', 'paypal', 'paypalCredit', 'venmo', 'applePay', 'googlePay'] as const
export type PaymentOption = (typeof known)[number]

export type PaymentOffer = {
  options: PaymentOption[]
  /** 3-D Secure: never; always, and the bank decides; always, and only a liability shift counts. */
  threeDSecure: 'off' | 'ask' | 'always'
  /** Whether fraud services get device data, which each sale refers to. */
  deviceData: boolean
  googleMerchantId?: string | undefined
  deviceScript?: string | undefined
}

/** The setting's list in its order; undefined if it is not valid: `card` is mandatory. */
export function paymentOptionsIn(list: string): PaymentOption[] | undefined {
  const entries = list.split(',').map((word) => word.trim())
  const options = known.filter((option) => entries.includes(option))
  const isList = options.length === entries.length && options.includes('card')
  return isList
    ? options.toSorted((left, right) => entries.indexOf(left) - entries.indexOf(right))
    : undefined
}

const names: Record<PaymentOption, string> = {
  card: 'card',
  paypal: 'PayPal',
  paypalCredit: 'PayPal',
  venmo: 'Venmo',
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
}

export const buttonLabel = (view: string) =>
  known.flatMap((option) => (option === view && option !== 'card' ? [names[option]] : []))[0]

/** "card", "card or PayPal", "card, PayPal, or Venmo". Without `Intl`, whose formats hold up a phone. */
export function formatOptions(options: PaymentOption[]): string {
  const labels = [
    ...new Set(known.filter((option) => options.includes(option)).map((option) => names[option])),
  ]
  const before = labels.slice(0, -1).join(', ')
  return [before, ...labels.slice(-1)].filter(Boolean).join(labels.length > 2 ? ', or ' : ' or ')
}

export const offersPayPal = (options: PaymentOption[]) =>
  options.includes('paypal') || options.includes('paypalCredit')

/** Whether the form needs third parties' scripts, frames or windows. Cards alone need the gateway only. */
export const needsOthers = ({ options, threeDSecure, deviceData }: PaymentOffer) =>
  options.length > 1 || threeDSecure !== 'off' || deviceData
