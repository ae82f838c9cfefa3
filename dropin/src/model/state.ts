import type { FieldKey, FormState } from '#agreed/fields.ts'
import type { FieldPayload } from '../hosted-fields/hosted-fields.ts'
import type { MessageKey } from '../messages/messages.ts'
import type { PaymentMethod, PaymentOption } from '../methods/payment-method.ts'
import { problemOf } from '../options/card/card-fields.ts'
import type { CardOptions } from '../settings/create-options.ts'

export type ViewId = PaymentOption | 'methods' | 'options' | 'delete-confirmation'

/** What the customer sees. */
export type Screen =
  | { view: 'loading' }
  | { view: 'options' }
  | { view: PaymentOption; underMethods: boolean }
  | { view: 'methods'; editing: boolean; optionsBelow: boolean }
  | { view: 'delete-confirmation'; deleting: PaymentMethod }

export type Status = 'initializing' | 'done' | 'failed'

/** `sending` while the gateway is asked, `tokenized` for the moment before the new card is listed. */
type CardPhase = 'open' | 'sending' | 'tokenized'

export type State = {
  screen: Screen
  /** The options of this widget in their order, and how far each has come. */
  options: { id: PaymentOption; status: Status }[]
  methods: PaymentMethod[]
  selected: PaymentMethod | undefined
  card: FormState & { phase: CardPhase; problems: Partial<Record<FieldKey, MessageKey>> }
  /** Whether a customer's card is to be saved. */
  saveCard: boolean
  /** The error below the sheet. */
  error: MessageKey | undefined
  /** The loader lies over the methods. */
  loading: boolean
  /** What does not change: the merchant's options and the gateway's answer. */
  settings: {
    fieldKeys: readonly FieldKey[]
    card: CardOptions
    supportedCardTypes: readonly string[]
    isGuest: boolean
    preselect: boolean
  }
}

/** What happens to the widget as a whole. */
type WidgetAction =
  | { type: 'option-loaded'; option: PaymentOption; status: 'done' | 'failed' }
  | { type: 'appeared'; methods: PaymentMethod[] }
  | { type: 'option-chosen'; option: PaymentOption }
  | { type: 'toggled' }

/** What happens to the card form. */
type CardAction =
  | { type: 'field-event'; event: string; payload: FieldPayload }
  | { type: 'field-left'; field: FieldKey }
  | { type: 'save-card-chosen'; saveCard: boolean }
  | { type: 'card-refused'; problems: State['card']['problems'] }
  | { type: 'card-sent' }
  | { type: 'card-failed'; error: MessageKey }

/** What happens to the list of methods. */
type MethodsAction =
  | { type: 'card-tokenized'; method: PaymentMethod }
  | { type: 'card-listed' }
  | { type: 'method-chosen'; method: PaymentMethod }
  | { type: 'cleared' }
  | { type: 'unsaved-removed'; types: string[] }
  | { type: 'methods-loaded'; methods: PaymentMethod[] }

/** What happens while saved methods are edited. */
type EditAction =
  | { type: 'edit-toggled' }
  | { type: 'delete-asked'; method: PaymentMethod }
  | { type: 'delete-cancelled' }
  | { type: 'delete-started' }
  | { type: 'delete-ended'; methods: PaymentMethod[]; failed: boolean }
  | { type: 'loader-hidden' }

export type Action = WidgetAction | CardAction | MethodsAction | EditAction

const list: Extract<Screen, { view: 'methods' }> = { view: 'methods', editing: false, optionsBelow: false }

export function initialState(options: PaymentOption[], settings: State['settings']): State {
  return {
    screen: { view: 'loading' },
    options: options.map((id) => ({ id, status: 'initializing' })),
    methods: [],
    selected: undefined,
    card: { cards: [], fields: {}, phase: 'open', problems: {} },
    saveCard: settings.card.vault?.vaultCard !== false,
    error: undefined,
    loading: false,
    settings,
  }
}

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'option-loaded': {
      const { option: id, status } = action
      return { ...state, options: state.options.map((known) => (known.id === id ? { id, status } : known)) }
    }
    case 'appeared':
      return firstView({ ...state, methods: action.methods }, state.settings.preselect)
    case 'option-chosen':
      return { ...state, screen: { view: action.option, underMethods: false }, error: undefined }
    case 'toggled':
      return { ...state, screen: otherWays(state), error: undefined }
    case 'field-event':
    case 'field-left':
    case 'save-card-chosen':
    case 'card-refused':
    case 'card-sent':
    case 'card-failed':
      return reduceCard(state, action)
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

function reduceCard(state: State, action: CardAction): State {
  const { card } = state
  switch (action.type) {
    case 'field-event': {
      const { cards, fields, emittedBy } = action.payload
      const next = { ...state, card: { ...card, cards, fields } }
      return withProblem(next, emittedBy, problemAfter(next, emittedBy, action.event))
    }
    case 'field-left':
      return withProblem(state, action.field, problem(state, action.field))
    case 'save-card-chosen':
      return { ...state, saveCard: action.saveCard, error: isDuplicate(state) ? undefined : state.error }
    case 'card-refused': {
      const error = 'hostedFieldsFieldsInvalidError'
      return { ...state, card: { ...card, problems: action.problems }, error }
    }
    case 'card-sent':
      return { ...state, card: { ...card, phase: 'sending', problems: {} }, error: undefined }
    case 'card-failed':
      return { ...state, card: { ...card, phase: 'open' }, error: action.error }
  }
}

