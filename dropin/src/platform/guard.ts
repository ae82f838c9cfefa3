import { calledAfterTeardown } from './errors.ts'

/** Lets the methods of a part of the SDK work until it ends. */
export function openGuard() {
  let hasEnded = false
  return {
    /** Throws when the part has ended. */
    check(method: string) {
      if (hasEnded) throw calledAfterTeardown(method)
    },
    /** Ends it, once. */
    end(undo: () => void) {
      if (!hasEnded) undo()
      hasEnded = true
    },
  }
}
