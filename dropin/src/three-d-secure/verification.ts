import { completeLookup, type Dependencies } from './challenge.ts'
import type { ThreeDSecureEmitter } from './events.ts'
import { type LookupResponse, lookUp } from './lookup.ts'
import { customerFields, type Device, lookupBody } from './lookup-body.ts'
import type { Outcome, SetUp } from './set-up.ts'
import type { Turn } from './turns.ts'
import type { CompleteOptions, VerifyOptions } from './verify-options.ts'

/**
 * Lookup, the page's listeners, then the challenge if required. Each step reads the outcome of the set-up anew: the
 * provider may fail meanwhile.
 */
export async function verify(
  dependencies: Dependencies,
  options: CompleteOptions,
  outcomeNow: SetUp['outcome'],
  turn: Turn,
) {
  const { track, post, emitter } = dependencies
  const { signal } = turn
  const outcome = await outcomeNow()
  const device = await collectDevice(outcome, options.bin)
  signal.throwIfAborted()
  track('verification-flow.started')
  const body = { ...lookupBody(options, device), ...(outcome.failure && customerFields(options)) }
  const response = await lookUp(post, options.nonce, body, track)
  signal.throwIfAborted()
  turn.lookedUp = response
  track(`verification-flow.3ds-version.${response.lookup.threeDSecureVersion}`)
  await awaitLookupListener(response, options.onLookupComplete, emitter)
  signal.throwIfAborted()
  return await completeLookup(dependencies, response, await outcomeNow(), { ...options, signal })
}

/** Empty if the provider failed, partial if the bank's check did. */
export async function collectDevice(outcome: Outcome, bin: string | undefined): Promise<Device> {
  if (outcome.failure) return {}
  const { elapsed, provider } = outcome
  const known = { dfReferenceId: provider.session(), cardinalDeviceDataCollectionTimeElapsed: elapsed }
  const check = bin === undefined ? undefined : await provider.processBin(bin).catch(() => undefined)
  if (!check) return known
  return {
    ...known,
    issuerDeviceDataCollectionTimeElapsed: check.elapsed,
    issuerDeviceDataCollectionResult: check.isDone,
  }
}

/** Waits for the page's `next`. */
function awaitLookupListener(
  response: LookupResponse,
  onLookupComplete: VerifyOptions['onLookupComplete'],
  emitter: ThreeDSecureEmitter,
) {
  const lookedUp = { ...response, requiresUserAuthentication: Boolean(response.lookup.acsUrl) }
  return new Promise<void>((next) => {
    if (onLookupComplete) onLookupComplete(lookedUp, next)
    else if (emitter.hasListener('lookup-complete')) emitter.emit('lookup-complete', lookedUp, next)
    else next()
  })
}
