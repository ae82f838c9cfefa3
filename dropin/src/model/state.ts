import type { MessageKey } from '../messages/messages.ts'
import type { PaymentMethod, PaymentOption } from '../payment-methods/payment-method.ts'
import { paymentOptions } from '../payment-methods/ways-to-pay.ts'

export type ViewId = PaymentOption | 'methods' | 'options' | 'delete-confirmation'

/** What the customer sees. */
export type Screen =
  | { view: 'loading' }
  | { view: 'options' }
  | { view: PaymentOption; underMethods: boolean }
  | { view: 'methods'; editing: boolean; optionsBelow: boolean }
  | { view: 'delete-confirmation'; deleting: PaymentMethod }

/** What has to load before the widget can be used; what is not asked for or not offered is `not-enabled`. */
export type Status = 'initializing' | 'done' | 'failed' | 'not-enabled'
export type Dependency = PaymentOption | 'threeDSecure' | 'dataCollector'

export type State = {
  screen: Screen
  /** The language of the texts; without one they count as the page's own. */
  locale: string | undefined
  /** The options that this widget offers, in their order. */
  options: readonly PaymentOption[]
  dependencies: Readonly<Record<Dependency, Status>>
  methods: readonly PaymentMethod[]
  selected: PaymentMethod | undefined
  /** The options whose sheet is filled in: a request would make a method of it. */
  complete: readonly PaymentOption[]
  /** The CVV that is asked for again stands there whole. */
  cvvTyped: boolean
  /** A sheet's request: on its way, or just answered and about to be listed. */
  request: 'none' | 'sent' | 'made'
  /** The bank is asked about a chosen card: what was announced before still holds. */
  authenticating: boolean
  /** The error below the sheet. */
  error: MessageKey | undefined
  /** The loader lies over the methods. */
  loading: boolean
  /** What does not change. */
  settings: { isGuest: boolean; preselect: boolean; asksCvv?: boolean }
}

/** What happens to the widget as a whole. */
type WidgetAction =
  | { type: 'options-offered'; options: readonly PaymentOption[] }
  | { type: 'dependency-settled'; dependency: Dependency; status: Status }
  | { type: 'appeared'; methods: PaymentMethod[] }
  | { type: 'option-chosen'; option: PaymentOption }
  | { type: 'toggled' }
  | { type: 'translated'; locale: string }

/** What happens in the sheet of an option. */
type SheetAction =
  | { type: 'sheet-completed'; option: PaymentOption; complete: boolean }
  | { type: 'cvv-typed'; complete: boolean }
  | { type: 'request-sent' }
  | { type: 'request-over' }
  | { type: 'sheet-failed'; error: MessageKey }
  | { type: 'sheet-mended' }

/** What happens to the list of methods. */
type MethodsAction =
  | { type: 'method-made'; method: PaymentMethod }
  | { type: 'method-listed' }
  | { type: 'method-chosen'; method: PaymentMethod }
  | { type: 'cleared' }
  | { type: 'reconfigured'; types: readonly string[] }
  | { type: 'reopened'; option: PaymentOption; method: PaymentMethod }
  | { type: 'methods-loaded'; methods: PaymentMethod[] }
  | { type: 'authentication-begun' }
  | { type: 'authenticated'; nonce: string; told: Partial<PaymentMethod> }
  | { type: 'authentication-failed' }

/** What happens while saved methods are edited. */
type EditAction =
  | { type: 'edit-toggled' }
  | { type: 'delete-asked'; method: PaymentMethod }
  | { type: 'delete-cancelled' }
  | { type: 'delete-started' }
  | { type: 'delete-ended'; methods: PaymentMethod[]; failed: boolean }
  | { type: 'loader-hidden' }

export type Actions = {
  widget: WidgetAction
  sheet: SheetAction
  methods: MethodsAction
  edit: EditAction
}
export type Action = Actions[keyof Actions]

export function initialState(settings: State['settings']): State {
  return {
    screen: { view: 'loading' },
    locale: undefined,
    options: [],
    dependencies: Object.fromEntries(
      [...paymentOptions, 'threeDSecure', 'dataCollector'].map((name) => [name, 'not-enabled']),
    ) as State['dependencies'],
    methods: [],
    selected: undefined,
    complete: [],
    cvvTyped: false,
    request: 'none',
    authenticating: false,
    error: undefined,
    loading: false,
    settings,
  }
}
