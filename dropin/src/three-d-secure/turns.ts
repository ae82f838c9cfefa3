import { BraintreeError } from '../platform/errors.ts'
import { rejectedBy } from '../platform/waits.ts'
import { threeDSecureError } from './failures.ts'
import type { LookupResponse, Verified } from './lookup.ts'

export type Turn = {
  signal: AbortSignal
  lookedUp?: LookupResponse
}

type Tell = (kind: string) => void

/** Mutual exclusion of verifications. */
export function openTurns(tell: Tell) {
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
        const result = await Promise.race([rejectedBy(signal), work(running)])
        tell(`verification-flow.liability-shifted.${result.liabilityShifted}`)
        tell(`verification-flow.liability-shift-possible.${result.liabilityShiftPossible}`)
        tell('verification-flow.completed')
        return result
      } catch (problem) {
        if (isCanceled(problem)) tell('verification-flow.canceled')
        tell('verification-flow.failed')
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
