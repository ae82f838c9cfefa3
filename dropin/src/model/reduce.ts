import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { firstView, isEditing, listScreen, otherWays } from './screens.ts'
import type { Action, Actions, State } from './state.ts'

/** Ignored while a request is in flight. */
const locked: ReadonlySet<Action['type']> = new Set([
  'option-chosen',
  'other-ways-opened',
  'method-chosen',
  'edit-toggled',
  'delete-asked',
])

export function reduce(state: State, action: Action): State {
  if ((state.request === 'sent' || state.authenticating) && locked.has(action.type)) return state
  switch (action.type) {
    case 'options-offered':
    case 'dependency-settled':
    case 'initialized':
    case 'option-chosen':
    case 'other-ways-opened':
    case 'locale-changed':
      return reduceWidget(state, action)
    case 'sheet-completed':
    case 'cvv-typed':
    case 'request-sent':
    case 'request-over':
    case 'sheet-failed':
    case 'error-cleared':
      return reduceSheet(state, action)
    case 'edit-toggled':
    case 'delete-asked':
    case 'delete-cancelled':
    case 'delete-started':
    case 'delete-ended':
    case 'loader-hidden':
      return reduceEdit(state, action)
    default:
      return reduceMethods(state, action)
  }
}

function reduceWidget(state: State, action: Actions['widget']): State {
  switch (action.type) {
    case 'options-offered': {
      const initializing = action.options.map((option) => [option, 'initializing'] as const)
      const dependencies = { ...state.dependencies, ...Object.fromEntries(initializing) }
      return { ...state, options: action.options, dependencies }
    }
    case 'dependency-settled': {
      const dependencies = { ...state.dependencies, [action.dependency]: action.status }
      return { ...state, dependencies }
    }
    case 'initialized': {
      const methods = action.methods
      return firstView({ ...state, methods }, state.settings.preselect ? methods[0] : undefined)
    }
    case 'option-chosen':
      return { ...state, screen: { view: action.option, showsMethodsAbove: false }, error: undefined }
    case 'other-ways-opened':
      return { ...state, screen: otherWays(state), error: undefined }
    case 'locale-changed':
      return { ...state, locale: action.locale }
  }
}

function reduceSheet(state: State, action: Actions['sheet']): State {
  switch (action.type) {
    case 'sheet-completed': {
      const { option, complete } = action
      if (state.complete.includes(option) === complete) return state
      const others = state.complete.filter((known) => known !== option)
      return { ...state, complete: complete ? [...others, option] : others }
    }
    case 'cvv-typed':
      return { ...state, cvvTyped: action.complete }
    case 'request-sent':
      return { ...state, request: 'sent', error: undefined }
    case 'request-over':
      return { ...state, request: 'none' }
    case 'sheet-failed':
      return { ...state, request: 'none', error: action.error }
    case 'error-cleared':
      return { ...state, error: undefined }
  }
}

function reduceMethods(state: State, action: Actions['methods']): State {
  switch (action.type) {
    case 'method-made': {
      const remaining = state.settings.isGuest ? [] : state.methods
      const methods = [action.method, ...remaining]
      return { ...state, methods, selected: action.method, request: 'tokenized', error: undefined }
    }
    case 'method-listed':
      return state.request === 'tokenized' ? { ...state, request: 'none', screen: listScreen } : state
    case 'method-chosen':
      return { ...state, request: 'none', selected: action.method, screen: listScreen, error: undefined }
    case 'selection-cleared': {
      const methods = state.methods.filter((method) => method.vaulted)
      const next = { ...settled(state), methods, error: undefined }
      return { ...firstView(next, undefined), loading: methods.length > 0 || state.authenticating }
    }
    case 'reconfigured': {
      const methods = state.methods.filter(({ vaulted, type }) => vaulted || !action.types.includes(type))
      const selected = methods.find((method) => method === state.selected)
      return state.request === 'sent' ? { ...state, methods } : firstView({ ...state, methods }, selected)
    }
    case 'reopened': {
      const methods = state.methods.filter((method) => method !== action.method)
      const screen = { view: action.option, showsMethodsAbove: false }
      return { ...settled(state), methods, screen, selected: undefined, error: undefined }
    }
    case 'methods-loaded': {
      const next = { ...state, methods: action.methods, loading: state.authenticating }
      return hasMovedOn(state) && action.methods.length > 0 ? next : firstView(next, undefined)
    }
    case 'authentication-begun':
      return { ...state, authenticating: true, loading: true, error: undefined }
    case 'authenticated': {
      const replace = (known: PaymentMethod) =>
        known.nonce === action.nonce ? { ...known, ...action.result } : known
      const selected = state.selected && replace(state.selected)
      return {
        ...state,
        methods: state.methods.map(replace),
        selected,
        authenticating: false,
        loading: false,
      }
    }
    case 'authentication-failed':
      return { ...state, authenticating: false, loading: false, error: 'threeDSecureFailedError' }
  }
}

/** The customer moved on while the list was loading. */
const hasMovedOn = ({ methods, screen, selected }: State) =>
  methods.length > 0 && !selected && (screen.view !== 'methods' || screen.optionsBelow)

/** Ends the delay after a new method; a request in flight stays. */
function settled(state: State): State {
  return state.request === 'tokenized' ? { ...state, request: 'none' } : state
}

function reduceEdit(state: State, action: Actions['edit']): State {
  switch (action.type) {
    case 'edit-toggled':
      return { ...state, screen: { ...listScreen, editing: !isEditing(state) }, error: undefined }
    case 'delete-asked':
      return { ...state, screen: { view: 'delete-confirmation', deleting: action.method }, error: undefined }
    case 'delete-cancelled':
      return { ...state, screen: { ...listScreen, editing: true }, loading: false }
    case 'delete-started':
      return { ...state, loading: true }
    case 'delete-ended': {
      const next = { ...state, methods: action.methods }
      const [first] = state.settings.preselect ? action.methods : []
      if (!action.failed || action.methods.length === 0) return firstView(next, first)
      const error = 'vaultManagerPaymentMethodDeletionError'
      return { ...next, selected: undefined, screen: { ...listScreen, editing: true }, error }
    }
    case 'loader-hidden':
      return { ...state, loading: false }
  }
}
