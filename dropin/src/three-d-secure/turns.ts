import { BraintreeError } from '../platform/errors.ts'
import { rejectOnAbort } from '../platform/waits.ts'
import { threeDSecureError } from './failures.ts'
import type { LookupResponse, Verified } from './lookup.ts'

export type Turn = {
  signal: AbortSignal
  lookedUp?: LookupResponse
}

type Track = (kind: string) => void

/** Mutual exclusion of verifications. */
export function openTurns(track: Track) {
  let running: Turn | undefined
  let ending: AbortController | undefined

  return {
    isRunning: () => running !== undefined,
    async run(work: (turn: Turn) => Promise<Verified>) {
      if (running) throw threeDSecureError('THREEDS_AUTHENTICATION_IN_PROGRESS')
      ending = new AbortController()
      const { signal } = ending
      running = { signal }
      try {
        const result = await Promise.race([rejectOnAbort(signal), work(running)])
        track(`verification-flow.liability-shifted.${result.liabilityShifted}`)
        track(`verification-flow.liability-shift-possible.${result.liabilityShiftPossible}`)
        track('verification-flow.completed')
        return result
      } catch (problem) {
        if (isCanceled(problem)) track('verification-flow.canceled')
        track('verification-flow.failed')
        throw problem
      } finally {
        if (!signal.aborted) running = undefined
      }
    },
    /** Aborts the current one with this reason, so that another can start; returns its lookup. */
    end(reason: Error) {
      const lookedUp = running?.lookedUp
      ending?.abort(reason)
      running = undefined
      return lookedUp
    },
  }
}

const isCanceled = (problem: unknown) =>
  problem instanceof BraintreeError && problem.code === 'THREEDS_CARDINAL_SDK_CANCELED'
