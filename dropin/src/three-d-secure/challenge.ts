import { BraintreeError } from '../platform/errors.ts'
import { failureOf, isOfBank } from './cardinal.ts'
import type { ThreeDSecureEmitter } from './events.ts'
import { threeDSecureError } from './failures.ts'
import { type AuthResponse, type Visit, visitBank } from './fallback.ts'
import { type AuthenticatedCard, type LookupResponse, takeAnswer, verified } from './lookup.ts'
import type { Answer, Provider } from './provider.ts'
import type { Outcome } from './set-up.ts'
import type { VerifyOptions } from './verify-options.ts'

/** What a verification speaks with. */
export type Means = Pick<Visit, 'gateway' | 'framework' | 'texts'> & {
  emitter: ThreeDSecureEmitter
  tell: (kind: string) => void
  /** Asks the gateway, below its client API. */
  post: (endpoint: string, data: object) => Promise<unknown>
}

/** How the older flow shows its frame, and what ends it. */
type Shown = Pick<VerifyOptions, 'addFrame' | 'removeFrame' | 'additionalInformation'> & {
  signal: AbortSignal
}

/** Goes on after a lookup: where the bank wants it, its owner is asked about the card. */
export async function finish(means: Means, response: LookupResponse, outcome: Outcome, shown: Shown) {
  const { lookup, paymentMethod, threeDSecureInfo } = response
  const { acsUrl, pareq, transactionId } = lookup
  means.tell(`verification-flow.challenge-presented.${Boolean(acsUrl)}`)
  if (!acsUrl) return verified(paymentMethod, threeDSecureInfo, { verificationDetails: threeDSecureInfo })
  if (outcome.failure || !transactionId) {
    const auth = await visit(means, response, outcome.failure, shown)
    return resultOf(auth, paymentMethod)
  }
  const answer = await ask(outcome.provider, { acsUrl, pareq, transactionId })
  shown.signal.throwIfAborted()
  return await take(means, answer, paymentMethod)
}

async function ask(provider: Provider, order: Parameters<Provider['challenge']>[0]) {
  try {
    return await provider.challenge(order)
  } catch (problem) {
    if (problem instanceof BraintreeError) throw problem
    throw threeDSecureError('THREEDS_CARDINAL_SDK_ERROR', problem)
  }
}

/** Takes the provider's answer to a challenge. Whatever the bank said, the gateway judges it. */
async function take({ tell, emitter, post }: Means, { told, jwt }: Answer, lookedUp: AuthenticatedCard) {
  tell(`verification-flow.cardinal-sdk.action-code.${`${told.ActionCode}`.toLowerCase()}`)
  if (!isOfBank(told)) {
    tell(`verification-flow.cardinal-sdk-error.${told.ErrorNumber}`)
    throw failureOf(told)
  }
  const canceled = told.Payment?.ExtendedData?.ChallengeCancel
  if (canceled) tell(`verification-flow.cardinal-sdk.cancel-code.${canceled}`)
  if (canceled === '01') emitter.emit('customer-canceled', undefined)
  const { paymentMethod = lookedUp, threeDSecureInfo } = await takeAnswer(post, lookedUp, jwt, tell)
  return verified(paymentMethod, threeDSecureInfo, { rawCardinalSDKVerificationData: told })
}

/** The older flow, which needs more of the lookup than the provider does. */
function visit(
  { gateway, framework, texts, emitter }: Means,
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

/** What the page of the gateway says of a visit at the bank. */
function resultOf(
  { success, paymentMethod, threeDSecureInfo, error }: AuthResponse,
  lookedUp: AuthenticatedCard,
) {
  const card = success ? (paymentMethod ?? lookedUp) : lookedUp
  if (success || threeDSecureInfo?.liabilityShiftPossible)
    return verified(card, threeDSecureInfo ?? card.threeDSecureInfo)
  throw threeDSecureError('UNKNOWN_AUTH_RESPONSE', undefined, error?.message)
}
