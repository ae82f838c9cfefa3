/** 1990 → "19.90", the form that the gateway and the API take. */
export const decimal = (cents: number) => (cents / 100).toFixed(2)

/** 1990 → 19.9, dollars of the API; inside, money is whole cents. */
export const inDollars = (cents: number) => cents / 100

/** 199000 → "$1,990.00". By hand: making a format of `Intl` holds up a phone. */
export const dollars = (cents: number) =>
  `${cents < 0 ? '-' : ''}$${decimal(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',')}`

/** For amounts outside the ledger, which sums those of families. */
export const sumCents = (amounts: number[]): number => amounts.reduce((sum, cents) => sum + cents, 0)

export const dollarsOrFree = (cents: number) => (cents === 0 ? 'Free' : dollars(cents))

/** 18000 → "$180", where people browse; cents are shown when there are any. */
export const price = (cents: number) => dollarsOrFree(cents).replace('.00', '')

/** "180" or "180.5" or 180.5 → cents; undefined if it is no amount */
export function parseCents(amount: string | number): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(amount).trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

/** The largest price, and the largest payment, so that every price can be paid. The gateway takes twice as much. */
export const mostPriceCents = 100_000_00
export const mostPaymentCents = 100 * mostPriceCents

export const priceRange = `dollars up to ${price(mostPriceCents).slice(1)} (0 is free)`

export function parsePrice(input = ''): number | undefined {
  const cents = parseCents(input.trim().replace(/^\$/, ''))
  return cents !== undefined && cents <= mostPriceCents ? cents : undefined
}
