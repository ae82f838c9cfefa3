import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { typeMadeBy } from '../payment-methods/payment-method.ts'
import type { State } from './state.ts'

/** The method that a request would give now: the chosen one of the list, or one just made. */
export function chosenMethod({ screen, selected, request }: State) {
  if (screen.view === 'methods') return screen.editing ? undefined : selected
  return request === 'made' ? selected : undefined
}

/** Whether a method is one whose CVV is to be typed again. */
export function isCvvAsked({ settings }: State, { type, fromVault }: PaymentMethod) {
  return settings.asksCvv === true && fromVault === true && type === 'CreditCard'
}

/** Whether a request would succeed, as far as can be told, and with what. */
export function requestable(state: State): { type: string; nonce?: string } | undefined {
  const chosen = chosenMethod(state)
  if (chosen && isCvvAsked(state, chosen) && !state.cvvTyped) return undefined
  if (chosen) return { type: chosen.type, nonce: chosen.nonce }
  const filledIn = state.complete.find((option) => option === state.screen.view)
  return filledIn && { type: typeMadeBy(filledIn) }
}
