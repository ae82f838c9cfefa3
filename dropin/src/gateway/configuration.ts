import { belongsToBraintree } from '#agreed/domains.ts'

/** The part of the gateway's configuration that the widget and its frames read; the rest passes through. */
export type Configuration = {
  environment: string
  clientApiUrl: string
  assetsUrl: string
  merchantId: string
  analytics: { url: string }
  challenges: string[]
  creditCards: { supportedCardTypes: string[] }
  graphQL?: { url: string; features: string[] }
  paypalEnabled?: boolean
  paypal?: PayPalConfiguration
  applePayWeb?: ApplePayConfiguration
  androidPay?: GooglePayConfiguration
  payWithVenmo?: VenmoConfiguration
  kount?: { kountMerchantId: string }
  threeDSecureEnabled?: boolean
  threeDSecure?: { cardinalAuthenticationJWT?: string }
}

export type ApplePayConfiguration = {
  countryCode: string
  currencyCode: string
  merchantIdentifier: string
  supportedNetworks: string[]
  merchantCapabilities?: string[]
}

export type GooglePayConfiguration = {
  googleAuthorizationFingerprint: string
  paypalClientId: string | null
  supportedNetworks: string[]
}

export type PayPalConfiguration = {
  displayName: string | null
  clientId: string | null
  assetsUrl: string
  /** No account of PayPal is linked to a merchant of Braintree's sandbox. */
  environmentNoNetwork: boolean
  unvettedMerchant: boolean
}

export type VenmoConfiguration = {
  /** The profile under which the merchant takes Venmo, unless the page names another. */
  merchantId: string
  accessToken: string
  /** `production` or `sandbox`. */
  environment: string
  /** The merchant may be told of payers' addresses. */
  enrichedCustomerDataEnabled?: boolean
}

export type Meta = Record<string, string>

/** The description of the caller that every REST query carries. */
export function queryOf(meta: Meta): Record<string, string> {
  const described = Object.entries(meta).map(([name, value]) => [`_meta[${name}]`, value])
  return { ...Object.fromEntries(described), braintreeLibraryVersion: `braintree/web/${meta.sdkVersion}` }
}

/** On a domain of Braintree's, or at the gateway that the authorization names. */
export function isTrusted(url: string, ownOrigin: string) {
  return new URL(url).origin === ownOrigin || belongsToBraintree(url)
}
