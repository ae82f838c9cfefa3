import type { Gateway } from '../gateway/gateway.ts'
import type { CreateOptions } from '../merchant-options/create-options.ts'
import type { Messages } from '../messages/messages.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import type { Emitter } from '../platform/emitter.ts'
import type { Store } from '../platform/store.ts'
import { waits } from '../platform/waits.ts'
import type { DropinEvents } from './events.ts'
import { requestable } from './requestable.ts'
import { isEditing } from './screens.ts'
import type { Action, State } from './state.ts'

export type Running = {
  options: CreateOptions
  gateway: Gateway
  messages: Messages
  store: Store<State, Action>
  emitter: Emitter<DropinEvents>
  loadCode: (name: string) => Promise<unknown>
  announced?: { type: string; nonce?: string }
  /** The last requested locale; its texts may still be loading. */
  lastLocale?: string
  /** Aborted by teardown. */
  ended: AbortSignal
}

export type ViewProps = { running: Running; state: State }

export function dispatch(running: Running, action: Action) {
  if (running.ended.aborted) return
  const before = running.store.read()
  running.store.dispatch(action)
  const after = running.store.read()
  const isChoice = action.type === 'method-chosen' && after !== before
  emitView(running, before, after, isChoice)
  announce(running, after)
}

/** Selected at once, listed a moment later. */
export function addMethod(running: Running, method: PaymentMethod) {
  dispatch(running, { type: 'method-made', method })
  setTimeout(() => dispatch(running, { type: 'method-listed' }), waits.changeMethod)
}

/** The first view is no change. Selecting in the list, or starting to edit it, counts as a change to that view. */
function emitView({ emitter }: Running, before: State, after: State, isChoice: boolean) {
  const [from, to] = [before.screen.view, after.screen.view]
  if (from === 'loading' || to === 'loading') return
  const isNew = isChoice || (isEditing(after) && !isEditing(before))
  if (isNew || from !== to) emitter.emit('changeActiveView', { previousViewId: from, newViewId: to })
}

/** Emits when a method becomes requestable, changes, or stops being so. */
function announce(running: Running, state: State) {
  // During a request or authentication the last announcement stays valid.
  if (state.request !== 'none' || state.authenticating) return
  const now = requestable(state)
  const last = running.announced
  running.announced = now
  if (now && (!last || now.nonce !== last.nonce)) {
    const payload = { type: now.type, paymentMethodIsSelected: now.nonce !== undefined }
    running.emitter.emit('paymentMethodRequestable', payload)
  }
  if (!now && last) running.emitter.emit('noPaymentMethodRequestable', undefined)
}
