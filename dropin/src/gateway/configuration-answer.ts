import { cardTypeFor } from '#agreed/brands.ts'
import type {
  ApplePayConfiguration,
  Configuration,
  PayPalConfiguration,
  VenmoConfiguration,
} from './configuration.ts'

export const query = `query ClientConfiguration {
  clientConfiguration {
    analyticsUrl environment merchantId assetsUrl clientApiUrl
    creditCard { supportedCardBrands challenges threeDSecureEnabled threeDSecure { cardinalAuthenticationJWT } }
    paypal { displayName clientId assetsUrl environmentNoNetwork unvettedMerchant }
    applePayWeb { countryCode currencyCode merchantIdentifier supportedCardBrands }
    googlePay { googleAuthorization paypalClientId supportedCardBrands }
    venmo { merchantId accessToken environment enrichedCustomerDataEnabled }
    kount { merchantId }
    supportedFeatures
  }
}`

export type ConfigurationAnswer = {
  analyticsUrl: string
  environment: string
  merchantId: string
  assetsUrl: string
  clientApiUrl: string
  creditCard: {
    supportedCardBrands: string[]
    challenges: string[]
    threeDSecureEnabled: boolean
    threeDSecure: { cardinalAuthenticationJWT: string } | null
  } | null
  paypal: PayPalConfiguration | null
  applePayWeb: (Omit<ApplePayConfiguration, 'supportedNetworks'> & Brands) | null
  googlePay: ({ googleAuthorization: string; paypalClientId: string | null } & Brands) | null
  venmo: VenmoConfiguration | null
  kount: { merchantId: string } | null
  supportedFeatures: string[]
}

type Brands = { supportedCardBrands: string[] }

export function translate(answer: ConfigurationAnswer, url: string): Configuration {
  const { analyticsUrl, environment, creditCard, paypal, kount, supportedFeatures, ...others } = answer
  const { venmo, applePayWeb, googlePay, ...same } = others
  const brands = creditCard?.supportedCardBrands ?? []
  return {
    ...same,
    environment: environment.toLowerCase(),
    analytics: { url: analyticsUrl },
    challenges: (creditCard?.challenges ?? []).map((challenge) => challenge.toLowerCase()),
    creditCards: {
      supportedCardTypes: brands.flatMap((brand) => cardTypeFor(brand) ?? formerBrands[brand] ?? []),
    },
    threeDSecureEnabled: creditCard?.threeDSecureEnabled === true,
    ...(creditCard?.threeDSecure && { threeDSecure: creditCard.threeDSecure }),
    graphQL: { url, features: supportedFeatures.map((feature) => feature.toLowerCase()) },
    paypalEnabled: paypal !== null,
    ...(paypal && { paypal }),
    ...(applePayWeb && { applePayWeb: { ...applePayWeb, supportedNetworks: toNetworks(applePayWeb) } }),
    ...(googlePay && { androidPay: toGooglePay(googlePay) }),
    ...(venmo && { payWithVenmo: { ...venmo, environment: venmo.environment.toLowerCase() } }),
    ...(kount && { kount: { kountMerchantId: kount.merchantId } }),
  }
}

function toGooglePay({ googleAuthorization, ...others }: NonNullable<ConfigurationAnswer['googlePay']>) {
  return {
    ...others,
    googleAuthorizationFingerprint: googleAuthorization,
    supportedNetworks: toNetworks(others),
  }
}

function toNetworks({ supportedCardBrands }: Brands) {
  const others: Record<string, string> = { AMERICAN_EXPRESS: 'amex', INTERNATIONAL_MAESTRO: 'maestro' }
  return supportedCardBrands.map((brand) => others[brand] ?? brand.toLowerCase())
}

/** Discontinued brands that some gateways still list. */
const formerBrands: Record<string, string> = { UK_MAESTRO: 'UK Maestro', SOLO: 'Solo' }
