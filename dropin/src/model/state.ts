import type { MessageKey } from '../messages/messages.ts'
import type { PaymentMethod, PaymentOption } from '../payment-methods/payment-method.ts'
import { paymentOptions } from '../payment-methods/ways-to-pay.ts'

export type ViewId = PaymentOption | 'methods' | 'options' | 'delete-confirmation'

export type Screen =
  | { view: 'loading' }
  | { view: 'options' }
  | { view: PaymentOption; showsMethodsAbove: boolean }
  | { view: 'methods'; editing: boolean; optionsBelow: boolean }
  | { view: 'delete-confirmation'; deleting: PaymentMethod }

/** `not-enabled`: not requested, or not offered. */
export type Status = 'initializing' | 'done' | 'failed' | 'not-enabled'
export type Dependency = PaymentOption | 'threeDSecure' | 'dataCollector'

export type State = {
  screen: Screen
  /** Undefined: the page's own language. */
  locale: string | undefined
  options: readonly PaymentOption[]
  dependencies: Readonly<Record<Dependency, Status>>
  methods: readonly PaymentMethod[]
  selected: PaymentMethod | undefined
  /** Options whose sheet is complete. */
  complete: readonly PaymentOption[]
  /** A requested CVV is complete. */
  cvvTyped: boolean
  /** `tokenized`: answered, about to be listed. */
  request: 'none' | 'sent' | 'tokenized'
  /** The bank authenticates the selected card: the last announcement stays valid. */
  authenticating: boolean
  error: MessageKey | undefined
  loading: boolean
  settings: { isGuest: boolean; preselect: boolean; askCvv?: boolean }
}

type WidgetAction =
  | { type: 'options-offered'; options: readonly PaymentOption[] }
  | { type: 'dependency-settled'; dependency: Dependency; status: Status }
  | { type: 'initialized'; methods: PaymentMethod[] }
  | { type: 'option-chosen'; option: PaymentOption }
  | { type: 'other-ways-opened' }
  | { type: 'locale-changed'; locale: string }

type SheetAction =
  | { type: 'sheet-completed'; option: PaymentOption; complete: boolean }
  | { type: 'cvv-typed'; complete: boolean }
  | { type: 'request-sent' }
  | { type: 'request-over' }
  | { type: 'sheet-failed'; error: MessageKey }
  | { type: 'error-cleared' }

type MethodsAction =
  | { type: 'method-made'; method: PaymentMethod }
  | { type: 'method-listed' }
  | { type: 'method-chosen'; method: PaymentMethod }
  | { type: 'selection-cleared' }
  | { type: 'reconfigured'; types: readonly string[] }
  | { type: 'reopened'; option: PaymentOption; method: PaymentMethod }
  | { type: 'methods-loaded'; methods: PaymentMethod[] }
  | { type: 'authentication-begun' }
  | { type: 'authenticated'; nonce: string; result: Partial<PaymentMethod> }
  | { type: 'authentication-failed' }

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
