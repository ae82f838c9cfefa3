/** What its row says of the money for a place: the sum of its postings, and the charge that is under way. */
export type Due = { dueCents: number; chargeId: string | null }

/** `paid` as P means it: with a charge under way a place is `being paid`, and in no sum of what is unpaid. */
export type Standing = 'paid' | 'unpaid' | 'being paid'

export const standingOf = ({ dueCents, chargeId }: Due): Standing =>
  chargeId !== null ? 'being paid' : dueCents > 0 ? 'unpaid' : 'paid'

/** What is to be paid for it now, in cents. */
export const owedCentsOf = (place: Due): number => (standingOf(place) === 'unpaid' ? place.dueCents : 0)
