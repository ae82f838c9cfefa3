import type { Client } from './client.ts'

/** The types that pages see of `dropin/three-d-secure`, and nothing else. */

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

/** More for the bank, by the names that the gateway has for it, such as `shippingMethod` or `accountPurchases`. */
export type ThreeDSecureAdditionalInformation = {
  shippingAddress?: ThreeDSecureAddress | undefined
  /** How large the bank's question is: `01` 250 × 400, `02` 390 × 400, `03` 500 × 600, `04` 600 × 400, `05` the page. */
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
  /** Of a card that is both: `credit` or `debit`. */
  accountType?: string | undefined
  /** Wants the bank to ask the owner of the card. */
  challengeRequested?: boolean | undefined
  requestedExemptionType?: 'low_value' | 'transaction_risk_analysis' | undefined
  exemptionRequested?: boolean | undefined
  /** Tells the bank, and asks nobody: the liability stays. */
  dataOnlyRequested?: boolean | undefined
  /** Visa's own authentication of the digital kind. */
  requestVisaDAF?: boolean | undefined
  /** The card is about to be saved. */
  cardAdd?: boolean | undefined
  /** The same as `cardAdd`, which it overrides. */
  cardAddChallengeRequested?: boolean | undefined
  merchantName?: string | undefined
  customFields?: Record<string, unknown> | undefined
  /** Tells the bank of screen, language and time zone. */
  collectDeviceData?: boolean | undefined
  /** Hears what the bank says of the card. Everything waits until it calls `next`. Or listen to `lookup-complete`. */
  onLookupComplete?: ((data: ThreeDSecureVerificationData, next: () => void) => void) | undefined
  /** Shows the frame of the older flow, where the provider's script cannot be used; together with `removeFrame`. */
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
    /** Where the bank asked nobody. */
    verificationDetails?: LiabilityInfo | undefined
    /** What the provider's script said, where the bank asked. */
    rawCardinalSDKVerificationData?: object | undefined
  }

/** The gateway's answer to a lookup. */
export type ThreeDSecureLookupResponse = {
  lookup: {
    /** Where the bank asks; null where it asks nobody. */
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
  /** Whether the bank is about to ask the owner of the card. */
  requiresUserAuthentication: boolean
}

export type ThreeDSecureEvents = {
  /** `next` must be called. */
  'lookup-complete': (data: ThreeDSecureVerificationData, next: () => void) => void
  /** The owner of the card has closed the bank's question. */
  'customer-canceled': () => void
  'authentication-modal-render': () => void
  'authentication-modal-close': () => void
  'authentication-modal-render-hidden': () => void
  'authentication-modal-loader-render': () => void
  'authentication-modal-loader-close': () => void
  /** With `2-inline-iframe`: put the element on the page, then call `next`. */
  'authentication-iframe-available': (data: { element: HTMLElement }, next: () => void) => void
}

type Callback<Result> = (error: Error | null, result?: Result) => void

/** Each method takes a callback as its last argument, too. After teardown every method but `teardown` fails. */
export type ThreeDSecure = {
  /** One at a time. */
  verifyCard(options: ThreeDSecureVerifyOptions): Promise<ThreeDSecureVerifyPayload>
  verifyCard(options: ThreeDSecureVerifyOptions, callback: Callback<ThreeDSecureVerifyPayload>): void
  /** Ends the verification that runs, whose promise rejects; gives its card where the bank has been asked about it. */
  cancelVerifyCard(): Promise<ThreeDSecureVerifyPayload>
  cancelVerifyCard(callback: Callback<ThreeDSecureVerifyPayload>): void
  /** Gives JSON for a server that looks the card up itself. */
  prepareLookup(options: { nonce: string; bin: string }): Promise<string>
  prepareLookup(options: { nonce: string; bin: string }, callback: Callback<string>): void
  /** Goes on with what such a server was answered. */
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
  /** Where the bank's question is shown; `2` is `2-cardinal-modal`. */
  version: 2 | '2' | '2-cardinal-modal' | '2-bootstrap3-modal' | '2-inline-iframe'
  /** Goes to the provider's script. */
  cardinalSDKConfig?: ThreeDSecureCardinalSDKConfig | undefined
  /** The provider's script tells the console all it does. */
  loggingEnabled?: boolean | undefined
  /** How long the provider's script may take until the older flow is used, in milliseconds. 60000 by default. */
  timeout?: number | undefined
  /** Of the page's Content-Security-Policy, for the provider's script. */
  nonce?: string | undefined
  gatewayUrl?: string | undefined
}

/** Fails with a BraintreeError, whose code begins with THREEDS_, or is one of the client's. */
export declare function create(options: ThreeDSecureCreateOptions): Promise<ThreeDSecure>
export declare function create(
  options: ThreeDSecureCreateOptions,
  callback: (error: Error | null, threeDSecure: ThreeDSecure | undefined) => void,
): void

/** The version of the SDK whose pages this part fits. */
export declare const VERSION: string

declare const threeDSecure: { create: typeof create; VERSION: string }
export default threeDSecure
