import type { Client } from './client.ts'
import type { binData, Payload } from './payload.ts'

/** The types that pages see of `dropin/apple-pay`, and nothing else. */

export type applePayCreateOptions = {
  /** The shop's name on the sheet of the device. */
  displayName: string
  /** What is asked for: `total`, and what else Apple's request takes. The gateway adds what it knows. */
  paymentRequest: object
  buttonStyle?: 'black' | 'white' | 'white-outline' | undefined
  /** The version of `ApplePaySession`; 2 if nothing is said. */
  applePaySessionVersion?: number | undefined
  /** The domain that Apple knows, where the widget is in a frame of another; the page's own if nothing is said. */
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
  /** The same as in `details`; neither spread nor JSON carries it. */
  readonly rawPaymentData: ApplePayPayment
}

/** What Safari gives as `event.payment.token`. */
export type ApplePayToken = { paymentData: object; paymentMethod?: object; transactionIdentifier?: string }

export type ApplePayValidation = {
  /** Of Safari's event `validatemerchant`. */
  validationURL: string
  /** The shop's name on the sheet. */
  displayName?: string | undefined
  /** Another than that of the gateway. */
  merchantIdentifier?: string | undefined
  /** Another than that of the page. */
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
  /** Adds country, currency, networks and capabilities of the merchant to a request, where it says nothing of them. */
  createPaymentRequest(request?: object): { [member: string]: unknown }
  /** Gives what `completeMerchantValidation` of Safari's session wants. */
  performValidation(validation: ApplePayValidation): Promise<unknown>
  performValidation(validation: ApplePayValidation, callback: Callback<unknown>): void
  /** Turns an authorized payment into a nonce. */
  tokenize(payment: { token: ApplePayToken }): Promise<ApplePayCard>
  tokenize(payment: { token: ApplePayToken }, callback: Callback<ApplePayCard>): void
  teardown(): Promise<void>
  teardown(callback: (error: Error | null) => void): void
}

/** It is there before its gateway: `merchantIdentifier` and the request come with that. */
export type DeferredApplePay = Omit<ApplePay, 'merchantIdentifier' | 'createPaymentRequest'> & {
  readonly merchantIdentifier: string | undefined
  createPaymentRequest(request?: object): Promise<{ [member: string]: unknown }>
}

type Deferred = ApplePayOptions & {
  authorization: string
  /** Gives the part at once; its methods wait for the gateway, and tell why it cannot be had. */
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

/** The version of the SDK whose pages this part fits. */
export declare const VERSION: string

declare const applePay: { create: typeof create; VERSION: string }
export default applePay
