import { finish, type Means } from './challenge.ts'
import type { ThreeDSecureEmitter } from './events.ts'
import { type LookupResponse, lookUp } from './lookup.ts'
import { customerOf, type Device, lookupBody } from './lookup-body.ts'
import type { Outcome, SetUp } from './set-up.ts'
import type { Turn } from './turns.ts'
import type { Complete, VerifyOptions } from './verify-options.ts'

/**
 * Asks the bank about a card, lets the page hear it, and asks the card's owner where the bank wants that. The provider
 * may fail meanwhile, so each step asks for the outcome of its set-up.
 */
export async function verify(means: Means, options: Complete, outcomeNow: SetUp['outcome'], turn: Turn) {
  const { tell, post, emitter } = means
  const { signal } = turn
  const outcome = await outcomeNow()
  const device = await deviceOf(outcome, options.bin)
  signal.throwIfAborted()
  tell('verification-flow.started')
  const body = { ...lookupBody(options, device), ...(outcome.failure && customerOf(options)) }
  const response = await lookUp(post, options.nonce, body, tell)
  signal.throwIfAborted()
  turn.lookedUp = response
  tell(`verification-flow.3ds-version.${response.lookup.threeDSecureVersion}`)
  await hearLookup(response, options.onLookupComplete, emitter)
  signal.throwIfAborted()
  return await finish(means, response, await outcomeNow(), { ...options, signal })
}

/** What is learnt of the device: nothing where the provider failed, and not all of it where the bank did. */
export async function deviceOf(outcome: Outcome, bin: string | undefined): Promise<Device> {
  if (outcome.failure) return {}
  const { elapsed, provider } = outcome
  const known = { dfReferenceId: provider.session(), cardinalDeviceDataCollectionTimeElapsed: elapsed }
  const looked = bin === undefined ? undefined : await provider.processBin(bin).catch(() => undefined)
  if (!looked) return known
  return {
    ...known,
    issuerDeviceDataCollectionTimeElapsed: looked.elapsed,
    issuerDeviceDataCollectionResult: looked.isDone,
  }
}

/** Waits until the page has heard what the bank says of a card. */
function hearLookup(
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
