import type { applePayCreateOptions, applePayPaymentMethodPayload } from './apple-pay.ts'
import type { googlePayCreateOptions, googlePayPaymentMethodPayload } from './google-payment.ts'
import type { cardCreateOptions, cardPaymentMethodPayload } from './hosted-fields.ts'
import type { paypalCreateOptions, paypalPaymentMethodPayload } from './paypal-checkout.ts'
import type { venmoCreateOptions, venmoPaymentMethodPayload } from './venmo.ts'

/** The types that pages see, and nothing else: those of a way to pay stand in its folder. */

export type { BillingAddressField, HostedFieldsField } from './hosted-fields.ts'
export type { binData } from './payload.ts'
export type { Address } from './paypal-checkout.ts'
export type { VenmoLineItem } from './venmo.ts'
export type {
  applePayCreateOptions,
  applePayPaymentMethodPayload,
  cardCreateOptions,
  cardPaymentMethodPayload,
  googlePayCreateOptions,
  googlePayPaymentMethodPayload,
  paypalCreateOptions,
  paypalPaymentMethodPayload,
  venmoCreateOptions,
  venmoPaymentMethodPayload,
}

export type PaymentOption = 'card' | 'paypal' | 'paypalCredit' | 'venmo' | 'applePay' | 'googlePay'

// ---- what create takes ----

export type dataCollectorOptions = { kount?: boolean | undefined; paypal?: boolean | undefined }

export type threeDSecureOptions = {
  /** What is to be paid; a request may say otherwise. */
  amount?: string | number | undefined
  /** For the script of the provider. */
  cardinalSDKConfig?: object | undefined
}

export type vaultManagerOptions = {
  /** Asked before a saved method is deleted; `false` keeps it, as does an error. */
  beforeDelete?:
    | ((method: PaymentMethodPayload) => boolean | undefined | Promise<boolean | undefined>)
    | undefined
}

export type Options = {
  /** A client token or a tokenization key. */
  authorization: string
  /** An empty element, or a selector of one. Give this or `selector`. */
  container?: string | Element | undefined
  /** @deprecated the same as `container` */
  selector?: string | Element | undefined
  /** The language of the texts, such as `fr_CA`, `fr-ca` or `fr`. */
  locale?: string | undefined
  /** Texts of your own, by message key. */
  translations?: object | undefined
  /** The options to offer, in this order. */
  paymentOptionPriority?: string[] | undefined
  card?: boolean | cardCreateOptions | undefined
  paypal?: paypalCreateOptions | undefined
  paypalCredit?: paypalCreateOptions | undefined
  venmo?: boolean | venmoCreateOptions | undefined
  applePay?: applePayCreateOptions | undefined
  googlePay?: googlePayCreateOptions | undefined
  /** Has the owner of each card confirmed by its bank before a request gives it. */
  threeDSecure?: boolean | threeDSecureOptions | undefined
  /** Tells those who watch for fraud of the device; requests then carry `deviceData` for the sale. */
  dataCollector?: boolean | dataCollectorOptions | undefined
  /** Lets a customer delete saved methods. */
  vaultManager?: boolean | vaultManagerOptions | undefined
  /** Only `false` starts with no saved method chosen. */
  preselectVaultedPaymentMethod?: boolean | undefined
  /** Only `false` lists saved methods in the gateway's own order. */
  showDefaultPaymentMethodFirst?: boolean | undefined
  hiddenVaultedPaymentMethodTypes?: string[] | undefined
  /** The folder of the widget's own files, where they are not found by themselves. */
  assetsBase?: string | undefined
  /** The page's nonce for styles and scripts, of its Content-Security-Policy. */
  nonce?: string | undefined
  /** Ends a creation that is under way; what was begun is undone. After that it does nothing. */
  signal?: AbortSignal | undefined
  /** Base address of the gateway for tokenization keys that begin with `development_`. */
  gatewayUrl?: string | undefined
}

// ---- what a payment method is ----

export type PaymentMethodPayload =
  | cardPaymentMethodPayload
  | paypalPaymentMethodPayload
  | venmoPaymentMethodPayload
  | applePayPaymentMethodPayload
  | googlePayPaymentMethodPayload

// ---- events ----

export type ActiveView = PaymentOption | 'methods' | 'options' | 'delete-confirmation'

export type ChangeActiveViewPayload = { previousViewId: ActiveView; newViewId: ActiveView }

export type PaymentMethodRequestablePayload = {
  type: PaymentMethodPayload['type'] | 'LocalPayment'
  paymentMethodIsSelected: boolean
}

export type PaymentOptionSelectedPayload = { paymentOption: PaymentOption }

type FieldName =
  | ('number' | 'cvv' | 'expirationDate' | 'expirationMonth' | 'expirationYear')
  | ('postalCode' | 'cardholderName')

/** How the card form stands. `fields` has those that the form shows. */
export type CardEvent = {
  cards: { type: string; niceType: string; code: { name: string; size: number }; supported: boolean }[]
  emittedBy: FieldName
  fields: {
    [Field in FieldName]: {
      container: HTMLElement
      isEmpty: boolean
      isFocused: boolean
      isPotentiallyValid: boolean
      isValid: boolean
    }
  }
}

