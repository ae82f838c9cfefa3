import { byMeans, type MeansKind, meansKinds } from '#payments/means.ts'

/**
 * How money comes in outside the card gateway, where a volunteer records it. A Venmo transfer goes to the programme's
 * Venmo account, outside the site; plain `venmo` is paid online, through the gateway.
 */
export const offlineWays = ['check', 'cash', 'venmo-transfer'] as const
export type OfflineWay = (typeof offlineWays)[number]

/** What a registration can be paid by; what costs nothing is `free`, and counts as paid. */
export type PaidWay = MeansKind | OfflineWay | 'free'

export type HowPaid = { priceCents: number; means: MeansKind | null; recordedHow: OfflineWay | null }

/** How a place was paid; null where it was not. */
export const wayOf = ({ priceCents, means, recordedHow }: HowPaid): PaidWay | null =>
  priceCents === 0 ? 'free' : (means ?? recordedHow)

/** Whether it was paid through the gateway, by a charge. */
export const isOnline = (way: PaidWay | null): way is MeansKind => meansKinds.some((means) => means === way)

/** Whether a volunteer recorded its money. */
export const isOffline = (way: PaidWay | null): way is OfflineWay =>
  offlineWays.some((offline) => offline === way)

/** After "paid", "received" or an amount. */
export const wayWords: Record<Exclude<PaidWay, 'free'>, string> = {
  ...byMeans,
  check: 'by check',
  cash: 'in cash',
  'venmo-transfer': 'by Venmo transfer',
}
