/** How an attempt to take money ended. A time-out is `unknown`: never a guess. */
export type ChargeOutcome =
  | { state: 'accepted'; transactionId: string; cardLabel: string | null }
  | { state: 'declined'; reason: string }
  | { state: 'unknown'; reason: string }
