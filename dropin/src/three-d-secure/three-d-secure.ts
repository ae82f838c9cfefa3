import { bearerOf } from '../gateway/authorization.ts'
import { type Gateway, sdkVersion } from '../gateway/gateway.ts'
import { createEmitter } from '../platform/emitter.ts'
import { calledAfterTeardown } from '../platform/errors.ts'
import { waits } from '../platform/waits.ts'
import { type CardinalSettings, settingsOf } from './cardinal.ts'
import { finish, type Means } from './challenge.ts'
import type { ThreeDSecureEmitter, ThreeDSecureEvents } from './events.ts'
import { threeDSecureError } from './failures.ts'
import { frameworkOf } from './frameworks.ts'
import { providerToken } from './gate.ts'
import { type LookupResponse, type Verified, verified } from './lookup.ts'
import { aboutDevice } from './lookup-body.ts'
import { beginSetUp } from './set-up.ts'
import type { Tools } from './tools.ts'
import { openTurns, type Turn } from './turns.ts'
import { deviceOf, verify } from './verification.ts'
import { complete, type VerifyOptions } from './verify-options.ts'

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
  const means = meansOf(gateway, options, tools)
  const { emitter, tell } = means
  const begin = providerOf(means, options, tools)
  let setUp = begin()
  let isClosed = false
  const turns = openTurns(tell)
  tell('initialized')

  function leave() {
    setUp.leave()
    tell('teardown-completed')
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
    async verifyCard(wished) {
      const isHeard = emitter.hasListener('lookup-complete')
      const options = complete(wished ?? {}, { isRunning: turns.isRunning(), isHeard })
      return await run((turn) => verify(means, options, setUp.outcome, turn))
    },
    async initializeChallengeWithLookupResponse(told) {
      const response: LookupResponse = typeof told === 'string' ? JSON.parse(told) : told
      return await run(async (turn) => {
        turn.lookedUp = response
        return await finish(means, response, await setUp.outcome(), turn)
      })
    },
    async cancelVerifyCard() {
      const lookedUp = turns.end(threeDSecureError('THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT'))
      if (!lookedUp) throw threeDSecureError('THREEDS_NO_VERIFICATION_PAYLOAD')
      const { liabilityShifted, liabilityShiftPossible } = lookedUp.paymentMethod.threeDSecureInfo
      const verificationDetails = { liabilityShifted, liabilityShiftPossible }
      return verified(lookedUp.paymentMethod, verificationDetails, { verificationDetails })
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
      turns.end(calledAfterTeardown('verifyCard'))
      leave()
    },
  }
}

function meansOf(gateway: Gateway, { version }: ThreeDSecureOptions, { tell, post, texts }: Tools): Means {
  return {
    gateway,
    framework: frameworkOf(version),
    texts,
    emitter: createEmitter<ThreeDSecureEvents>(),
    tell,
    post,
  }
}

function providerOf(
  { gateway, framework, emitter, tell }: Means,
  options: ThreeDSecureOptions,
  { src, scripts }: Tools,
) {
  const { nonce, timeout: limit = waits.authenticationSetUp } = options
  const jwt = providerToken(gateway, window.location.protocol, tell)
  const settings = settingsOf(options, framework)
  return (isHeld?: boolean) =>
    beginSetUp({ src, nonce, scripts, jwt, settings, limit, emitter, tell, isHeld })
}
