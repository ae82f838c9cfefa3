import { waits, withTimeout } from './waits.ts'

type Undo = () => void | Promise<void>

/** Lifetime of a widget: each set-up registers its cleanup. */
export type Lifetime = {
  ended: AbortSignal
  atEnd: (undo: Undo) => void
  /** Runs every cleanup, with a time limit, then rejects with the first failure. */
  end: () => Promise<void>
}

export function beginLifetime(): Lifetime {
  const ending = new AbortController()
  const undoing: Undo[] = []
  return {
    ended: ending.signal,
    atEnd: (undo) => void undoing.push(undo),
    async end() {
      if (ending.signal.aborted) return
      ending.abort()
      const results = undoing.reverse().map(async (undo) => await undo())
      const late = () => new Error('A part of the payment widget did not end in time.')
      await withTimeout(waits.ending, Promise.allSettled(results), late)
      await Promise.all(results)
    },
  }
}
