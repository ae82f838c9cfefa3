import type { Client } from './client.ts'

/** Public types of `dropin/three-d-secure`. */

export type ThreeDSecureAddress = {
  givenName?: string | undefined
  surname?: string | undefined
  phoneNumber?: string | undefined
  streetAddress?: string | undefined
  extendedAddress?: string | undefined
  line3?: string | undefined
  locality?: string | undefined
  region?: string | undefined
  postalCode?: string | undefined
  countryCodeAlpha2?: string | undefined
}

/** More for the bank, by the gateway's names, such as `shippingMethod` or `accountPurchases`. */
export type ThreeDSecureAdditionalInformation = {
  shippingAddress?: ThreeDSecureAddress | undefined
  /** Size of the challenge: `01` 250 × 400, `02` 390 × 400, `03` 500 × 600, `04` 600 × 400, `05` the page. */
  acsWindowSize?: string | undefined
  [name: string]: unknown
}

export type ThreeDSecureVerifyOptions = {
  nonce: string
  /** The card's first digits: `details.bin` of the method. */
  bin: string
  amount: string | number
  email?: string | undefined
  mobilePhoneNumber?: string | undefined
  billingAddress?: ThreeDSecureAddress | undefined
  shippingAddress?: ThreeDSecureAddress | undefined
  additionalInformation?: ThreeDSecureAdditionalInformation | undefined
  /** For cards that are both: `credit` or `debit`. */
  accountType?: string | undefined
  /** Requests a challenge. */
  challengeRequested?: boolean | undefined
  requestedExemptionType?: 'low_value' | 'transaction_risk_analysis' | undefined
  exemptionRequested?: boolean | undefined
  /** Informs the bank without authentication: no liability shift. */
  dataOnlyRequested?: boolean | undefined
  /** Visa's Digital Authentication Framework. */
  requestVisaDAF?: boolean | undefined
  /** The card is about to be saved. */
  cardAdd?: boolean | undefined
  /** Former name of `cardAdd`, which it overrides. */
  cardAddChallengeRequested?: boolean | undefined
  merchantName?: string | undefined
  customFields?: Record<string, unknown> | undefined
  /** Sends screen, language and time zone. */
  collectDeviceData?: boolean | undefined
  /** Called after the lookup; the verification waits for `next`. Or listen to `lookup-complete`. */
  onLookupComplete?: ((data: ThreeDSecureVerificationData, next: () => void) => void) | undefined
  /** Shows the frame of the older flow, if the provider's script cannot be used; together with `removeFrame`. */
  addFrame?: ((error: Error | undefined, frame: HTMLIFrameElement) => void) | undefined
  removeFrame?: (() => void) | undefined
}

export type ThreeDSecureInfo = {
  liabilityShifted: boolean
  liabilityShiftPossible: boolean
  /** Such as `authenticate_successful` or `lookup_not_enrolled`. */
  status?: string | undefined
  [fact: string]: unknown
}

type LiabilityInfo = { liabilityShifted: boolean; liabilityShiftPossible: boolean }

export type ThreeDSecureCard = {
  /** Carries the authentication; good for one transaction. */
  nonce: string
  type: string
  details: Record<string, unknown>
  description?: string | undefined
  binData?: Record<string, string> | undefined
  threeDSecureInfo: ThreeDSecureInfo
}

export type ThreeDSecureVerifyPayload = ThreeDSecureCard &
  LiabilityInfo & {
    /** Result of a frictionless authentication. */
    verificationDetails?: LiabilityInfo | undefined
    /** The provider's result of a challenge. */
    rawCardinalSDKVerificationData?: object | undefined
  }

/** The gateway's answer to a lookup. */
export type ThreeDSecureLookupResponse = {
  lookup: {
    /** Address of the challenge; null without one. */
    acsUrl: string | null
    pareq?: string | undefined
    md?: string | undefined
    termUrl?: string | undefined
    transactionId?: string | undefined
    threeDSecureVersion?: string | undefined
  }
  paymentMethod: ThreeDSecureCard
  threeDSecureInfo: LiabilityInfo
}

