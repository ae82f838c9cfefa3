/** How an attempt to take money ended. A time-out is `unknown`: never a guess. */
export type ChargeOutcome =
  | { state: 'accepted'; transactionId: string; cardLabel: string | null }
  | { state: 'declined'; reason: string }
  | { state: 'unknown'; reason: string }

/** How an attempt to give money back ended. `queued`: the gateway will take it after settlement. */
export type RefundOutcome =
  | { state: 'done'; transactionId: string }
  | { state: 'queued' }
  /** `isPassing`: the gateway did not look at it, and may another time. */
  | { state: 'failed'; reason: string; isPassing?: boolean }
  | { state: 'unknown'; reason: string }
