/** What pays a charge: a card, or a PayPal account. */
export const meansKinds = ['card', 'paypal'] as const
export type MeansKind = (typeof meansKinds)[number]

/** Of an accepted charge. `meansLabel` is what may be shown: brand and last digits, or the email of the account. */
export type Means = { means: MeansKind | null; meansLabel: string | null }

/** After "paid" or "received". */
export const byMeans: Record<MeansKind, string> = { card: 'by card', paypal: 'by PayPal' }

/** After "charged" or "refunded". */
export const toMeans: Record<MeansKind, string> = { card: 'to your card', paypal: 'to your PayPal account' }

/** One of the words above, and the label where there is one: "by PayPal, edith@example.com". */
export const withLabel = (words: Record<MeansKind, string>, { means, meansLabel }: Means) =>
  [words[means ?? 'card'], meansLabel].filter(Boolean).join(', ')
