/** As many places can be paid at once: all that an account owes, and more than the desk ever books for one. */
export const mostPaidAtOnce = 1000

/** A place with its price, or whatever else has one. */
export type Priced = { priceCents: number }

/** What these places cost together, in cents. Prices are summed here and nowhere else. */
export const duesOf = (places: Priced[]): number =>
  places.reduce((sum, { priceCents }) => sum + priceCents, 0)
