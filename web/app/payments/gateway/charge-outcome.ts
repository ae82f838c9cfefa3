import type { MeansKind } from '#payments/means.ts'

/** What 3-D Secure came to: how it ended, and who bears the loss if the holder of the card denies the payment. */
export type Authentication = {
  threeDSecureStatus: string
  liabilityShifted: boolean
  liabilityShiftPossible: boolean
}

/** How an attempt to take money ended. A time-out is `unknown`: never a guess. */
export type ChargeOutcome =
  | ({
      state: 'accepted'
      transactionId: string
      means: MeansKind
      meansLabel: string | null
    } & Partial<Authentication>)
  /** `never seen`: the gateway knows of no such sale, and may yet. `isRefused`: it takes no calls of ours. */
  | {
      state: 'declined'
      reason: string
      /** The gateway's, where it has one for this. */
      code?: string | undefined
      how: 'answer' | 'never seen'
      isRefused?: boolean
    }
  | { state: 'unknown'; reason: string }

/** How an attempt to give money back ended. `queued`: the gateway will take it after settlement. */
export type RefundOutcome =
  | { state: 'done'; transactionId: string }
  | { state: 'queued' }
  /** `isPassing`: the gateway did not look at it, and may another time. `isNeverPaid`: there is no money of the sale. */
  | { state: 'failed'; reason: string; isPassing?: boolean; isNeverPaid?: boolean }
  | { state: 'unknown'; reason: string }
