import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { typeFor } from '../payment-methods/payment-method.ts'
import type { State } from './state.ts'

export function chosenMethod({ screen, selected, request }: State) {
  if (screen.view === 'methods') return screen.editing ? undefined : selected
  return request === 'tokenized' ? selected : undefined
}

export function isCvvRequested({ settings }: State, { type, fromVault }: PaymentMethod) {
  return settings.askCvv === true && fromVault === true && type === 'CreditCard'
}

/** The method that a request would return, as far as known. */
export function requestable(state: State): { type: string; nonce?: string } | undefined {
  const chosen = chosenMethod(state)
  if (chosen && isCvvRequested(state, chosen) && !state.cvvTyped) return undefined
  if (chosen) return { type: chosen.type, nonce: chosen.nonce }
  const filledIn = state.complete.find((option) => option === state.screen.view)
  return filledIn && { type: typeFor(filledIn) }
}
