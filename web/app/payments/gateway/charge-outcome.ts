import type { MeansKind } from '#payments/means.ts'

export type Authentication = {
  threeDSecureStatus: string
  liabilityShifted: boolean
  liabilityShiftPossible: boolean
}

/** The end of an attempt to take money. A time-out is `unknown`: never a guess. */
export type ChargeOutcome =
  | ({
      state: 'accepted'
      transactionId: string
      means: MeansKind
      meansLabel: string | null
    } & Partial<Authentication>)
  /** `never seen`: the gateway knows no such sale, and may yet. `isRefused`: it refuses our calls. */
  | {
      state: 'declined'
      reason: string
      code?: string | undefined
      how: 'answer' | 'never seen'
      isRefused?: boolean
    }
  | { state: 'unknown'; reason: string }

/** The end of an attempt to refund. `queued`: possible after settlement. */
export type RefundOutcome =
  | { state: 'done'; transactionId: string }
  | { state: 'queued' }
  /** `isPassing`: temporary, worth a retry. `isNeverPaid`: the sale brought no money. */
  | { state: 'failed'; reason: string; isPassing?: boolean; isNeverPaid?: boolean }
  | { state: 'unknown'; reason: string }