/** The card is saved already: sent without saving it may be taken. */
const isDuplicate = ({ error }: State) => error === 'hostedFieldsTokenizationFailOnDuplicateError'

function withProblem(state: State, field: FieldKey, found: MessageKey | undefined): State {
  return { ...state, card: { ...state.card, problems: { ...state.card.problems, [field]: found } } }
}

function problem({ card, settings }: State, field: FieldKey) {
  return problemOf(field, card, settings.card, settings.supportedCardTypes)
}

/** An error comes when a field is left or full, and goes as soon as the field may still become right. */
function problemAfter(state: State, key: FieldKey, event: string): MessageKey | undefined {
  const field = state.card.fields[key]
  const shown = state.card.problems[key]
  const found = problem(state, key)
  if (!field || field.isEmpty) return event === 'empty' ? undefined : shown
  const complete = field.isValid || !field.isPotentiallyValid
  if (event === 'blur' || (complete && found === 'unsupportedCardTypeError')) return found
  return field.isPotentiallyValid && found !== 'unsupportedCardTypeError' ? undefined : shown && found
}

function reduceMethods(state: State, action: MethodsAction): State {
  switch (action.type) {
    case 'card-tokenized': {
      const kept = state.settings.isGuest ? [] : state.methods
      const card = { ...state.card, phase: 'tokenized' as const, problems: {} }
      return { ...state, methods: [action.method, ...kept], selected: action.method, card, error: undefined }
    }
    case 'card-listed':
      return state.card.phase === 'tokenized' ? { ...settled(state), screen: list } : state
    case 'method-chosen':
      return { ...settled(state), selected: action.method, screen: list, error: undefined }
    case 'cleared': {
      const methods = state.methods.filter((method) => method.vaulted)
      const next = { ...settled(state), methods, error: undefined }
      return { ...firstView(next, false), loading: methods.length > 0 }
    }
    case 'unsaved-removed': {
      const methods = state.methods.filter(({ vaulted, type }) => vaulted || !action.types.includes(type))
      return methods.length === state.methods.length ? state : firstView({ ...state, methods }, false)
    }
    case 'methods-loaded':
      return { ...firstView({ ...state, methods: action.methods }, false), loading: false }
  }
}

function reduceEdit(state: State, action: EditAction): State {
  const { screen } = state
  switch (action.type) {
    case 'edit-toggled': {
      const editing = !(screen.view === 'methods' && screen.editing)
      return { ...state, screen: { ...list, editing }, error: undefined }
    }
    case 'delete-asked':
      return { ...state, screen: { view: 'delete-confirmation', deleting: action.method }, error: undefined }
    case 'delete-cancelled':
      return { ...state, screen: { ...list, editing: true } }
    case 'delete-started':
      return { ...state, loading: true }
    case 'delete-ended': {
      const next = { ...state, methods: action.methods }
      if (!action.failed || action.methods.length === 0) return firstView(next, state.settings.preselect)
      const error = 'vaultManagerPaymentMethodDeletionError'
      return { ...next, selected: undefined, screen: { ...list, editing: true }, error }
    }
    case 'loader-hidden':
      return { ...state, loading: false }
  }
}

/** Ends the moment after tokenization. */
function settled(state: State): State {
  return state.card.phase === 'tokenized' ? { ...state, card: { ...state.card, phase: 'open' } } : state
}

/** Saved methods → the list; several options → the chooser; one → its sheet. */
function firstView(state: State, preselect: boolean): State {
  const [first, ...others] = state.options
  const selected = preselect ? state.methods[0] : undefined
  if (state.methods.length > 0) return { ...state, screen: list, selected }
  if (!first || others.length > 0) return { ...state, screen: { view: 'options' }, selected }
  return { ...state, screen: { view: first.id, underMethods: false }, selected }
}

/** Where "Choose another way to pay" leads. */
function otherWays({ screen, methods, options }: State): Screen {
  const [first, ...others] = options
  if (screen.view === 'methods' && first && others.length === 0) return { view: first.id, underMethods: true }
  return methods.length > 0 ? { ...list, optionsBelow: true } : { view: 'options' }
}

export function canToggle({ screen, methods, options }: State) {
  if (screen.view === 'methods') return !screen.editing && !screen.optionsBelow
  if (!('underMethods' in screen)) return false
  return !screen.underMethods && (methods.length > 0 || options.length > 1)
}

/** The method that a request would give now: the chosen one of the list, or a card just made. */
export function chosenMethod({ screen, selected, card }: State) {
  if (screen.view === 'methods') return screen.editing ? undefined : selected
  return card.phase === 'tokenized' ? selected : undefined
}

/** Whether a request would succeed, as far as can be told, and with what. */
export function requestable(state: State): { type: string; nonce?: string } | undefined {
  const chosen = chosenMethod(state)
  if (chosen) return { type: chosen.type, nonce: chosen.nonce }
  const isComplete = state.screen.view === 'card' && Object.keys(cardProblems(state)).length === 0
  return isComplete ? { type: 'CreditCard' } : undefined
}

/** Everything that keeps the card form from being sent. */
export function cardProblems(state: State): State['card']['problems'] {
  const found = state.settings.fieldKeys.map((key) => [key, problem(state, key)] as const)
  return Object.fromEntries(found.filter(([, key]) => key))
}

/** The one brand that is left for the number typed, if it is down to one. */
export function knownBrand({ card }: State) {
  const [only, ...others] = card.cards
  return others.length === 0 ? only : undefined
}
