import { wait } from '../../../platform/waits.ts'
import type { ContextState, Status } from './contexts.ts'

export const isFinal = (status: Status) => status !== 'CREATED' && status !== 'SCANNED'

type Polling = {
  read: () => Promise<ContextState>
  /** Interval and timeout in milliseconds. */
  every: number
  limit: number
  changed: (status: Status) => void
  signal: AbortSignal
}

/** Polls a payment until it has ended; undefined on timeout. */
export async function pollUntilFinal({ read, every, limit, changed, signal }: Polling) {
  const end = Date.now() + limit
  let last: Status | undefined
  while (Date.now() < end) {
    const state = await read()
    signal.throwIfAborted()
    if (state.status !== last) changed(state.status)
    if (isFinal(state.status)) return state
    last = state.status
    await wait(every)
    signal.throwIfAborted()
  }
  return undefined
}
