import { belongsToBraintree } from '#agreed/domains.ts'

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
  /** The Braintree sandbox merchant has no linked PayPal account. */
  environmentNoNetwork: boolean
  unvettedMerchant: boolean
}

export type VenmoConfiguration = {
  merchantId: string
  accessToken: string
  environment: string
  /** The merchant may receive the payers' addresses. */
  enrichedCustomerDataEnabled?: boolean
}

export type Meta = Record<string, string>

export function toQuery(meta: Meta): Record<string, string> {
  const described = Object.entries(meta).map(([name, value]) => [`_meta[${name}]`, value])
  return { ...Object.fromEntries(described), braintreeLibraryVersion: `braintree/web/${meta.sdkVersion}` }
}

/** An address of Braintree's, or on the origin that the authorization names. */
export function isTrusted(url: string, gatewayOrigin: string) {
  return new URL(url).origin === gatewayOrigin || belongsToBraintree(url)
}
