import type { Day } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'

export type OwingPlace = { id: number; owedCents: number; beingPaidCents?: number; dueOn: Day }

export type Spread = {
  /** In the order of payment, with the rest that stays due. */
  parts: { id: number; cents: number; leftCents: number }[]
  creditCents: number
  /** The part of the credit that was meant for places being paid online. */
  beingPaidCents: number
}

/**
 * Pays named places first, then the others, each by due day. The rest becomes credit, as does money for a named place
 * that is being paid online, so that nobody pays twice.
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
  let restCents = amountCents
  let beingPaidCents = 0
  for (const place of inOrder) {
    const { id, owedCents } = place
    const cents = Math.min(restCents, owedCents)
    if (cents > 0) parts.push({ id, cents, leftCents: owedCents - cents })
    const reservedCents = isNamed(place) ? Math.min(restCents - cents, place.beingPaidCents ?? 0) : 0
    beingPaidCents += reservedCents
    restCents -= cents + reservedCents
  }
  return { parts, creditCents: restCents + beingPaidCents, beingPaidCents }
}

/** More than three times the due, or $1,000 above it: perhaps a typo, to be confirmed. */
export const exceedsDueByFar = (amountCents: number, owedCents: number) =>
  amountCents > 3 * owedCents || amountCents > owedCents + 100_000

export function amountWarning(amountCents: number, owedCents: number): string {
  const due = owedCents > 0 ? `${dollars(owedCents)} is due` : 'nothing is due'
  return `That is much more than is due: ${due}. Record it all the same; ${dollars(amountCents - owedCents)} becomes credit.`
}
