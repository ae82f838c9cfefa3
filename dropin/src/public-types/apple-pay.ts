import type { Client } from './client.ts'
import type { binData, Payload } from './payload.ts'

/** Public types of `dropin/apple-pay`. */

export type applePayCreateOptions = {
  /** The shop's name on the sheet of the device. */
  displayName: string
  /** `total` and other fields of Apple's request. The gateway adds the merchant's data. */
  paymentRequest: object
  buttonStyle?: 'black' | 'white' | 'white-outline' | undefined
  /** The version of `ApplePaySession`; 2 by default. */
  applePaySessionVersion?: number | undefined
  /** The domain registered with Apple, if the widget is in a frame of another; the page's own by default. */
  domainName?: string | undefined
}

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
  /** Also in `details`; not enumerable. */
  readonly rawPaymentData: ApplePayPayment
}

/** Safari's `event.payment.token`. */
export type ApplePayToken = { paymentData: object; paymentMethod?: object; transactionIdentifier?: string }

export type ApplePayValidation = {
  /** From Safari's event `validatemerchant`. */
  validationURL: string
  /** The shop's name on the sheet. */
  displayName?: string | undefined
  /** Overrides the gateway's. */
  merchantIdentifier?: string | undefined
  /** Overrides the page's. */
  domainName?: string | undefined
}

export type ApplePayCard = {
  /** Good for one transaction. */
  nonce: string
  type: 'ApplePayCard'
  description: string
  details: { cardType: string; cardHolderName: string; dpanLastTwo: string }
  binData: { [fact: string]: string }
}

type Callback<Result> = (error: Error | null, result?: Result) => void

/** Payments with Apple Pay, between Safari's session and the gateway. After teardown every method but `teardown` fails. */
export type ApplePay = {
  readonly merchantIdentifier: string
  /** Adds country, currency, networks and capabilities of the merchant, unless the request has them. */
  createPaymentRequest(request?: object): { [member: string]: unknown }
  /** Resolves with the argument for Safari's `completeMerchantValidation`. */
  performValidation(validation: ApplePayValidation): Promise<unknown>
  performValidation(validation: ApplePayValidation, callback: Callback<unknown>): void
  /** Turns an authorized payment into a nonce. */
  tokenize(payment: { token: ApplePayToken }): Promise<ApplePayCard>
  tokenize(payment: { token: ApplePayToken }, callback: Callback<ApplePayCard>): void
  teardown(): Promise<void>
  teardown(callback: (error: Error | null) => void): void
}

/** Available before the gateway: without `merchantIdentifier`, and with an asynchronous request. */
export type DeferredApplePay = Omit<ApplePay, 'merchantIdentifier' | 'createPaymentRequest'> & {
  readonly merchantIdentifier: string | undefined
  createPaymentRequest(request?: object): Promise<{ [member: string]: unknown }>
}

type Deferred = ApplePayOptions & {
  authorization: string
  /** Returns the module at once; its methods wait for the gateway, and reject if it cannot be opened. */
  useDeferredClient: true
}

export type ApplePayOptions = {
  /** A client, or the authorization to make one with. */
  client?: Client | undefined
  authorization?: string | undefined
  gatewayUrl?: string | undefined
}

/** Fails with a BraintreeError: APPLE_PAY_NOT_ENABLED, or one of the client's. */
export declare function create(options: Deferred): Promise<DeferredApplePay>
export declare function create(
  options: Deferred,
  callback: (error: Error | null, applePay: DeferredApplePay | undefined) => void,
): void
export declare function create(options: ApplePayOptions): Promise<ApplePay>
export declare function create(
  options: ApplePayOptions,
  callback: (error: Error | null, applePay: ApplePay | undefined) => void,
): void

/** The version of the SDK whose pages this module fits. */
export declare const VERSION: string

declare const applePay: { create: typeof create; VERSION: string }
export default applePay