export type ThreeDSecureVerificationData = ThreeDSecureLookupResponse & {
  /** Whether a challenge follows. */
  requiresUserAuthentication: boolean
}

export type ThreeDSecureEvents = {
  /** `next` must be called. */
  'lookup-complete': (data: ThreeDSecureVerificationData, next: () => void) => void
  /** The cardholder closed the challenge. */
  'customer-canceled': () => void
  'authentication-modal-render': () => void
  'authentication-modal-close': () => void
  'authentication-modal-render-hidden': () => void
  'authentication-modal-loader-render': () => void
  'authentication-modal-loader-close': () => void
  /** With `2-inline-iframe`: insert the element, then call `next`. */
  'authentication-iframe-available': (data: { element: HTMLElement }, next: () => void) => void
}

type Callback<Result> = (error: Error | null, result?: Result) => void

/** Each method takes a callback as its last argument, too. After teardown every method but `teardown` fails. */
export type ThreeDSecure = {
  /** One at a time. */
  verifyCard(options: ThreeDSecureVerifyOptions): Promise<ThreeDSecureVerifyPayload>
  verifyCard(options: ThreeDSecureVerifyOptions, callback: Callback<ThreeDSecureVerifyPayload>): void
  /** Cancels the current verification, whose promise rejects; resolves with its card if the lookup is done. */
  cancelVerifyCard(): Promise<ThreeDSecureVerifyPayload>
  cancelVerifyCard(callback: Callback<ThreeDSecureVerifyPayload>): void
  /** JSON for a lookup by a server. */
  prepareLookup(options: { nonce: string; bin: string }): Promise<string>
  prepareLookup(options: { nonce: string; bin: string }, callback: Callback<string>): void
  /** Continues after a server's lookup. */
  initializeChallengeWithLookupResponse(
    response: ThreeDSecureLookupResponse | string,
  ): Promise<ThreeDSecureVerifyPayload>
  initializeChallengeWithLookupResponse(
    response: ThreeDSecureLookupResponse | string,
    callback: Callback<ThreeDSecureVerifyPayload>,
  ): void
  on<Event extends keyof ThreeDSecureEvents>(event: Event, listener: ThreeDSecureEvents[Event]): void
  off<Event extends keyof ThreeDSecureEvents>(event: Event, listener: ThreeDSecureEvents[Event]): void
  teardown(): Promise<void>
  teardown(callback: (error: Error | null) => void): void
}

export type ThreeDSecureCardinalSDKConfig = {
  logging?: { level?: string | undefined } | undefined
  timeout?: number | undefined
  maxRequestRetries?: number | undefined
  payment?: { displayLoading?: boolean | undefined; displayExitButton?: boolean | undefined } | undefined
}

export type ThreeDSecureCreateOptions = {
  /** A client, or the client token to make one with. */
  client?: Client | undefined
  authorization?: string | undefined
  /** Display of the challenge; `2` is `2-cardinal-modal`. */
  version: 2 | '2' | '2-cardinal-modal' | '2-bootstrap3-modal' | '2-inline-iframe'
  /** Passed to the provider's script. */
  cardinalSDKConfig?: ThreeDSecureCardinalSDKConfig | undefined
  /** The provider's script logs everything. */
  loggingEnabled?: boolean | undefined
  /** Milliseconds until the older flow replaces the provider's script. 60000 by default. */
  timeout?: number | undefined
  /** Nonce of the page's Content-Security-Policy, for the provider's script. */
  nonce?: string | undefined
  gatewayUrl?: string | undefined
}

/** Fails with a BraintreeError, whose code begins with THREEDS_, or is one of the client's. */
export declare function create(options: ThreeDSecureCreateOptions): Promise<ThreeDSecure>
export declare function create(
  options: ThreeDSecureCreateOptions,
  callback: (error: Error | null, threeDSecure: ThreeDSecure | undefined) => void,
): void

/** The version of the SDK whose pages this module fits. */
export declare const VERSION: string

declare const threeDSecure: { create: typeof create; VERSION: string }
export default threeDSecure
