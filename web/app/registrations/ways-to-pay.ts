import { byMeans, type MeansKind, meansKinds } from '#payments/means.ts'

/**
 * Money outside the card gateway, recorded by a volunteer. A Venmo transfer goes to the programme's own account; plain
 * `venmo` is paid through the gateway.
 */
export const offlineWays = ['check', 'cash', 'venmo-transfer'] as const
export type OfflineWay = (typeof offlineWays)[number]

/** `free`: of price 0, counts as paid. */
export type PaidWay = MeansKind | OfflineWay | 'free'

export type HowPaid = { priceCents: number; means: MeansKind | null; recordedHow: OfflineWay | null }

/** Null where it was not paid. */
export const toPaidWay = ({ priceCents, means, recordedHow }: HowPaid): PaidWay | null =>
  priceCents === 0 ? 'free' : (means ?? recordedHow)

export const isOnline = (way: PaidWay | null): way is MeansKind => meansKinds.some((means) => means === way)

export const isOffline = (way: PaidWay | null): way is OfflineWay =>
  offlineWays.some((offline) => offline === way)

/** After "paid", "received" or an amount. */
export const wayLabels: Record<Exclude<PaidWay, 'free'>, string> = {
  ...byMeans,
  check: 'by check',
  cash: 'in cash',
  'venmo-transfer': 'by Venmo transfer',
}
