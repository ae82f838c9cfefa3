import { keyOfFailure } from '../messages/messages.ts'
import { dispatch, type Running } from '../model/running.ts'

/** Tells in its sheet what failed. What has no text of its own is the shop's to mend, and told to the console. */
export function tellFailure(running: Running, problem: unknown, error = keyOfFailure(problem)) {
  if (error === 'genericError' || error === 'developerError') console.error(problem)
  dispatch(running, { type: 'sheet-failed', error })
}
