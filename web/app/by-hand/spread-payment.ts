import type { Day } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'

/** A place for which something is due, as money that came by hand finds it. */
export type OwingPlace = { id: number; owedCents: number; dueOn: Day; isBeingPaid?: boolean }

export type Spread = {
  /** Which place gets what, and what stays due of it, in the order in which they get it. */
  parts: { id: number; cents: number; leftCents: number }[]
  /** What is over. */
  creditCents: number
  /** What of the credit was meant for places whose charge is under way. */
  beingPaidCents: number
}

/**
 * Who gets what of a sum: the named places first, then the family's others, each of both by the day on which it is due.
 * What is over becomes credit; so does what was named for a place that is being paid online, which nobody pays twice.
 */
export function spreadPayment(amountCents: number, places: OwingPlace[], named: number[]): Spread {
  const isNamed = ({ id }: OwingPlace) => named.includes(id)
  const inOrder = places.toSorted(
    (one, other) =>
      Number(isNamed(other)) - Number(isNamed(one)) ||
      one.dueOn.localeCompare(other.dueOn) ||
      one.id - other.id,
  )
  const parts: Spread['parts'] = []
  let leftCents = amountCents
  let beingPaidCents = 0
  for (const place of inOrder) {
    const cents = Math.min(leftCents, place.owedCents)
    if (cents <= 0 || (place.isBeingPaid && !isNamed(place))) continue
    leftCents -= cents
    if (place.isBeingPaid) beingPaidCents += cents
    else parts.push({ id: place.id, cents, leftCents: place.owedCents - cents })
  }
  return { parts, creditCents: leftCents + beingPaidCents, beingPaidCents }
}

/** More than three times what is due, or more than $1,000 above it: perhaps a slip, about which is asked once. */
export const isMuchMore = (amountCents: number, dueCents: number) =>
  amountCents > 3 * dueCents || amountCents > dueCents + 100_000

export function muchMoreWords(amountCents: number, dueCents: number): string {
  const due = dueCents > 0 ? `${dollars(dueCents)} is due` : 'nothing is due'
  return `That is much more than is due: ${due}. Record it all the same; ${dollars(amountCents - dueCents)} becomes credit.`
}
