/** What pays a charge: a card, an account, or a card that a wallet holds. `venmo` is not a transfer to the programme. */
export const meansKinds = ['card', 'paypal', 'venmo', 'apple-pay', 'google-pay'] as const
export type MeansKind = (typeof meansKinds)[number]

/** Their label is a person's name elsewhere: it goes with the account, as a name does. The end of a card's number tells nobody. */
export const namedMeans: MeansKind[] = ['paypal', 'venmo']

/** Of an accepted charge. `meansLabel` is what may be shown: brand and last digits, or what the account is called. */
export type Means = { means: MeansKind | null; meansLabel: string | null }

/** After "paid" or "received". */
export const byMeans: Record<MeansKind, string> = {
  card: 'by card',
  paypal: 'by PayPal',
  venmo: 'by Venmo',
  'apple-pay': 'by Apple Pay',
  'google-pay': 'by Google Pay',
}

/** After "your" or "the". */
export const meansNames: Record<MeansKind, string> = {
  card: 'card',
  paypal: 'PayPal account',
  venmo: 'Venmo account',
  'apple-pay': 'card in Apple Pay',
  'google-pay': 'card in Google Pay',
}

/** "by PayPal, edith@example.com", "by Venmo @edith". */
export const byWhat = (paid: Means) => withLabel(byMeans[paid.means ?? 'card'], paid)

/** After "charged" or "refunded": "to your card in Apple Pay, Visa 1111". */
export const toWhat = (paid: Means) => withLabel(`to your ${meansNames[paid.means ?? 'card']}`, paid)

function withLabel(words: string, { means, meansLabel }: Means) {
  if (!meansLabel) return words
  return means === 'venmo' ? `${words} ${meansLabel}` : `${words}, ${meansLabel}`
}
