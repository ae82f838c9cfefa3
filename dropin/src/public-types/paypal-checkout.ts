import type { PartOptions } from './client.ts'
import type { Payload } from './payload.ts'

/** The types that pages see of `dropin/paypal-checkout`, and nothing else. */

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
  /** `checkout`: one payment. `vault`: an agreement, by which the account pays later too. */
  flow: 'checkout' | 'vault'
  /** Needed by `checkout`. */
  amount?: string | number | undefined
  /** Needed by `checkout`: three capitals. */
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
  /** `false`: the payer cannot change the address that the shop gives. */
  shippingAddressEditable?: boolean | undefined
  shippingAddressOverride?: PayPalAddress | undefined
  shippingOptions?: object[] | undefined
  lineItems?: object[] | undefined
  /** Also asks for an agreement, with `checkout`. */
  requestBillingAgreement?: boolean | undefined
  billingAgreementDetails?: { description?: string | undefined } | undefined
  /** What the agreement is for, with `vault`. */
  billingAgreementDescription?: string | undefined
  /** The session of the device, from the data collector. */
  riskCorrelationId?: string | undefined
}

export type PayPalPaymentUpdate = {
  paymentId: string
  currency: string
  /** This or `lineItems`. */
  amount?: string | number | undefined
  lineItems?: object[] | undefined
  shippingOptions?: object[] | undefined
}

/** What PayPal's script gives to `onAuthorize`, or `onApprove`. */
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
  /** The terms, where the payer chose PayPal Credit. */
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
  /** Asks the gateway for a payment or an agreement; gives the token for PayPal's script. */
  createPayment(payment: PayPalPayment): Promise<string>
  createPayment(payment: PayPalPayment, callback: Callback<string>): void
  /** Changes a payment that nobody has approved yet. */
  updatePayment(update: PayPalPaymentUpdate): Promise<unknown>
  updatePayment(update: PayPalPaymentUpdate, callback: Callback<unknown>): void
  /** Turns what a payer approved into a nonce. */
  tokenizePayment(approval: PayPalApproval): Promise<PayPalAccount>
  tokenizePayment(approval: PayPalApproval, callback: Callback<PayPalAccount>): void
  /** Gives the id by which PayPal's SDK knows the merchant. */
  getClientId(): Promise<string>
  getClientId(callback: Callback<string>): void
  /** Puts PayPal's SDK (`paypal.Buttons`) on the page, with these parameters; teardown takes its script away. */
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
  /** Another merchant account than the merchant's default. */
  merchantAccountId?: string | undefined
}

/** Fails with a BraintreeError: PAYPAL_NOT_ENABLED, PAYPAL_SANDBOX_ACCOUNT_NOT_LINKED, or one of the client's. */
export declare function create(options: PayPalCheckoutOptions): Promise<PayPalCheckout>
export declare function create(
  options: PayPalCheckoutOptions,
  callback: (error: Error | null, paypalCheckout: PayPalCheckout | undefined) => void,
): void

export declare function isSupported(): boolean

/** The version of the SDK whose pages this part fits. */
export declare const VERSION: string

declare const paypalCheckout: { create: typeof create; isSupported: typeof isSupported; VERSION: string }
export default paypalCheckout
