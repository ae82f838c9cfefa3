import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import type { Screen, State } from './state.ts'

export const listScreen: Extract<Screen, { view: 'methods' }> = {
  view: 'methods',
  editing: false,
  optionsBelow: false,
}

/** Saved methods → list; several options → chooser; one option → its sheet. */
export function firstView(state: State, selected: PaymentMethod | undefined): State {
  const [first, ...others] = state.options
  if (state.methods.length > 0) return { ...state, screen: listScreen, selected }
  if (!first || others.length > 0) return { ...state, screen: { view: 'options' }, selected }
  return { ...state, screen: { view: first, showsMethodsAbove: false }, selected }
}

/** The target of "Choose another way to pay". */
export function otherWays({ screen, methods, options }: State): Screen {
  const [first, ...others] = options
  if (screen.view === 'methods' && first && others.length === 0)
    return { view: first, showsMethodsAbove: true }
  return methods.length > 0 ? { ...listScreen, optionsBelow: true } : { view: 'options' }
}

export function canToggle({ screen, methods, options }: State) {
  if (screen.view === 'methods') return !screen.editing && !screen.optionsBelow
  if (!('showsMethodsAbove' in screen)) return false
  return !screen.showsMethodsAbove && (methods.length > 0 || options.length > 1)
}

export const isEditing = ({ screen }: State) => screen.view === 'methods' && screen.editing
