import type { Client } from './client.ts'
import type { Payload } from './payload.ts'

/** Public types of `dropin/venmo`. */

export type VenmoLineItem = {
  name: string
  /** `CREDIT` or `DEBIT`. */
  kind: string
  quantity: number
  unitAmount: string
  /** '0' by default. */
  unitTaxAmount?: string | undefined
  description?: string | undefined
  productCode?: string | undefined
  url?: string | undefined
}

export type venmoCreateOptions = {
  /** Offers a QR code on a computer. */
  allowDesktop?: boolean | undefined
  /** Offers login at Venmo in a popup on a computer, instead of a QR code. */
  allowDesktopWebLogin?: boolean | undefined
  /** Only `false` excludes browsers to which the app returns in a new tab. */
  allowNewBrowserTab?: boolean | undefined
  /** Only `false` excludes webviews. */
  allowWebviews?: boolean | undefined
  /** One payment, or a saved account. */
  paymentMethodUsage?: 'single_use' | 'multi_use' | undefined
  /** The merchant's Venmo profile, if not the default. */
  profileId?: string | undefined
  /** The app's return address, if not the page. */
  deepLinkReturnUrl?: string | undefined
  /** Payers return by themselves: the page polls for the app's approval. */
  requireManualReturn?: boolean | undefined
  /** Payers without the app pay on Venmo's page. */
  mobileWebFallBack?: boolean | undefined
  /** On iOS the page itself navigates to the app, instead of a new tab. */
  useRedirectForIOS?: boolean | undefined
  allowAndroidRecreation?: boolean | undefined
  /** Leaves the app's result in the address of the page. */
  ignoreHistoryChanges?: boolean | undefined
  /** The merchant's name in the app. */
  displayName?: string | undefined
  /** Addresses that payers share, if the merchant may receive them. */
  collectCustomerBillingAddress?: boolean | undefined
  collectCustomerShippingAddress?: boolean | undefined
  /** Shown in the app. */
  subTotalAmount?: string | undefined
  discountAmount?: string | undefined
  taxAmount?: string | undefined
  shippingAmount?: string | undefined
  totalAmount?: string | undefined
  lineItems?: VenmoLineItem[] | undefined
}

export type venmoPaymentMethodPayload = Payload<
  'VenmoAccount',
  { username: string; paymentContextId?: string; payerInfo?: { [part: string]: unknown } }
>

export type VenmoOptions = venmoCreateOptions

export type VenmoAddress = {
  fullName?: string | undefined
  addressLine1?: string | undefined
  addressLine2?: string | undefined
  adminArea1?: string | undefined
  adminArea2?: string | undefined
  postalCode?: string | undefined
  countryCode?: string | undefined
}

export type VenmoPayerInfo = {
  firstName?: string | undefined
  lastName?: string | undefined
  phoneNumber?: string | undefined
  email?: string | undefined
  externalId?: string | undefined
  userName?: string | undefined
  billingAddress?: VenmoAddress | undefined
  shippingAddress?: VenmoAddress | undefined
}

export type VenmoAccount = {
  /** Good for one transaction. */
  nonce: string
  type: 'VenmoAccount'
  details: {
    /** Including the @. */
    username: string
    paymentContextId?: string | undefined
    payerInfo?: VenmoPayerInfo | undefined
  }
}

export type VenmoTokenizeOptions = {
  /** How long a page that returns to the foreground waits for the app's result, in milliseconds; 1000 by default. */
  processResultsDelay?: number | undefined
}

export type Venmo = {
  isBrowserSupported(): boolean
  /** The app returned to this page with a result: call `tokenize`. */
  hasTokenizationResult(): boolean
  /** Opens Venmo, in answer to a click; resolves with the account after approval. */
  tokenize(options?: VenmoTokenizeOptions): Promise<VenmoAccount>
  tokenize(callback: (error: Error | null, account: VenmoAccount | undefined) => void): void
  tokenize(
    options: VenmoTokenizeOptions,
    callback: (error: Error | null, account: VenmoAccount | undefined) => void,
  ): void
  /** The address that `tokenize` would open now, for a link of your own. */
  getUrl(): Promise<string>
  getUrl(callback: (error: Error | null, address: string | undefined) => void): void
  /** Cancels a payment under way: `tokenize` fails with VENMO_TOKENIZATION_CANCELED_BY_MERCHANT. */
  cancelTokenization(): Promise<void>
  cancelTokenization(callback: (error: Error | null) => void): void
  teardown(): Promise<void>
  teardown(callback: (error: Error | null) => void): void
}

export type VenmoCreateOptions = VenmoOptions & {
  /** A client, or the authorization to make one with. */
  client?: Client | undefined
  authorization?: string | undefined
  gatewayUrl?: string | undefined
}

/** Fails with a BraintreeError: a VENMO_ code, or one of the client's. */
export declare function create(options: VenmoCreateOptions): Promise<Venmo>
export declare function create(
  options: VenmoCreateOptions,
  callback: (error: Error | null, venmo: Venmo | undefined) => void,
): void

/** Whether this browser can open Venmo and return. */
export declare function isBrowserSupported(options?: VenmoOptions): boolean

/** The version of the SDK whose pages this module fits. */
export declare const VERSION: string

declare const venmo: {
  create: typeof create
  isBrowserSupported: typeof isBrowserSupported
  VERSION: string
}
export default venmo
