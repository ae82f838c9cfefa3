import type { PartOptions } from './client.ts'
import type { Payload } from './payload.ts'

/** Public types of `dropin/paypal-checkout`. */

export type paypalCreateOptions = {
  /**
   * `checkout`: one payment. `vault`: a saved account, for this payment and later ones. A function is called when a
   * payer begins.
   */
  flow: 'checkout' | 'vault' | (() => 'checkout' | 'vault')
  /** Required by `checkout`. */
  amount?: string | number | undefined
  /** Required by `checkout`: three capitals. */
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
  /** PayPal's first page: `login` or `billing`. */
  landingPageType?: string | undefined
  /** The shop's name in PayPal's window. */
  displayName?: string | undefined
  /** PayPal's log level; `warn` by default. */
  logLevel?: string | undefined
  /** Other options of a PayPal payment. */
  [option: string]: unknown
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

export type PayPalAddress = {
  recipientName?: string | undefined
  line1?: string | undefined
  line2?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postalCode?: string | undefined
  countryCode?: string | undefined
  phone?: string | undefined
}

export type PayPalPayment = {
  /** `checkout`: one payment. `vault`: a billing agreement for later payments. */
  flow: 'checkout' | 'vault'
  /** Required by `checkout`. */
  amount?: string | number | undefined
  /** Required by `checkout`: three capitals. */
  currency?: string | undefined
  intent?: 'authorize' | 'capture' | 'sale' | 'order' | 'tokenize' | undefined
  /** Offers PayPal Credit. */
  offerCredit?: boolean | undefined
  /** The shop's name in PayPal's window. */
  displayName?: string | undefined
  /** The language of PayPal's window, such as `de_DE`. */
  locale?: string | undefined
  landingPageType?: string | undefined
  enableShippingAddress?: boolean | undefined
  /** `false`: the payer cannot change the shop's address. */
  shippingAddressEditable?: boolean | undefined
  shippingAddressOverride?: PayPalAddress | undefined
  shippingOptions?: object[] | undefined
  lineItems?: object[] | undefined
  /** Also requests an agreement, with `checkout`. */
  requestBillingAgreement?: boolean | undefined
  billingAgreementDetails?: { description?: string | undefined } | undefined
  /** Description of the agreement, with `vault`. */
  billingAgreementDescription?: string | undefined
  /** Session id of the data collector. */
  riskCorrelationId?: string | undefined
}

export type PayPalPaymentUpdate = {
  paymentId: string
  currency: string
  /** Either this or `lineItems`. */
  amount?: string | number | undefined
  lineItems?: object[] | undefined
  shippingOptions?: object[] | undefined
}

/** Argument of PayPal's `onAuthorize` or `onApprove`. */
export type PayPalApproval = {
  paymentToken?: string | undefined
  paymentID?: string | undefined
  orderID?: string | undefined
  billingToken?: string | undefined
  payerID?: string | undefined
  /** Only `false` leaves the account of a customer's agreement unsaved. */
  vault?: boolean | undefined
}

export type PayPalAccount = {
  /** Good for one transaction. */
  nonce: string
  type: 'PayPalAccount'
  details: {
    email: string
    payerId: string
    firstName: string
    lastName: string
    countryCode?: string | undefined
    phone?: string | undefined
    shippingAddress?: PayPalAddress | undefined
    billingAddress?: PayPalAddress | undefined
  }
  /** Terms of PayPal Credit, if chosen. */
  creditFinancingOffered?: object | undefined
  shippingOptionId?: string | undefined
  cobrandedCardLabel?: string | undefined
}

type Callback<Result> = (error: Error | null, result?: Result) => void

/**
 * Payments with PayPal, between PayPal's script and the gateway. After teardown every method but `teardown` fails. Each
 * takes a callback as its last argument, too.
 */
export type PayPalCheckout = {
  /** Creates a payment or an agreement; resolves with the token for PayPal's script. */
  createPayment(payment: PayPalPayment): Promise<string>
  createPayment(payment: PayPalPayment, callback: Callback<string>): void
  /** Changes a payment before its approval. */
  updatePayment(update: PayPalPaymentUpdate): Promise<unknown>
  updatePayment(update: PayPalPaymentUpdate, callback: Callback<unknown>): void
  /** Turns an approval into a nonce. */
  tokenizePayment(approval: PayPalApproval): Promise<PayPalAccount>
  tokenizePayment(approval: PayPalApproval, callback: Callback<PayPalAccount>): void
  /** Resolves with PayPal's id of the merchant. */
  getClientId(): Promise<string>
  getClientId(callback: Callback<string>): void
  /** Loads PayPal's SDK (`paypal.Buttons`) with these parameters; teardown removes its script. */
  loadPayPalSDK(options?: PayPalSDKOptions): Promise<PayPalCheckout>
  loadPayPalSDK(options: PayPalSDKOptions, callback: Callback<PayPalCheckout>): void
  teardown(): Promise<void>
  teardown(callback: (error: Error | null) => void): void
}

/** Parameters of the SDK's address, such as `currency`, `intent` and `vault`. */
export type PayPalSDKOptions = {
  dataAttributes?: Record<string, string> | undefined
  [parameter: string]: unknown
}

export type PayPalCheckoutOptions = PartOptions & {
  /** Overrides the merchant's default account. */
  merchantAccountId?: string | undefined
}

/** Fails with a BraintreeError: PAYPAL_NOT_ENABLED, PAYPAL_SANDBOX_ACCOUNT_NOT_LINKED, or one of the client's. */
export declare function create(options: PayPalCheckoutOptions): Promise<PayPalCheckout>
export declare function create(
  options: PayPalCheckoutOptions,
  callback: (error: Error | null, paypalCheckout: PayPalCheckout | undefined) => void,
): void

export declare function isSupported(): boolean

/** The version of the SDK whose pages this module fits. */
export declare const VERSION: string

declare const paypalCheckout: { create: typeof create; isSupported: typeof isSupported; VERSION: string }
export default paypalCheckout
