export type Due = { dueCents: number; chargeId: string | null }

/** As P means `paid`: a place `being paid` is in no sum of unpaid ones. */
export type Standing = 'paid' | 'unpaid' | 'being paid'

export const toStanding = ({ dueCents, chargeId }: Due): Standing =>
  chargeId !== null ? 'being paid' : dueCents > 0 ? 'unpaid' : 'paid'

export function withBalance<Row extends Due>({ dueCents, ...row }: Row) {
  const standing = toStanding({ ...row, dueCents })
  const cents = Math.max(0, dueCents)
  return {
    ...row,
    standing,
    owedCents: standing === 'unpaid' ? cents : 0,
    beingPaidCents: standing === 'being paid' ? cents : 0,
    weOweCents: Math.max(0, -dueCents),
  }
}
