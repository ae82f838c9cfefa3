/** `venmo` is not a transfer to the programme. */
export const meansKinds = ['card', 'paypal', 'venmo', 'apple-pay', 'google-pay'] as const
export type MeansKind = (typeof meansKinds)[number]

/** Their label names a person, and is deleted with the account. A card's last digits identify nobody. */
export const namedMeans: MeansKind[] = ['paypal', 'venmo']

/** Of an accepted charge. `meansLabel`: brand and last digits, or the account's name. */
export type Means = { means: MeansKind | null; meansLabel: string | null }

export const byMeans: Record<MeansKind, string> = {
  card: 'by card',
  paypal: 'by PayPal',
  venmo: 'by Venmo',
  'apple-pay': 'by Apple Pay',
  'google-pay': 'by Google Pay',
}

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

function withLabel(phrase: string, { means, meansLabel }: Means) {
  if (!meansLabel) return phrase
  return means === 'venmo' ? `${phrase} ${meansLabel}` : `${phrase}, ${meansLabel}`
}
