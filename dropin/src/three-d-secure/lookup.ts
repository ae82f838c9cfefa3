import { type ThreeDSecureCode, threeDSecureError } from './failures.ts'

export type LiabilityInfo = { liabilityShifted: boolean; liabilityShiftPossible: boolean }

export type AuthenticatedCard = {
  nonce: string
  type: string
  details: Record<string, unknown>
  description?: string
  binData?: Record<string, string>
  threeDSecureInfo: LiabilityInfo & Record<string, unknown>
}

export type LookupResponse = {
  lookup: {
    acsUrl: string | null
    pareq?: string
    md?: string
    termUrl?: string
    transactionId?: string
    threeDSecureVersion?: string
  }
  paymentMethod: AuthenticatedCard
  threeDSecureInfo: LiabilityInfo
}

export type LookedUp = LookupResponse & { requiresUserAuthentication: boolean }

export type Verified = AuthenticatedCard &
  LiabilityInfo & {
    verificationDetails?: LiabilityInfo
    rawCardinalSDKVerificationData?: object
  }

type Post = (endpoint: string, data: object) => Promise<unknown>
type Track = (kind: string) => void

const refusals: Record<number, ThreeDSecureCode> = {
  404: 'THREEDS_LOOKUP_TOKENIZED_CARD_NOT_FOUND_ERROR',
  422: 'THREEDS_LOOKUP_VALIDATION_ERROR',
}

export async function lookUp(post: Post, nonce: string, body: object, track: Track) {
  try {
    return (await post(endpointFor(nonce, 'lookup'), body)) as LookupResponse
  } catch (problem) {
    const status = readStatus(problem)
    const known = refusals[status]
    track(`verification-flow.lookup-failed${known ? `.${status}` : ''}`)
    throw threeDSecureError(known ?? 'THREEDS_LOOKUP_ERROR', problem)
  }
}

const endpointFor = (nonce: string, call: string) =>
  `payment_methods/${encodeURIComponent(nonce)}/three_d_secure/${call}`

function readStatus(problem: unknown) {
  const { details } = problem as { details?: { httpStatus?: number } }
  return details?.httpStatus ?? 0
}

/** Sends the answer of a challenge to the gateway; without a card in the result that of the lookup stays. */
export async function submitChallengeAnswer(
  post: Post,
  { nonce }: AuthenticatedCard,
  jwt: unknown,
  track: Track,
) {
  track('verification-flow.upgrade-payment-method.started')
  try {
    const data = { jwt, paymentMethodNonce: nonce }
    const answer = await post(endpointFor(nonce, 'authenticate_from_jwt'), data)
    track('verification-flow.upgrade-payment-method.succeeded')
    return answer as { paymentMethod?: AuthenticatedCard; threeDSecureInfo: LiabilityInfo }
  } catch (problem) {
    track('verification-flow.upgrade-payment-method.errored')
    throw threeDSecureError('THREEDS_JWT_AUTHENTICATION_FAILED', problem)
  }
}

export function toVerified(
  card: AuthenticatedCard,
  info: LiabilityInfo,
  more: Partial<Verified> = {},
): Verified {
  const { nonce, type, details, binData, description, threeDSecureInfo } = card
  const { liabilityShifted, liabilityShiftPossible } = info
  return {
    nonce,
    type,
    details,
    ...(binData && { binData }),
    ...(description && { description: description.replaceAll('+', ' ') }),
    liabilityShifted,
    liabilityShiftPossible,
    threeDSecureInfo,
    ...more,
  }
}