type FieldEventName =
  | ('card:blur' | 'card:focus' | 'card:empty' | 'card:notEmpty')
  | ('card:validityChange' | 'card:cardTypeChange' | 'card:inputSubmitRequest')

export type HostedFieldsStateEvents = FieldEventName | 'card:binAvailable'

/** The events of a widget and what their listeners receive. */
export type DropinEvents = {
  changeActiveView: ChangeActiveViewPayload
  paymentMethodRequestable: PaymentMethodRequestablePayload
  noPaymentMethodRequestable: undefined
  paymentOptionSelected: PaymentOptionSelectedPayload
  'card:binAvailable': { bin: string }
  /** The payer has turned back at the bank. */
  '3ds:customer-canceled': undefined
  /** The bank's question is shown, and gone again. */
  '3ds:authentication-modal-render': undefined
  '3ds:authentication-modal-close': undefined
} & { [Name in FieldEventName]: CardEvent }

// ---- errors ----

/** A failure of the client, the card fields or the vault; `code` says which. */
export declare class BraintreeError extends Error {
  constructor(facts: { code: string; type: BraintreeError['type']; message: string; details?: unknown })
  readonly code: string
  readonly type: 'CUSTOMER' | 'MERCHANT' | 'NETWORK' | 'INTERNAL' | 'UNKNOWN'
  readonly details: unknown
}

/** What calls of the widget fail with; the cause, if it has a code, is `_braintreeWebError`. */
export declare class DropinError extends Error {
  constructor(message: string, cause?: unknown)
  readonly _braintreeWebError: BraintreeError | undefined
}

// ---- the widget ----

export type UpdatableConfigurationOption =
  | 'paypal'
  | 'paypalCredit'
  | 'applePay'
  | 'googlePay'
  | 'threeDSecure'

/** What goes with one request: `threeDSecure` has the options of the authentication. */
export type PaymentMethodOptions = { threeDSecure?: { amount?: string | number; [option: string]: unknown } }

export type RequestPaymentMethodCallback = (
  error: DropinError | BraintreeError | null,
  payload: PaymentMethodPayload,
) => void

/**
 * A widget on the page. After teardown every method but `teardown` and the event methods fails with the BraintreeError
 * METHOD_CALLED_AFTER_TEARDOWN.
 */
export type Dropin = {
  /**
   * Gives the chosen method, or makes a nonce of the card form. Fails with the DropinError 'No payment method is
   * available.' when nothing is chosen, the form is wrong or the gateway refuses.
   */
  requestPaymentMethod(options: PaymentMethodOptions, callback: RequestPaymentMethodCallback): void
  requestPaymentMethod(callback: RequestPaymentMethodCallback): void
  requestPaymentMethod(options?: PaymentMethodOptions): Promise<PaymentMethodPayload>
  /** Forgets the chosen method and unsaved ones; reads the saved ones afresh, with new nonces. */
  clearSelectedPaymentMethod(): void
  /**
   * Opens the card form again for a card that is not saved, after a decline: what `card.keepAfterTokenization` kept
   * stands there, the CVV is typed anew. False if there is no such card; clear the selection then.
   */
  editPaymentMethod(): boolean
  /** Whether a request would succeed, as far as the widget can tell. */
  isPaymentMethodRequestable(): boolean
  /** The options on offer, in order. */
  getAvailablePaymentOptions(): PaymentOption[]
  /** Changes a setting of a payment option, and forgets its unsaved methods. What is not on offer is ignored. */
  updateConfiguration(property: UpdatableConfigurationOption, key: string, value: unknown): void
  /**
   * Changes the language while the widget stands: what was typed, the focus and the view stay. Texts that do not come
   * in 5 seconds leave it as it is; the console says so, and the promise resolves.
   */
  setLocale(locale: string): Promise<void>
  /** Takes the widget off the page; the container is empty again. A second call does no harm. */
  teardown(callback: (error: Error | null | undefined) => void): void
  teardown(): Promise<void>
  on<Event extends keyof DropinEvents>(event: Event, listener: (payload: DropinEvents[Event]) => void): void
  on(event: HostedFieldsStateEvents, listener: (payload: CardEvent) => void): void
  off<Event extends keyof DropinEvents>(event: Event, listener: (payload: DropinEvents[Event]) => void): void
  off(event: HostedFieldsStateEvents, listener: (payload: CardEvent) => void): void
  hasListener(event: keyof DropinEvents): boolean
}

/**
 * Builds a payment widget in an empty element. Gives a promise of it, or takes a callback as second argument.
 * Fails with a DropinError whose message says what is wrong, or with the reason of `signal`; nothing is left in the
 * element then, so that the same element can be tried again.
 */
export declare function create(options: Options): Promise<Dropin>
export declare function create(
  options: Options,
  callback: (error: Error | null, dropin: Dropin | undefined) => void,
): void

/** The version of the drop-in whose pages this one fits. */
export declare const VERSION: string

declare const dropin: {
  create: typeof create
  VERSION: string
  BraintreeError: typeof BraintreeError
  DropinError: typeof DropinError
}
export default dropin
