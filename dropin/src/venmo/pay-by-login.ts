import type { FrameService } from '../frame-service/frame-service.ts'
import { showBackdrop } from './backdrop.ts'
import type { Approved, Contexts } from './contexts.ts'
import { venmoError } from './failures.ts'
import { isFinal } from './follow.ts'

/** How often a payment may be asked for that has not ended although its window is done. */
const questions = 3

type Login = {
  service: FrameService
  contexts: Contexts
  /** The payment, and Venmo's page for it. */
  id: string
  address: string
  tell: (kind: string) => void
}

/** Lets a payer log in to Venmo in a window, over a page that says what can be done. */
export async function payByLogin({ service, contexts, id, address, tell }: Login, left: AbortSignal) {
  const opened = service.open(address)
  let remove: () => void = () => undefined
  const turnedBack = new Promise<never>((_, reject) => {
    const canceled = () => reject(venmoError('VENMO_CUSTOMER_CANCELED'))
    remove = showBackdrop({ continued: () => service.focus(), canceled })
    left.addEventListener('abort', () => reject(left.reason))
  })
  try {
    await Promise.race([opened, turnedBack])
  } catch (problem) {
    contexts.end(id, 'CANCELED').catch(() => undefined)
    throw problem
  } finally {
    remove()
    service.close()
  }
  return await endOf(contexts, id, tell)
}

async function endOf(contexts: Contexts, id: string, tell: (kind: string) => void): Promise<Approved> {
  for (let asked = 0; asked < questions; asked += 1) {
    const state = await contexts.stateOf(id).catch(unreachable)
    tell('status-change')
    if (state.status === 'APPROVED') return { ...state, id }
    if (state.status === 'CANCELED') throw venmoError('VENMO_CUSTOMER_CANCELED')
    if (state.status !== 'EXPIRED' && isFinal(state.status)) break
  }
  throw venmoError('VENMO_TOKENIZATION_FAILED')
}

function unreachable(problem: unknown): never {
  throw venmoError('VENMO_NETWORK_ERROR', problem)
}
