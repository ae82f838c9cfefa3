import type { AuthenticationStatus } from '../platform/authentication-statuses.ts'

/** The outcome of a test card: without a question, or after the bank's challenge. */
export type Outcome = { ends: AuthenticationStatus; isChallenged: boolean }
export const frictionless = (ends: AuthenticationStatus): Outcome => ({ ends, isChallenged: false })
export const challenged = (ends: AuthenticationStatus): Outcome => ({ ends, isChallenged: true })

/** By the last four digits of Visa 400000000000…, and by the first three of them in the older series of each brand. */
const outcomes: [ending: string, older: string, Outcome][] = [
  ['2701', '100', frictionless('authenticate_successful')],
  ['2925', '101', frictionless('authenticate_frictionless_failed')],
  ['2719', '102', frictionless('authenticate_attempt_successful')],
  ['2313', '103', frictionless('authenticate_unable_to_authenticate')],
  ['2537', '104', frictionless('authenticate_rejected')],
  ['2990', '105', frictionless('authentication_unavailable')],
  ['2446', '106', frictionless('lookup_error')],
  ['2354', '107', frictionless('lookup_failed_acs_error')],
  ['2560', '108', frictionless('lookup_bypassed')],
  ['2503', '109', challenged('authenticate_successful')],
  ['2370', '110', challenged('authenticate_failed')],
  ['2420', '111', challenged('authenticate_unable_to_authenticate')],
  ['2644', '112', challenged('authenticate_error')],
]
const otherBrands = { '520000': '2235', '340000': '2708' } as const satisfies Record<string, string>

/** By the first six and last four digits; every other card is not enrolled. */
export function authenticationOutcomeFor({ bin, last4 }: { bin: string; last4: string }): Outcome {
  const notEnrolled = frictionless('lookup_not_enrolled')
  if (bin !== '400000' && !(bin in otherBrands)) return notEnrolled
  const isFrictionless = Object.entries(otherBrands).some(
    ([other, ending]) => bin === other && last4 === ending,
  )
  if (isFrictionless) return frictionless('authenticate_successful')
  const known = outcomes.find(
    ([ending, older]) => (bin === '400000' && last4 === ending) || last4.startsWith(older),
  )
  return known?.[2] ?? notEnrolled
}
