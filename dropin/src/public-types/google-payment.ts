import type { Client } from './client.ts'
import type { binData, Payload } from './payload.ts'

/** Public types of `dropin/google-payment`. */

/** Other options are passed to Google with the request. */
export type googlePayCreateOptions = {
  /** Google's id of the merchant, which production needs. */
  merchantId?: string | undefined
  /** 1 or 2; 1 by default. */
  googlePayVersion?: number | undefined
  transactionInfo: object
  /** Appearance of Google's button; the widget handles its click. */
  button?: object | undefined
  [option: string]: unknown
}

type GooglePaymentData = {
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
    rawPaymentData: GooglePaymentData
  }
> & {
  binData: binData
  /** Also in `details`; not enumerable. */
  readonly rawPaymentData: GooglePaymentData
}

export type GooglePayCard = {
  /** Good for one transaction. */
  nonce: string
  type: 'AndroidPayCard'
  description: string
  details: {
    cardType: string
    lastFour: string
    lastTwo: string
    /** Google returned a network token in place of the card number. */
    isNetworkTokenized: boolean
    bin: string
  }
  binData: { [fact: string]: string }
}

/** Shoppers can choose PayPal inside Google Pay. */
export type GooglePayPayPalAccount = {
  nonce: string
  type: 'PayPalAccount'
  description: string
  details: { [fact: string]: never }
}

type Callback<Result> = (error: Error | null, result?: Result) => void

/** Payments with Google Pay, between Google's script and the gateway. After teardown every method but `teardown` fails. */
export type GooglePayment = {
  /** Adds the merchant's data: networks, and how to tokenize. */
  createPaymentDataRequest(request?: object): { [member: string]: unknown }
  /** Reads the nonce in the result of `loadPaymentData`. */
  parseResponse(payment: object): Promise<GooglePayCard | GooglePayPayPalAccount>
  parseResponse(payment: object, callback: Callback<GooglePayCard | GooglePayPayPalAccount>): void
  teardown(): Promise<void>
  teardown(callback: (error: Error | null) => void): void
}

/** Available before the gateway, with an asynchronous request. */
export type DeferredGooglePayment = Omit<GooglePayment, 'createPaymentDataRequest'> & {
  createPaymentDataRequest(request?: object): Promise<{ [member: string]: unknown }>
}

type Deferred = GooglePaymentOptions & {
  authorization: string
  /** Returns the module at once; its methods wait for the gateway, and reject if it cannot be opened. */
  useDeferredClient: true
}

export type GooglePaymentOptions = {
  /** A client, or the authorization to make one with. */
  client?: Client | undefined
  authorization?: string | undefined
  /** 1 or 2; 1 by default. */
  googlePayVersion?: number | undefined
  /** Google's id of the merchant, which production needs. */
  googleMerchantId?: string | undefined
  gatewayUrl?: string | undefined
}

/** Fails with a BraintreeError: GOOGLE_PAYMENT_NOT_ENABLED, GOOGLE_PAYMENT_UNSUPPORTED_VERSION, or one of the client's. */
export declare function create(options: Deferred): Promise<DeferredGooglePayment>
export declare function create(
  options: Deferred,
  callback: (error: Error | null, googlePayment: DeferredGooglePayment | undefined) => void,
): void
export declare function create(options: GooglePaymentOptions): Promise<GooglePayment>
export declare function create(
  options: GooglePaymentOptions,
  callback: (error: Error | null, googlePayment: GooglePayment | undefined) => void,
): void

/** The version of the SDK whose pages this module fits. */
export declare const VERSION: string

declare const googlePayment: { create: typeof create; VERSION: string }
export default googlePayment
