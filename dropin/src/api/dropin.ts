/** The types that pages see, and nothing else: the build ships this file as the package's declarations. */

export type PaymentOption = 'card' | 'paypal' | 'paypalCredit' | 'venmo' | 'applePay' | 'googlePay'

// ---- what create takes ----

type BrandName =
  | ('visa' | 'mastercard' | 'american-express' | 'diners-club' | 'discover' | 'jcb')
  | ('union-pay' | 'maestro' | 'elo' | 'mir' | 'hiper' | 'hipercard')

export type HostedFieldsField = {
  selector?: string | undefined
  container?: string | Element | undefined
  placeholder?: string | undefined
  type?: string | undefined
  iframeTitle?: string | undefined
  internalLabel?: string | undefined
  formatInput?: boolean | undefined
  maskInput?: boolean | { character?: string | undefined; showLastFour?: boolean | undefined } | undefined
  select?: boolean | { options: string[] } | undefined
  maxCardLength?: number | undefined
  maxlength?: number | undefined
  minlength?: number | undefined
  prefill?: string | undefined
  rejectUnsupportedCards?: boolean | undefined
  /** Whether a brand is taken. */
  supportedCardBrands?: { [Brand in BrandName]?: boolean | undefined } | undefined
}

export type BillingAddressField =
  | ('firstName' | 'lastName' | 'company' | 'streetAddress' | 'extendedAddress')
  | ('locality' | 'region' | 'postalCode' | 'countryCodeAlpha2')

export type cardCreateOptions = {
  /** Adds the name field above the number; required only when this says so. */
  cardholderName?: boolean | { required?: boolean | undefined } | undefined
  overrides?:
    | {
        /** `cvv: null` and `postalCode: null` remove the field. */
        fields?:
          | {
              number?: HostedFieldsField | undefined
              expirationDate?: HostedFieldsField | undefined
              cvv?: HostedFieldsField | null | undefined
              postalCode?: HostedFieldsField | null | undefined
              cardholderName?: HostedFieldsField | undefined
            }
          | undefined
        /** By CSS selector: rules, `null` to remove a default, or a class of the page whose looks are copied. */
        styles?: object | undefined
      }
    | undefined
  /** Asks for a billing address, which goes to the gateway with the card. */
  billingAddress?:
    | {
        /** What to ask for, in this order. A postal code that the gateway wants anyway is asked for once. */
        fields: BillingAddressField[]
        /** Those of them that must be filled in; none unless named. */
        required?: BillingAddressField[] | undefined
      }
    | undefined
  /** Only `false` keeps what was typed after a nonce was made. */
  clearFieldsAfterTokenization?: boolean | undefined
  /** `true` keeps all but the CVV, for `editPaymentMethod` after a decline. */
  keepAfterTokenization?: boolean | undefined
  vault?:
    | {
        /** `true` lets a customer choose whether the card is saved. */
        allowVaultCardOverride?: boolean | undefined
        /** Only `false` leaves a customer's card unsaved. */
        vaultCard?: boolean | undefined
        /** `true` asks for the CVV of a saved card again: its nonce is `cvvNonce` of the result. */
        askCvv?: boolean | undefined
      }
    | undefined
}

export type paypalCreateOptions = {
  /** `checkout`: one payment. `vault`: the account, for this payment and later ones. A function is asked as a payer begins. */
  flow: 'checkout' | 'vault' | (() => 'checkout' | 'vault')
  /** Needed by `checkout`. */
  amount?: string | number | undefined
  /** Needed by `checkout`: three capitals. */
  currency?: string | undefined
  intent?: 'authorize' | 'capture' | 'sale' | 'order' | 'tokenize' | undefined
  /** `color`, `shape`, `size`, `label` and the like of PayPal's button. */
  buttonStyle?: object | undefined
  /** `true`: PayPal's window ends with "Pay Now". */
  commit?: boolean | undefined
  vault?:
    | {
        /** Only `false` leaves a customer's account unsaved. */
        vaultPayPal?: boolean | undefined
      }
    | undefined
  /** The page of PayPal that comes first: `login` or `billing`. */
  landingPageType?: string | undefined
  /** The shop's name in PayPal's window. */
  displayName?: string | undefined
  /** How much PayPal's script tells the console; `warn` if nothing is said. */
  logLevel?: string | undefined
  /** What else a payment of PayPal's can be asked for with. */
  [option: string]: unknown
}

export type VenmoLineItem = {
  name: string
  /** `CREDIT` or `DEBIT`. */
  kind: string
  quantity: number
  unitAmount: string
  /** '0' if nothing is said. */
  unitTaxAmount?: string | undefined
  description?: string | undefined
  productCode?: string | undefined
  url?: string | undefined
}

