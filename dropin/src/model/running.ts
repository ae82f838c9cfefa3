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

/** One widget at work. */
export type Running = {
  options: CreateOptions
  gateway: Gateway
  messages: Messages
  store: Store<State, Action>
  emitter: Emitter<DropinEvents>
  /** Code that is a file of its own, since few widgets need it. */
  loadCode: (name: string) => Promise<unknown>
  /** What was last announced as requestable. */
  announced?: { type: string; nonce?: string }
  /** The locale that the page asked for last; its texts may still be on their way. */
  localeAsked?: string
  /** Teardown: nothing moves any more. */
  ended: AbortSignal
}

/** What every view is given. */
export type ViewProps = { running: Running; state: State }

/** Changes the state, and tells the page what follows from the change. */
export function dispatch(running: Running, action: Action) {
  if (running.ended.aborted) return
  const before = running.store.read()
  running.store.dispatch(action)
  const after = running.store.read()
  const isChoice = action.type === 'method-chosen' && after !== before
  tellView(running, before, after, isChoice)
  announce(running, after)
}

/** A method that a sheet has made is chosen at once, and listed a moment later. */
export function addMethod(running: Running, method: PaymentMethod) {
  dispatch(running, { type: 'method-made', method })
  setTimeout(() => dispatch(running, { type: 'method-listed' }), waits.changeMethod)
}

/** The first view is no change. To the view that is there already, a choice in the list is one, and that it can be edited. */
function tellView({ emitter }: Running, before: State, after: State, isChoice: boolean) {
  const [from, to] = [before.screen.view, after.screen.view]
  if (from === 'loading' || to === 'loading') return
  const isNew = isChoice || (isEditing(after) && !isEditing(before))
  if (isNew || from !== to) emitter.emit('changeActiveView', { previousViewId: from, newViewId: to })
}

/** Tells the page when a payment method becomes requestable, stops being so, or is another one. */
function announce(running: Running, state: State) {
  // While a request is on its way, or the bank is asked, what was announced before still holds.
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
