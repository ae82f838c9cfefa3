import type { FrameService } from '../../../frame-service/frame-service.ts'
import { showBackdrop } from './backdrop.ts'
import type { Approved, ContextState, Contexts } from './contexts.ts'
import { venmoError } from './failures.ts'
import { isFinal } from './follow.ts'

/** Retries while a payment has not ended although its popup is done. */
const questions = 3

type Login = {
  service: FrameService
  contexts: Contexts
  id: string
  address: string
  tell: (kind: string) => void
}

/** Venmo's login in a popup, over a backdrop. A payment that has not ended by then is cancelled. */
export async function payByLogin(login: Login, left: AbortSignal): Promise<Approved> {
  const { contexts, id } = login
  let state: ContextState | undefined
  try {
    left.throwIfAborted()
    await atVenmo(login, left)
    state = await endOf(login)
    left.throwIfAborted()
  } finally {
    if (left.aborted || !isFinal(state?.status ?? 'CREATED')) contexts.end(id, 'CANCELED')
  }
  if (state?.status === 'CANCELED') throw venmoError('VENMO_CUSTOMER_CANCELED')
  if (state?.status !== 'APPROVED') throw venmoError('VENMO_TOKENIZATION_FAILED')
  return { ...state, id }
}

async function atVenmo({ service, address }: Login, left: AbortSignal) {
  const opened = service.open(address)
  let remove: () => void = () => undefined
  const turnedBack = new Promise<never>((_, reject) => {
    const canceled = () => reject(venmoError('VENMO_CUSTOMER_CANCELED'))
    remove = showBackdrop({ continued: () => service.focus(), canceled })
    left.addEventListener('abort', () => reject(left.reason))
  })
  try {
    await Promise.race([opened, turnedBack])
  } finally {
    remove()
    service.close()
  }
}

/** Status after the popup: an approval may reach the gateway a moment later. */
async function endOf({ contexts, id, tell }: Login) {
  let state: ContextState | undefined
  for (let asked = 0; asked < questions; asked += 1) {
    state = await contexts.stateOf(id).catch(unreachable)
    tell('status-change')
    if (state.status !== 'EXPIRED' && isFinal(state.status)) break
  }
  return state
}

function unreachable(problem: unknown): never {
  throw venmoError('VENMO_NETWORK_ERROR', problem)
}
