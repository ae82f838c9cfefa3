import type { Gateway } from '../gateway/gateway.ts'
import type { HostedFields } from '../hosted-fields/hosted-fields.ts'
import type { Messages } from '../messages/messages.ts'
import type { Emitter } from '../platform/emitter.ts'
import type { CreateOptions } from '../settings/create-options.ts'
import type { DropinEvents } from './events.ts'
import { type Action, requestable, type Screen, type State } from './state.ts'
import type { createStore } from './store.ts'

/** One widget at work. */
export type Running = {
  options: CreateOptions
  gateway: Gateway
  messages: Messages
  store: ReturnType<typeof createStore>
  emitter: Emitter<DropinEvents>
  /** The card fields, once their frames are asked for. */
  fields?: HostedFields
  /** What was last announced as requestable. */
  announced?: { type: string; nonce?: string }
  /** Set by teardown: nothing moves any more. */
  ended: boolean
}

/** What every view is given. */
export type ViewProps = { running: Running; state: State }

/** Changes the state, then does what follows from the change: events, the frames' error texts, focus. */
export function dispatch(running: Running, action: Action) {
  if (running.ended) return
  const before = running.store.read()
  running.store.dispatch(action)
  const after = running.store.read()
  tellFields(running, before, after)
  tellView(running, before.screen, after.screen)
  announce(running, after)
}

/** The first view is no change, nor is showing more options below the list. */
function tellView(running: Running, before: Screen, after: Screen) {
  if (before === after || before.view === 'loading' || after.view === 'loading') return
  if (before.view === 'methods' && after.view === 'methods' && before.editing === after.editing) return
  running.emitter.emit('changeActiveView', { previousViewId: before.view, newViewId: after.view })
  if (after.view === 'card') focusCardSoon(running)
}

/** Tells the page when a payment method becomes requestable, stops being so, or is another one. */
function announce(running: Running, state: State) {
  // While a card is on its way, what was announced before still holds.
  if (state.screen.view === 'loading' || state.card.phase !== 'open') return
  const now = requestable(state)
  const last = running.announced
  running.announced = now
  if (now && (!last || now.nonce !== last.nonce)) {
    const payload = { type: now.type, paymentMethodIsSelected: now.nonce !== undefined }
    running.emitter.emit('paymentMethodRequestable', payload)
  }
  if (!now && last) running.emitter.emit('noPaymentMethodRequestable', undefined)
}

/** Mirrors error texts into the frames, where screen readers read them with the input. */
function tellFields({ fields, messages }: Running, before: State, after: State) {
  if (!fields || before.card.problems === after.card.problems) return
  for (const key of after.settings.fieldKeys) {
    const problem = after.card.problems[key]
    if (problem === before.card.problems[key]) continue
    fields.setAttribute(key, 'aria-invalid', `${problem !== undefined}`)
    fields.setMessage(key, problem ? messages[problem] : '')
  }
}

/** Unless the page moves the focus meanwhile, to say why another card is wanted. */
function focusCardSoon({ fields, store }: Running) {
  const [first] = store.read().settings.fieldKeys
  const before = document.activeElement
  setTimeout(() => {
    const isElsewhere = ![before, document.body].includes(document.activeElement)
    if (first && !isElsewhere) fields?.focus(first)
  }, 50)
}
