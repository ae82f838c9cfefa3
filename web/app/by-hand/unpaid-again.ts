/** A place of which a payment was taken back: what it had paid, and what is due without it. */
export type UnpaidAgain = {
  firstName: string
  event: string
  number: number
  paidCents: number
  dueWithout: number
}

/** What of a payment that is gone had gone back to the family before. */
export const reclaimedCents = ({ paidCents, dueWithout }: UnpaidAgain) => Math.min(paidCents, dueWithout)