export type venmoCreateOptions = {
  /** Offers a QR code on a computer. */
  allowDesktop?: boolean | undefined
  /** Offers a window to log in to Venmo on a computer, instead of a QR code. */
  allowDesktopWebLogin?: boolean | undefined
  /** Only `false` leaves out browsers to which the app leads back in a new tab. */
  allowNewBrowserTab?: boolean | undefined
  /** Only `false` leaves out browsers inside of apps. */
  allowWebviews?: boolean | undefined
  /** Whether the account pays once or may be kept. */
  paymentMethodUsage?: 'single_use' | 'multi_use' | undefined
  /** The profile under which the payer sees the merchant, if not the merchant's default. */
  profileId?: string | undefined
  /** Where the app leads the payer back to, if not to the page. */
  deepLinkReturnUrl?: string | undefined
  /** The payer comes back by themselves: the page waits for the app's approval. */
  requireManualReturn?: boolean | undefined
  /** Without the app the payer pays at Venmo's page. */
  mobileWebFallBack?: boolean | undefined
  /** On iOS the page itself goes to the app, instead of a new tab. */
  useRedirectForIOS?: boolean | undefined
  allowAndroidRecreation?: boolean | undefined
  /** Leaves what the app told in the address of the page. */
  ignoreHistoryChanges?: boolean | undefined
  /** The merchant's name in the app. */
  displayName?: string | undefined
  /** Addresses that the payer gives to the merchant, where the merchant may have them. */
  collectCustomerBillingAddress?: boolean | undefined
  collectCustomerShippingAddress?: boolean | undefined
  /** What the app shows of the payment. */
  subTotalAmount?: string | undefined
  discountAmount?: string | undefined
  taxAmount?: string | undefined
  shippingAmount?: string | undefined
  totalAmount?: string | undefined
  lineItems?: VenmoLineItem[] | undefined
}

export type applePayCreateOptions = {
  displayName: string
  paymentRequest: object
  buttonStyle?: 'black' | 'white' | 'white-outline' | undefined
  applePaySessionVersion?: number | undefined
  domainName?: string | undefined
}

export type googlePayCreateOptions = {
  merchantId?: string | undefined
  googlePayVersion?: number | undefined
  transactionInfo: object
  button?: object | undefined
  [option: string]: unknown
}

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

export type binData = {
  prepaid: 'Yes' | 'No' | 'Unknown'
  healthcare: 'Yes' | 'No' | 'Unknown'
  debit: 'Yes' | 'No' | 'Unknown'
  durbinRegulated: 'Yes' | 'No' | 'Unknown'
  commercial: 'Yes' | 'No' | 'Unknown'
  payroll: 'Yes' | 'No' | 'Unknown'
  issuingBank: string
  countryOfIssuance: string
  productId: string
}

type Payload<Type extends string, Details> = {
  /** Good for one transaction. */
  nonce: string
  type: Type
  details: Details
  /** Whether the gateway keeps the method for this customer. */
  vaulted?: boolean | undefined
  deviceData?: string | undefined
}

export type cardPaymentMethodPayload = Payload<
  'CreditCard',
  {
    bin: string
    cardType: string
    expirationMonth: string
    expirationYear: string
    cardholderName: string
    lastFour: string
    lastTwo: string
  }
> & {
  description?: string | undefined
  binData: binData
  /** Of a saved card whose CVV was asked for again: send it with the card's token. */
  cvvNonce?: string | undefined
  liabilityShifted?: boolean | undefined
  liabilityShiftPossible?: boolean | undefined
  threeDSecureInfo?: { [fact: string]: unknown } | undefined
}

export type Address = {
  recipientName: string
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  countryCode: string
}

export type paypalPaymentMethodPayload = Payload<
  'PayPalAccount',
  {
    email: string
    payerId: string
    firstName: string
    lastName: string
    countryCode?: string | undefined
    phone?: string | undefined
    shippingAddress?: Address | undefined
    billingAddress?: Address | undefined
  }
>

export type venmoPaymentMethodPayload = Payload<
  'VenmoAccount',
  { username: string; paymentContextId?: string; payerInfo?: { [part: string]: unknown } }
>

type ApplePayPayment = {
  token: {
    paymentData: unknown
    paymentMethod: { displayName: string; network: string; type: string }
    transactionIdentifier: string
  }
  billingContact?: { [part: string]: unknown }
  shippingContact?: { [part: string]: unknown }
}

export type applePayPaymentMethodPayload = Payload<
  'ApplePayCard',
  { cardType: string; cardHolderName: string; dpanLastTwo: string; rawPaymentData: ApplePayPayment }
> & {
  description: string
  binData: binData
  /** The same as in `details`; neither spread nor JSON carries it. */
  readonly rawPaymentData: ApplePayPayment
}

type GooglePayment = {
  apiVersion: number
  apiVersionMinor: number
  email?: string
  paymentMethodData: {
    type: string
    description?: string
    info?: object
    tokenizationData: { type: string; token: string }
  }
  shippingAddress?: { [part: string]: unknown }
}

export type googlePayPaymentMethodPayload = Payload<
  'AndroidPayCard',
  {
    cardType: string
    lastFour: string
    lastTwo: string
    isNetworkTokenized: boolean
    bin: string
    rawPaymentData: GooglePayment
  }
> & {
  binData: binData
  /** The same as in `details`; neither spread nor JSON carries it. */
  readonly rawPaymentData: GooglePayment
}

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
