import { bearerFor } from '../gateway/authorization.ts'
import { type Gateway, sdkVersion } from '../gateway/gateway.ts'
import { createEmitter } from '../platform/emitter.ts'
import { calledAfterTeardown } from '../platform/errors.ts'
import { waits } from '../platform/waits.ts'
import { type CardinalSettings, cardinalSettings } from './cardinal.ts'
import { completeLookup, type Dependencies } from './challenge.ts'
import type { ThreeDSecureEmitter, ThreeDSecureEvents } from './events.ts'
import { threeDSecureError } from './failures.ts'
import { parseFramework } from './frameworks.ts'
import { type LookupResponse, toVerified, type Verified } from './lookup.ts'
import { deviceFields } from './lookup-body.ts'
import { providerToken } from './provider-token.ts'
import { beginSetUp } from './set-up.ts'
import type { Tools } from './tools.ts'
import { openTurns, type Turn } from './turns.ts'
import { collectDevice, verify } from './verification.ts'
import { completeOptions, type VerifyOptions } from './verify-options.ts'

export type ThreeDSecureOptions = {
  version?: string | number
  cardinalSDKConfig?: CardinalSettings
  loggingEnabled?: boolean
  timeout?: number
  nonce?: string
}

/** Braintree's `three-d-secure`: one verification at a time. */
export type ThreeDSecure = {
  verifyCard: (options: VerifyOptions) => Promise<Verified>
  cancelVerifyCard: () => Promise<Verified>
  prepareLookup: (options: { nonce?: string; bin?: string }) => Promise<string>
  initializeChallengeWithLookupResponse: (response: LookupResponse | string) => Promise<Verified>
  on: ThreeDSecureEmitter['on']
  off: ThreeDSecureEmitter['off']
  close: () => void
}

/** Starts the set-up; throws if 3-D Secure is impossible. */
export function openThreeDSecure(gateway: Gateway, options: ThreeDSecureOptions, tools: Tools): ThreeDSecure {
  const dependencies = createDependencies(gateway, options, tools)
  const { emitter, track } = dependencies
  const begin = providerSetUp(dependencies, options, tools)
  let setUp = begin()
  let isClosed = false
  const turns = openTurns(track)
  track('initialized')

  function leave() {
    setUp.leave()
    track('teardown-completed')
  }

  /** One provider per page: verifications are serialized, with a new set-up after each. */
  async function run(work: (turn: Turn) => Promise<Verified>) {
    const running = turns.run(async (turn) => {
      const { provider } = await setUp.outcome()
      const renewed = () => running.then(renew, renew)
      if (provider) await provider.take(turn.signal, renewed)
      else renewed()
      return await work(turn)
    })
    return await running
  }

  function renew() {
    if (isClosed) return
    leave()
    setUp = begin(true)
    return setUp.outcome()
  }

  return {
    async verifyCard(input) {
      const isHeard = emitter.hasListener('lookup-complete')
      const options = completeOptions(input ?? {}, { isRunning: turns.isRunning(), isHeard })
      return await run((turn) => verify(dependencies, options, setUp.outcome, turn))
    },
    async initializeChallengeWithLookupResponse(input) {
      const response: LookupResponse = typeof input === 'string' ? JSON.parse(input) : input
      return await run(async (turn) => {
        turn.lookedUp = response
        return await completeLookup(dependencies, response, await setUp.outcome(), turn)
      })
    },
    async cancelVerifyCard() {
      const lookedUp = turns.end(threeDSecureError('THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT'))
      if (!lookedUp) throw threeDSecureError('THREEDS_NO_VERIFICATION_PAYLOAD')
      const { liabilityShifted, liabilityShiftPossible } = lookedUp.paymentMethod.threeDSecureInfo
      const verificationDetails = { liabilityShifted, liabilityShiftPossible }
      return toVerified(lookedUp.paymentMethod, verificationDetails, { verificationDetails })
    },
    async prepareLookup(options) {
      const device = await collectDevice(await setUp.outcome(), options.bin)
      return JSON.stringify({
        ...options,
        ...deviceFields(device),
        authorizationFingerprint: bearerFor(gateway.authorization),
        braintreeLibraryVersion: `braintree/web/${sdkVersion}`,
      })
    },
    on: emitter.on,
    off: emitter.off,
    close() {
      isClosed = true
      turns.end(calledAfterTeardown('verifyCard'))
      leave()
    },
  }
}

function createDependencies(
  gateway: Gateway,
  { version }: ThreeDSecureOptions,
  { track, post, texts }: Tools,
): Dependencies {
  return {
    gateway,
    framework: parseFramework(version),
    texts,
    emitter: createEmitter<ThreeDSecureEvents>(),
    track,
    post,
  }
}

function providerSetUp(
  { gateway, framework, emitter, track }: Dependencies,
  options: ThreeDSecureOptions,
  { src, scripts }: Tools,
) {
  const { nonce, timeout: limit = waits.authenticationSetUp } = options
  const jwt = providerToken(gateway, window.location.protocol, track)
  const settings = cardinalSettings(options, framework)
  return (isHeld?: boolean) =>
    beginSetUp({ src, nonce, scripts, jwt, settings, limit, emitter, track, isHeld })
}
