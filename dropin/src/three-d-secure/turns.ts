import { BraintreeError } from '../platform/errors.ts'
import { rejectedBy } from '../platform/waits.ts'
import { threeDSecureError } from './failures.ts'
import type { LookupResponse, Verified } from './lookup.ts'

/** A verification, while it runs. */
export type Turn = {
  /** Ends it. */
  signal: AbortSignal
  /** What the bank said of its card. */
  lookedUp?: LookupResponse
}

type Tell = (kind: string) => void

/** Lets one verification run at a time. `ended` is called after each. */
export function openTurns(tell: Tell, ended: () => void) {
  let running: { turn: Turn; ending: AbortController } | undefined
  return {
    isRunning: () => running !== undefined,
    async run(work: (turn: Turn) => Promise<Verified>) {
      if (running) throw threeDSecureError('THREEDS_AUTHENTICATION_IN_PROGRESS')
      const ending = new AbortController()
      const turn: Turn = { signal: ending.signal }
      running = { turn, ending }
      try {
        const result = await Promise.race([rejectedBy(turn.signal), work(turn)])
        tell(`verification-flow.liability-shifted.${result.liabilityShifted}`)
        tell(`verification-flow.liability-shift-possible.${result.liabilityShiftPossible}`)
        tell('verification-flow.completed')
        return result
      } catch (problem) {
        if (isCanceled(problem)) tell('verification-flow.canceled')
        tell('verification-flow.failed')
        throw problem
      } finally {
        leave(turn)
      }
    },
    /** Ends the one that runs with this reason, so that another can begin at once; gives what the bank said of its card. */
    end(reason: Error) {
      if (!running) return undefined
      const { turn, ending } = running
      ending.abort(reason)
      leave(turn)
      return turn.lookedUp
    },
  }

  function leave(turn: Turn) {
    if (running?.turn !== turn) return
    running = undefined
    ended()
  }
}

const isCanceled = (problem: unknown) =>
  problem instanceof BraintreeError && problem.code === 'THREEDS_CARDINAL_SDK_CANCELED'
