/** Braintree's ThreeDSecureInfo.status. */
export type AuthenticationStatus = keyof typeof statuses

const [yes, no] = [true, false]

/** Enrolment, PARes status, whether liability shifted and whether it could. */
const statuses = {
  authenticate_successful: ['Y', 'Y', yes, yes],
  authenticate_attempt_successful: ['Y', 'A', yes, yes],
  authenticate_successful_issuer_not_participating: ['Y', 'A', yes, yes],
  authenticate_frictionless_failed: ['Y', 'N', no, yes],
  authenticate_failed: ['Y', 'N', no, yes],
  authenticate_signature_verification_failed: ['Y', 'N', no, yes],
  authenticate_unable_to_authenticate: ['Y', 'U', no, yes],
  authenticate_rejected: ['Y', 'R', no, yes],
  authenticate_error: ['Y', 'E', no, yes],
  authenticate_failed_acs_error: ['Y', 'E', no, yes],
  challenge_required: ['Y', 'C', no, yes],
  authentication_unavailable: ['U', null, no, no],
  authentication_bypassed: ['B', null, no, no],
  skipped_due_to_rule: ['B', null, no, no],
  skipped_due_to_adaptive_authentication: ['B', null, no, no],
  lookup_bypassed: ['B', null, no, no],
  lookup_error: ['U', null, no, no],
  lookup_failed_acs_error: ['U', null, no, no],
  lookup_not_enrolled: ['N', null, no, no],
  lookup_enrolled: ['Y', null, no, yes],
  lookup_card_error: ['U', null, no, no],
  lookup_server_error: ['U', null, no, no],
  mpi_server_error: ['U', null, no, no],
  data_only_successful: ['Y', 'I', no, no],
  exemption_low_value_successful: ['Y', 'I', no, no],
  exemption_tra_successful: ['Y', 'I', no, no],
  unsupported_card: ['U', null, no, no],
  unsupported_account_type: ['U', null, no, no],
  unsupported_three_d_secure_version: ['U', null, no, no],
} as const satisfies Record<
  string,
  readonly [enrolled: string, pares: string | null, shifted: boolean, shiftPossible: boolean]
>

export function describeAuthentication(status: AuthenticationStatus) {
  const [enrolled, paresStatus, liabilityShifted, liabilityShiftPossible] = statuses[status]
  return { enrolled, paresStatus, liabilityShifted, liabilityShiftPossible }
}

export const authenticationStatuses = Object.keys(statuses) as AuthenticationStatus[]
