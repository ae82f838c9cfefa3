import type { Scripts } from '../merchant-page/third-party-script.ts'
import { BraintreeError, calledAfterTeardown } from '../platform/errors.ts'
import { rejectOnAbort, withTimeout } from '../platform/waits.ts'
import { type Cardinal, type CardinalAnswer, type CardinalSettings, cardinalFailure } from './cardinal.ts'
import type { ThreeDSecureEmitter } from './events.ts'
import { threeDSecureError } from './failures.ts'
import { openProvider, type Provider } from './provider.ts'

/** The provider, or the reason for the older flow; with the duration. */
export type Outcome =
  | { provider: Provider; elapsed: number; failure?: never }
  | { provider?: never; failure: BraintreeError }

export type SetUp = {
  outcome: () => Promise<Outcome>
  leave: () => void
}

export type SetUpOptions = {
  src: string
  nonce: string | undefined
  scripts: Scripts
  jwt: string
  settings: CardinalSettings
  limit: number
  emitter: ThreeDSecureEmitter
  track: (kind: string) => void
  /** Whether a verification holds the script for this set-up. */
  isHeld: boolean | undefined
}

/** Loads and sets up the provider's script; awaited by the verification. */
export function beginSetUp(options: SetUpOptions): SetUp {
  const over = new AbortController()
  const { signal } = over
  const startTime = Date.now()
  /** The current step's failure code in analytics. */
  let reason = 'songbird-js-failed-to-load'

  function failed(failure: BraintreeError, ...kinds: string[]) {
    if (signal.aborted) return
    for (const kind of kinds) options.track(kind)
    over.abort(failure)
  }
  function failedByProvider(result: CardinalAnswer) {
    failed(cardinalFailure(result), `v1-fallback.cardinal-sdk-setup-error.number-${result.ErrorNumber}`)
  }
  const unlessOver = <Result>(work: Promise<Result>) => Promise.race([rejectOnAbort(signal), work])
  const inTime = <Result>(work: Promise<Result>) => withTimeout(options.limit, unlessOver(work), late)
  async function start() {
    const cardinal = await inTime(loadCardinal(options))
    signal.throwIfAborted()
    reason = 'cardinal-global-unavailable'
    if (!cardinal) throw new Error('The script of the provider brought nothing.')
    reason = 'reason-unknown'
    const provider = openProvider(cardinal, { emitter: options.emitter, failed: failedByProvider, signal })
    if (!options.isHeld) await provider.take(signal, () => settled)
    reason = 'cardinal-configuration-threw-error'
    cardinal.configure(options.settings)
    reason = 'reason-unknown'
    await inTime(provider.setUp(options.jwt))
    options.track('cardinal-sdk.init.setup-completed')
    return { provider, elapsed: Date.now() - startTime }
  }

  const started = unlessOver(Promise.resolve().then(start))
  const settled = started.catch((problem) => failed(...describeFailure(problem, reason)))

  return {
    async outcome() {
      const outcome = await settled
      return outcome && !signal.aborted ? outcome : { failure: signal.reason }
    },
    leave: () => over.abort(calledAfterTeardown('verifyCard')),
  }
}

const late = () => threeDSecureError('THREEDS_CARDINAL_SDK_SETUP_TIMEDOUT')

/** A failure and its analytics events. */
function describeFailure(problem: unknown, reason: string): [BraintreeError, ...string[]] {
  const failure =
    problem instanceof BraintreeError
      ? problem
      : threeDSecureError('THREEDS_CARDINAL_SDK_SETUP_FAILED', problem)
  if (failure.code === 'THREEDS_CARDINAL_SDK_SETUP_TIMEDOUT')
    return [failure, 'cardinal-sdk.init.setup-timeout', 'v1-fallback.cardinal-sdk-setup-timeout']
  return [failure, 'cardinal-sdk.init.setup-failed', `v1-fallback.cardinal-sdk-setup-failed.${reason}`]
}

/** Not loaded twice: the provider works once per page. */
async function loadCardinal({ src, nonce, limit, scripts }: SetUpOptions) {
  const page = window as { Cardinal?: Cardinal }
  if (page.Cardinal && document.querySelector(`script[src="${src}"]`)) return page.Cardinal
  const script = await scripts.loadScript({ src, nonce, limit }).catch((problem) => {
    throw threeDSecureError('THREEDS_CARDINAL_SDK_SCRIPT_LOAD_FAILED', problem)
  })
  if (!page.Cardinal) script.remove()
  return page.Cardinal
}
