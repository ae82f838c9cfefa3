import type { FrameService } from '../../../frame-service/frame-service.ts'
import { showBackdrop } from './backdrop.ts'
import type { Approved, ContextState, Contexts } from './contexts.ts'
import { venmoError } from './failures.ts'
import { isFinal } from './poll.ts'

/** Retries while a payment has not ended although its popup is done. */
const attempts = 3

type Login = {
  service: FrameService
  contexts: Contexts
  id: string
  address: string
  track: (kind: string) => void
}

/** Venmo's login in a popup, over a backdrop. A payment that has not ended by then is cancelled. */
export async function payByLogin(login: Login, signal: AbortSignal): Promise<Approved> {
  const { contexts, id } = login
  let state: ContextState | undefined
  try {
    signal.throwIfAborted()
    await atVenmo(login, signal)
    state = await pollFinalState(login)
    signal.throwIfAborted()
  } finally {
    if (signal.aborted || !isFinal(state?.status ?? 'CREATED')) contexts.end(id, 'CANCELED')
  }
  if (state?.status === 'CANCELED') throw venmoError('VENMO_CUSTOMER_CANCELED')
  if (state?.status !== 'APPROVED') throw venmoError('VENMO_TOKENIZATION_FAILED')
  return { ...state, id }
}

async function atVenmo({ service, address }: Login, signal: AbortSignal) {
  const opened = service.open(address)
  let remove: () => void = () => undefined
  const turnedBack = new Promise<never>((_, reject) => {
    const canceled = () => reject(venmoError('VENMO_CUSTOMER_CANCELED'))
    remove = showBackdrop({ continued: () => service.focus(), canceled })
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  try {
    await Promise.race([opened, turnedBack])
  } finally {
    remove()
    service.close()
  }
}

/** Status after the popup: an approval may reach the gateway a moment later. */
async function pollFinalState({ contexts, id, track }: Login) {
  let state: ContextState | undefined
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    state = await contexts.getState(id).catch(unreachable)
    track('status-change')
    if (state.status !== 'EXPIRED' && isFinal(state.status)) break
  }
  return state
}

function unreachable(problem: unknown): never {
  throw venmoError('VENMO_NETWORK_ERROR', problem)
}
