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
  /** Where the bank's question is shown: `2`, `2-cardinal-modal`, `2-bootstrap3-modal` or `2-inline-iframe`. */
  version?: string | number
  cardinalSDKConfig?: CardinalSettings
  loggingEnabled?: boolean
  /** How long the provider's script may take, in milliseconds. */
  timeout?: number
  /** Of the page's Content-Security-Policy, for the provider's script. */
  nonce?: string
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

/** Begins to set up what verifications need; throws where there can be none. */
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

  /** There is one provider on a page. It serves one verification after the other, and is set up anew after each. */
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

/** What sets the provider up, as often as it is needed. */
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
