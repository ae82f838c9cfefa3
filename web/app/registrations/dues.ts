import { sumCents } from '#platform/format/money.ts'

/** More than any account owes, and than the desk books for one. */
export const maxPaidAtOnce = 1000

export type Priced = { priceCents: number }

export const sumPrices = (places: Priced[]): number => sumCents(places.map(({ priceCents }) => priceCents))

export const sumOwed = (places: { owedCents: number }[]): number =>
  sumCents(places.map(({ owedCents }) => owedCents))
