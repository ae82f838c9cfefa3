/** What its row says of the money for a place: the sum of its postings, and the charge that is under way. */
export type Due = { dueCents: number; chargeId: string | null }

/** `paid` as P means it: with a charge under way a place is `being paid`, and in no sum of what is unpaid. */
export type Standing = 'paid' | 'unpaid' | 'being paid'

export const standingOf = ({ dueCents, chargeId }: Due): Standing =>
  chargeId !== null ? 'being paid' : dueCents > 0 ? 'unpaid' : 'paid'

/** A row of a place with its balance in place of the sum of its postings. */
export function withBalance<Row extends Due>({ dueCents, ...row }: Row) {
  const standing = standingOf({ ...row, dueCents })
  const cents = Math.max(0, dueCents)
  return {
    ...row,
    standing,
    /** What is to be paid for it now; while a charge is under way nothing. */
    owedCents: standing === 'unpaid' ? cents : 0,
    beingPaidCents: standing === 'being paid' ? cents : 0,
    weOweCents: Math.max(0, -dueCents),
  }
}
