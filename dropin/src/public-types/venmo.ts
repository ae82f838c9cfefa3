import type { Client } from './client.ts'
import type { Payload } from './payload.ts'

/** The types that pages see of `dropin/venmo`, and nothing else. */

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
    /** With its @. */
    username: string
    paymentContextId?: string | undefined
    payerInfo?: VenmoPayerInfo | undefined
  }
}

export type VenmoTokenizeOptions = {
  /** How long a page that is seen again waits for what the app tells, in milliseconds; 1000 if nothing is said. */
  processResultsDelay?: number | undefined
}

export type Venmo = {
  isBrowserSupported(): boolean
  /** The app has led the payer to this page with the end of a payment: call `tokenize`. */
  hasTokenizationResult(): boolean
  /** Leads the payer to Venmo, in answer to a press; gives their account once they have approved. */
  tokenize(options?: VenmoTokenizeOptions): Promise<VenmoAccount>
  tokenize(callback: (error: Error | null, account: VenmoAccount | undefined) => void): void
  tokenize(
    options: VenmoTokenizeOptions,
    callback: (error: Error | null, account: VenmoAccount | undefined) => void,
  ): void
  /** The address that `tokenize` would open now, for a link of your own. */
  getUrl(): Promise<string>
  getUrl(callback: (error: Error | null, address: string | undefined) => void): void
  /** Gives up a payment that is under way: `tokenize` fails with VENMO_TOKENIZATION_CANCELED_BY_MERCHANT. */
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

/** Whether a payer in this browser can get to Venmo and back. */
export declare function isBrowserSupported(options?: VenmoOptions): boolean

/** The version of the SDK whose pages this part fits. */
export declare const VERSION: string

declare const venmo: {
  create: typeof create
  isBrowserSupported: typeof isBrowserSupported
  VERSION: string
}
export default venmo
