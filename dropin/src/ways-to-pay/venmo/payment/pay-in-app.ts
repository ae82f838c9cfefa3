import { waits } from '../../../platform/waits.ts'
import type { AppResult } from './app-link.ts'
import type { Approved, Contexts } from './contexts.ts'
import { type VenmoCode, venmoError } from './failures.ts'
import { pollUntilFinal } from './poll.ts'
import { approvedInApp } from './results.ts'

type Track = (kind: string) => void

export async function whenEnded(contexts: Contexts, id: string, track: Track, signal: AbortSignal) {
  const state = await pollUntilFinal({
    read: () => contexts.getState(id).catch(unreachable),
    every: waits.venmoReturn,
    limit: waits.venmoApp,
    changed: (status) => track(`status-change.${status.toLowerCase()}`),
    signal,
  })
  return approvedInApp(id, state)
}

const unreached = 'VENMO_MOBILE_POLLING_TOKENIZATION_NETWORK_ERROR' satisfies VenmoCode

function unreachable(problem: unknown): never {
  throw venmoError(unreached, problem)
}

type Back = {
  result: AppResult | undefined
  /** Undefined if the payment is unknown. */
  ask: (() => Promise<Approved>) | undefined
  track: Track
}

/** The gateway's status, or else the app's result. */
export async function endInApp({ result, ask, track }: Back): Promise<Approved> {
  const { end, nonce, username, id, error } = result ?? {}
  track(result ? `appswitch.handle.${end}` : 'appswitch.cancel-or-unavailable')
  if (ask) {
    try {
      const approved = await ask()
      track('appswitch.handle.payment-context-status-query.success')
      return approved
    } catch (problem) {
      if (!isUnreached(problem)) throw problem
      track('process-results.payment-context-status-query-failed')
    }
  }
  if (end === 'error') throw venmoError('VENMO_APP_FAILED', error)
  if (end === 'cancel') throw venmoError('VENMO_APP_CANCELED')
  if (!result) throw venmoError('VENMO_CANCELED')
  return {
    ...(nonce && { paymentMethodId: nonce }),
    ...(username && { userName: username }),
    ...(id && { id }),
  }
}

const isUnreached = (problem: unknown) =>
  problem instanceof Error && 'code' in problem && problem.code === unreached
