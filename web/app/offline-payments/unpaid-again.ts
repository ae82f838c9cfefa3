/** A place whose payment was taken back: what it had paid, and the due without it. */
export type UnpaidAgain = {
  firstName: string
  event: string
  number: number
  paidCents: number
  dueWithout: number
}

/** The part of a payment taken back that had been returned. */
export const reclaimedCents = ({ paidCents, dueWithout }: UnpaidAgain) => Math.min(paidCents, dueWithout)
