/** The result of a 3-D Secure authentication; travels with the nonce into verifications and transactions. */
export type ThreeDSecure = {
  /** For example authenticate_successful, lookup_error. */
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
  /** The authenticated amount and account, where known: a sale of more, or of another account, does not match. */
  amountCents?: number
  merchantAccountId?: string
}

export function threeDSecureAnswer(info: ThreeDSecure | null | undefined) {
  if (!info) return null
  const { amountCents: _, merchantAccountId: __, ...shown } = info
  return shown
}
