import { sumCents } from '#platform/format/money.ts'

/** As many places can be paid at once: all that an account owes, and more than the desk ever books for one. */
export const mostPaidAtOnce = 1000

/** A place with its price, or whatever else has one. */
export type Priced = { priceCents: number }

/** What these places cost together, in cents. */
export const duesOf = (places: Priced[]): number => sumCents(places.map(({ priceCents }) => priceCents))

/** What is to be paid for these places together, in cents. */
export const owedFor = (places: { owedCents: number }[]): number =>
  sumCents(places.map(({ owedCents }) => owedCents))
