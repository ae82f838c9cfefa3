/** What a card authentication (3-D Secure) came to; travels with the nonce into verifications and transactions. */
export type ThreeDSecure = {
  /** e.g. authenticate_successful, authenticate_attempt_successful, lookup_error. */
  status: string
  enrolled: 'Y' | 'N' | 'U' | 'B' | null
  liabilityShifted: boolean
  liabilityShiftPossible: boolean
  cavv: string | null
  xid: string | null
  eciFlag: string | null
  threeDSecureVersion: string | null
  dsTransactionId: string | null
  acsTransactionId: string | null
  threeDSecureServerTransactionId: string | null
  paresStatus: string | null
  threeDSecureAuthenticationId: string | null
  authentication: { transStatus: string | null; transStatusReason: string | null }
  lookup: { transStatus: string | null; transStatusReason: string | null }
  /** What was authenticated, where that is known: a sale of more, or of another account, does not match. */
  amountCents?: number
  merchantAccountId?: string
}

/** As XML and JSON show it; null when the card was not authenticated. */
export function threeDSecureAnswer(info: ThreeDSecure | null | undefined) {
  if (!info) return null
  const { amountCents: _, merchantAccountId: __, ...shown } = info
  return shown
}
