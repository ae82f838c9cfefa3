import type { applePayCreateOptions, applePayPaymentMethodPayload } from './apple-pay.ts'
import type { googlePayCreateOptions, googlePayPaymentMethodPayload } from './google-payment.ts'
import type { cardCreateOptions, cardPaymentMethodPayload } from './hosted-fields.ts'
import type { paypalCreateOptions, paypalPaymentMethodPayload } from './paypal-checkout.ts'
import type { venmoCreateOptions, venmoPaymentMethodPayload } from './venmo.ts'

/** Public types of the drop-in. */

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

// ---- options of create ----

export type dataCollectorOptions = { kount?: boolean | undefined; paypal?: boolean | undefined }

export type threeDSecureOptions = {
  /** The amount to authenticate; a request can override it. */
  amount?: string | number | undefined
  /** Passed to the provider's script. */
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
  /** Authenticates each card with its bank (3-D Secure) before a request returns it. */
  threeDSecure?: boolean | threeDSecureOptions | undefined
  /** Collects device data for fraud detection; requests then have `deviceData` for the sale. */
  dataCollector?: boolean | dataCollectorOptions | undefined
  /** Lets a customer delete saved methods. */
  vaultManager?: boolean | vaultManagerOptions | undefined
  /** Only `false` starts with no saved method chosen. */
  preselectVaultedPaymentMethod?: boolean | undefined
  /** Only `false` lists saved methods in the gateway's own order. */
  showDefaultPaymentMethodFirst?: boolean | undefined
  hiddenVaultedPaymentMethodTypes?: string[] | undefined
  /** The folder of the widget's own files, if they are not found automatically. */
  assetsBase?: string | undefined
  /** The page's nonce for styles and scripts, of its Content-Security-Policy. */
  nonce?: string | undefined
  /** Aborts a creation under way, and cleans up. No effect later. */
  signal?: AbortSignal | undefined
  /** Base address of the gateway for tokenization keys that begin with `development_`. */
  gatewayUrl?: string | undefined
}

// ---- payment methods ----

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

/** State of the card form. `fields` has the visible ones. */
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
  /** The cardholder cancelled the challenge. */
  '3ds:customer-canceled': undefined
  /** The challenge is shown, and hidden again. */
  '3ds:authentication-modal-render': undefined
  '3ds:authentication-modal-close': undefined
} & { [Name in FieldEventName]: CardEvent }

// ---- errors ----

/** A failure of the client, the card fields or the vault; `code` says which. */
export declare class BraintreeError extends Error {
  constructor(fields: { code: string; type: BraintreeError['type']; message: string; details?: unknown })
  readonly code: string
  readonly type: 'CUSTOMER' | 'MERCHANT' | 'NETWORK' | 'INTERNAL' | 'UNKNOWN'
  readonly details: unknown
}

/** Thrown by the widget's methods; `_braintreeWebError` is the cause, if that has a code. */
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

/** `threeDSecure` has options of the authentication. */
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
   * Resolves with the selected method, or tokenizes the card form. Fails with the DropinError 'No payment method is
   * available.' when nothing is selected, the form is invalid or the gateway declines.
   */
  requestPaymentMethod(options: PaymentMethodOptions, callback: RequestPaymentMethodCallback): void
  requestPaymentMethod(callback: RequestPaymentMethodCallback): void
  requestPaymentMethod(options?: PaymentMethodOptions): Promise<PaymentMethodPayload>
  /** Drops the selection and unsaved methods; reloads the saved ones, with new nonces. */
  clearSelectedPaymentMethod(): void
  /**
   * Reopens the card form for an unsaved card, after a decline: with the values that `card.keepAfterTokenization`
   * stored, without the CVV. Returns false if there is no such card; clear the selection then.
   */
  editPaymentMethod(): boolean
  /** Whether a request would succeed, as far as the widget can tell. */
  isPaymentMethodRequestable(): boolean
  /** The options on offer, in order. */
  getAvailablePaymentOptions(): PaymentOption[]
  /** Changes a setting of a payment option, and drops its unsaved methods. Options that are not offered are ignored. */
  updateConfiguration(property: UpdatableConfigurationOption, key: string, value: unknown): void
  /**
   * Changes the language in place: typed values, focus and view stay. If the texts do not load within 5 seconds nothing
   * changes; the console has a warning, and the promise resolves.
   */
  setLocale(locale: string): Promise<void>
  /** Removes the widget and empties the container. Idempotent. */
  teardown(callback: (error: Error | null | undefined) => void): void
  teardown(): Promise<void>
  on<Event extends keyof DropinEvents>(event: Event, listener: (payload: DropinEvents[Event]) => void): void
  on(event: HostedFieldsStateEvents, listener: (payload: CardEvent) => void): void
  off<Event extends keyof DropinEvents>(event: Event, listener: (payload: DropinEvents[Event]) => void): void
  off(event: HostedFieldsStateEvents, listener: (payload: CardEvent) => void): void
  hasListener(event: keyof DropinEvents): boolean
}

/**
 * Builds a payment widget in an empty element. Returns a promise, or takes a callback as second argument. Fails with a
 * DropinError, or with the reason of `signal`; the element is empty then and can be reused.
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
