import type { Day } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'

/** A place for which something is due, as money that came by hand finds it. */
export type OwingPlace = { id: number; owedCents: number; beingPaidCents?: number; dueOn: Day }

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
    const { id, owedCents } = place
    const cents = Math.min(leftCents, owedCents)
    if (cents > 0) parts.push({ id, cents, leftCents: owedCents - cents })
    const keptCents = isNamed(place) ? Math.min(leftCents - cents, place.beingPaidCents ?? 0) : 0
    beingPaidCents += keptCents
    leftCents -= cents + keptCents
  }
  return { parts, creditCents: leftCents + beingPaidCents, beingPaidCents }
}

/** More than three times what is due, or more than $1,000 above it: perhaps a slip, about which is asked once. */
export const isMuchMore = (amountCents: number, owedCents: number) =>
  amountCents > 3 * owedCents || amountCents > owedCents + 100_000

export function muchMoreWords(amountCents: number, owedCents: number): string {
  const due = owedCents > 0 ? `${dollars(owedCents)} is due` : 'nothing is due'
  return `That is much more than is due: ${due}. Record it all the same; ${dollars(amountCents - owedCents)} becomes credit.`
}
