import { failureKey } from '../messages/messages.ts'
import { dispatch, type Running } from '../model/running.ts'

/** Shows the error in the sheet. Errors without a text are the developer's, and logged. */
export function showFailure(running: Running, problem: unknown, error = failureKey(problem)) {
  if (error === 'genericError' || error === 'developerError') console.error(problem)
  dispatch(running, { type: 'sheet-failed', error })
}
