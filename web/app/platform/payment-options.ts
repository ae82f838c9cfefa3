/** The ways to pay online that the site can offer, by the names that the payment widget has for them. */
const known = ['card', 'paypal', 'paypalCredit'] as const
export type PaymentOption = (typeof known)[number]

/** The list that a setting names, in its order; undefined where it is none: a card can always be paid with. */
export function paymentOptionsIn(list: string): PaymentOption[] | undefined {
  const words = list.split(',').map((word) => word.trim())
  const options = known.filter((option) => words.includes(option))
  const isList = options.length === words.length && options.includes('card')
  return isList ? options.toSorted((left, right) => words.indexOf(left) - words.indexOf(right)) : undefined
}

/** The same for people: "card", or "card or PayPal". */
export const optionWords = (options: PaymentOption[]) => (offersPayPal(options) ? 'card or PayPal' : 'card')

export const offersPayPal = (options: PaymentOption[]) =>
  options.includes('paypal') || options.includes('paypalCredit')
