/**
 * How money comes in outside the card gateway, where a volunteer records it. A Venmo transfer goes to the programme's
 * Venmo account; plain `venmo` is what the gateway calls a payment in its own form.
 */
export const offlineWays = ['check', 'cash', 'venmo-transfer'] as const
export type OfflineWay = (typeof offlineWays)[number]

/** What a registration can be paid by. */
export const paidWays = ['card', ...offlineWays] as const

/** After "paid", "received" or an amount. */
export const wayWords: Record<(typeof paidWays)[number], string> = {
  card: 'by card',
  check: 'by check',
  cash: 'in cash',
  'venmo-transfer': 'by Venmo transfer',
}
