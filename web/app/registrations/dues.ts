/** A place with its price, or whatever else has one. */
export type Priced = { priceCents: number }

/** What these places cost together, in cents. Prices are summed here and nowhere else. */
export const duesOf = (places: Priced[]): number =>
  places.reduce((sum, { priceCents }) => sum + priceCents, 0)
