import { reportPart } from '../gateway/analytics.ts'
import { bearerOf } from '../gateway/authorization.ts'
import { scriptAddress } from '../gateway/foreign-scripts.ts'
import { type Gateway, sdkVersion } from '../gateway/gateway.ts'
import { postTo } from '../gateway/post.ts'
import { scripts as own, type Scripts } from '../page/foreign-script.ts'
import { createEmitter } from '../platform/emitter.ts'
import { BraintreeError, calledAfterTeardown } from '../platform/errors.ts'
import { rejectedBy, waits } from '../platform/waits.ts'
import type { BankTexts } from './bank-modal.ts'
import { type CardinalSettings, settingsOf } from './cardinal.ts'
import type { ThreeDSecureEmitter, ThreeDSecureEvents } from './events.ts'
import { threeDSecureError } from './failures.ts'
import { frameworkOf } from './frameworks.ts'
import { providerToken } from './gate.ts'
import { type LookupResponse, lookUp, type Verified, verified } from './lookup.ts'
import { aboutDevice, customerOf, lookupBody } from './lookup-body.ts'
import { beginSetUp } from './set-up.ts'
import { deviceOf, finish, hearLookup, type Means } from './verification.ts'
import { complete, type VerifyOptions } from './verify-options.ts'

export type ThreeDSecureOptions = {
  /** Where the bank's question is shown: `2`, `2-cardinal-modal`, `2-bootstrap3-modal` or `2-inline-iframe`. */
  version?: string | number
  cardinalSDKConfig?: CardinalSettings
  loggingEnabled?: boolean
  /** How long the provider's script may take, in milliseconds. */
  timeout?: number
  /** Of the page's Content-Security-Policy, for the provider's script. */
  nonce?: string
  /** What puts scripts on the page: a widget lends its own. */
  scripts?: Scripts
  /** What stands around the bank's page in the older flow, where it is not English. */
  texts?: BankTexts
}

/** Verifications of cards, one at a time (Braintree's `three-d-secure`). */
export type ThreeDSecure = {
  verifyCard: (options: VerifyOptions) => Promise<Verified>
  /** Ends a verification; gives what is known of its card. */
  cancelVerifyCard: () => Promise<Verified>
  /** What a server needs to look a card up itself: JSON. */
  prepareLookup: (options: { nonce?: string; bin?: string }) => Promise<string>
  /** Goes on with a lookup that a server has made. */
  initializeChallengeWithLookupResponse: (response: LookupResponse | string) => Promise<Verified>
  on: ThreeDSecureEmitter['on']
  off: ThreeDSecureEmitter['off']
  /** Ends it, and a verification that runs. */
  close: () => void
}

/** One verification, while it runs. */
type Running = { ending: AbortController; lookedUp?: LookupResponse }

/** Begins to set up what verifications need; throws where there can be none. */
export function openThreeDSecure(gateway: Gateway, options: ThreeDSecureOptions): ThreeDSecure {
  const framework = frameworkOf(options.version)
  const tell = (kind: string) => reportPart(gateway, `three-d-secure.${kind}`)
  const jwt = providerToken(gateway, window.location.protocol, tell)
  const settings = settingsOf(options, framework)
  const emitter = createEmitter<ThreeDSecureEvents>()
  const means: Means = {
    gateway,
    framework,
    texts: options.texts,
    emitter,
    tell,
    post: (endpoint, data) => postTo(gateway, endpoint, data),
  }
  const { nonce, scripts = own, timeout: limit = waits.authenticationSetUp } = options
  const src = scriptAddress('cardinal', gateway.configuration)
  const begin = () => beginSetUp({ src, nonce, scripts, jwt, settings, limit, emitter, tell })
  let setUp = begin()
  let running: Running | undefined
  let isClosed = false
  tell('initialized')

  function leave() {
    setUp.leave()
    tell('teardown-completed')
  }

  async function run(work: (running: Running) => Promise<Verified>) {
    const own: Running = { ending: new AbortController() }
    running = own
    try {
      const result = await Promise.race([rejectedBy(own.ending.signal), work(own)])
      tell(`verification-flow.liability-shifted.${result.liabilityShifted}`)
      tell(`verification-flow.liability-shift-possible.${result.liabilityShiftPossible}`)
      tell('verification-flow.completed')
      return result
    } catch (problem) {
      if (isCanceled(problem)) tell('verification-flow.canceled')
      tell('verification-flow.failed')
      throw problem
    } finally {
      running = undefined
      own.ending.abort()
      // The provider is good for one verification.
      if (!isClosed) {
        leave()
        setUp = begin()
      }
    }
  }

  return {
    async verifyCard(wished) {
      const isHeard = emitter.hasListener('lookup-complete')
      const options = complete(wished ?? {}, { isRunning: running !== undefined, isHeard })
      return await run(async (running) => {
        const { signal } = running.ending
        const outcome = await setUp.outcome()
        const device = await deviceOf(outcome, options.bin)
        signal.throwIfAborted()
        tell('verification-flow.started')
        const body = { ...lookupBody(options, device), ...(outcome.failure && customerOf(options)) }
        const response = await lookUp(means.post, options.nonce, body, tell)
        signal.throwIfAborted()
        running.lookedUp = response
        tell(`verification-flow.3ds-version.${response.lookup.threeDSecureVersion}`)
        await hearLookup(response, options.onLookupComplete, emitter)
        signal.throwIfAborted()
        return await finish(means, response, outcome, { ...options, signal })
      })
    },
    async initializeChallengeWithLookupResponse(told) {
      if (running) throw threeDSecureError('THREEDS_AUTHENTICATION_IN_PROGRESS')
      const response: LookupResponse = typeof told === 'string' ? JSON.parse(told) : told
      return await run(async (running) => {
        const { signal } = running.ending
        running.lookedUp = response
        const outcome = await setUp.outcome()
        signal.throwIfAborted()
        return await finish(means, response, outcome, { signal })
      })
    },
    async cancelVerifyCard() {
      const card = running?.lookedUp?.paymentMethod
      running?.ending.abort(threeDSecureError('THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT'))
      if (!card) throw threeDSecureError('THREEDS_NO_VERIFICATION_PAYLOAD')
      const { liabilityShifted, liabilityShiftPossible } = card.threeDSecureInfo
      const verificationDetails = { liabilityShifted, liabilityShiftPossible }
      return verified(card, verificationDetails, { verificationDetails })
    },
    async prepareLookup(wished) {
      const device = await deviceOf(await setUp.outcome(), wished.bin)
      return JSON.stringify({
        ...wished,
        ...aboutDevice(device),
        authorizationFingerprint: bearerOf(gateway.authorization),
        braintreeLibraryVersion: `braintree/web/${sdkVersion}`,
      })
    },
    on: emitter.on,
    off: emitter.off,
    close() {
      isClosed = true
      running?.ending.abort(calledAfterTeardown('verifyCard'))
      leave()
    },
  }
}

const isCanceled = (problem: unknown) =>
  problem instanceof BraintreeError && problem.code === 'THREEDS_CARDINAL_SDK_CANCELED'
