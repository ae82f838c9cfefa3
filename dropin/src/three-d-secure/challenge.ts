import { BraintreeError } from '../platform/errors.ts'
import { cardinalFailure, isBankAnswer } from './cardinal.ts'
import type { ThreeDSecureEmitter } from './events.ts'
import { threeDSecureError } from './failures.ts'
import { type AuthResponse, type Visit, visitBank } from './fallback.ts'
import { type AuthenticatedCard, type LookupResponse, submitChallengeAnswer, toVerified } from './lookup.ts'
import type { ChallengeAnswer, Provider } from './provider.ts'
import type { Outcome } from './set-up.ts'
import type { VerifyOptions } from './verify-options.ts'

export type Dependencies = Pick<Visit, 'gateway' | 'framework' | 'texts'> & {
  emitter: ThreeDSecureEmitter
  track: (kind: string) => void
  post: (endpoint: string, data: object) => Promise<unknown>
}

type Shown = Pick<VerifyOptions, 'addFrame' | 'removeFrame' | 'additionalInformation'> & {
  signal: AbortSignal
}

/** After a lookup: challenges the cardholder if the bank requires it. */
export async function completeLookup(
  dependencies: Dependencies,
  response: LookupResponse,
  outcome: Outcome,
  shown: Shown,
) {
  const { lookup, paymentMethod, threeDSecureInfo } = response
  const { acsUrl, pareq, transactionId } = lookup
  dependencies.track(`verification-flow.challenge-presented.${Boolean(acsUrl)}`)
  if (!acsUrl) return toVerified(paymentMethod, threeDSecureInfo, { verificationDetails: threeDSecureInfo })
  if (outcome.failure || !transactionId) {
    const auth = await visit(dependencies, response, outcome.failure, shown)
    return toResult(auth, paymentMethod)
  }
  const answer = await ask(outcome.provider, { acsUrl, pareq, transactionId })
  shown.signal.throwIfAborted()
  return await submitAnswer(dependencies, answer, paymentMethod)
}

async function ask(provider: Provider, order: Parameters<Provider['challenge']>[0]) {
  try {
    return await provider.challenge(order)
  } catch (problem) {
    if (problem instanceof BraintreeError) throw problem
    throw threeDSecureError('THREEDS_CARDINAL_SDK_ERROR', problem)
  }
}

/** Sends the provider's answer to the gateway, which decides. */
async function submitAnswer(
  { track, emitter, post }: Dependencies,
  { result, jwt }: ChallengeAnswer,
  lookedUp: AuthenticatedCard,
) {
  track(`verification-flow.cardinal-sdk.action-code.${`${result.ActionCode}`.toLowerCase()}`)
  if (!isBankAnswer(result)) {
    track(`verification-flow.cardinal-sdk-error.${result.ErrorNumber}`)
    throw cardinalFailure(result)
  }
  const canceled = result.Payment?.ExtendedData?.ChallengeCancel
  if (canceled) track(`verification-flow.cardinal-sdk.cancel-code.${canceled}`)
  if (canceled === '01') emitter.emit('customer-canceled', undefined)
  const { paymentMethod = lookedUp, threeDSecureInfo } = await submitChallengeAnswer(
    post,
    lookedUp,
    jwt,
    track,
  )
  return toVerified(paymentMethod, threeDSecureInfo, { rawCardinalSDKVerificationData: result })
}

/** The older flow needs more fields of the lookup than the provider. */
function visit(
  { gateway, framework, texts, emitter }: Dependencies,
  { lookup, paymentMethod }: LookupResponse,
  failure: BraintreeError | undefined,
  { additionalInformation, ...shown }: Shown,
) {
  const { acsUrl, pareq, md, termUrl } = lookup
  if (!acsUrl || pareq === undefined || md === undefined || !termUrl)
    throw failure ?? threeDSecureError('THREEDS_CARDINAL_SDK_ERROR')
  const isAwaited = emitter.hasListener('authentication-iframe-available')
  return visitBank({
    ...shown,
    gateway,
    framework,
    texts,
    nonce: paymentMethod.nonce,
    lookup: { acsUrl, pareq, md, termUrl },
    acsWindowSize: additionalInformation?.acsWindowSize,
    available: isAwaited
      ? (element, next) => emitter.emit('authentication-iframe-available', { element }, next)
      : undefined,
  })
}

function toResult(
  { success, paymentMethod, threeDSecureInfo, error }: AuthResponse,
  lookedUp: AuthenticatedCard,
) {
  const card = success ? (paymentMethod ?? lookedUp) : lookedUp
  if (success || threeDSecureInfo?.liabilityShiftPossible)
    return toVerified(card, threeDSecureInfo ?? card.threeDSecureInfo)
  throw threeDSecureError('UNKNOWN_AUTH_RESPONSE', undefined, error?.message)
}
