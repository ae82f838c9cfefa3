import type { Gateway } from '../platform/gateway.ts'
import { acceptedBrands, brandCode } from '../vault/cards.ts'

/** What browsers must know, as the client API tells it (Braintree's client configuration). Null or absent: not offered. */
export function clientConfiguration(gateway: Gateway) {
  const { merchant } = gateway
  const { origin } = gateway.settings
  return {
    environment: 'sandbox',
    merchantId: merchant.id,
    clientApiUrl: `${origin}/merchants/${merchant.id}/client_api`,
    assetsUrl: origin,
    authUrl: origin,
    analytics: { url: `${origin}/analytics/${merchant.id}` },
    challenges: ['cvv', 'postal_code'],
    creditCards: {
      supportedCardTypes: acceptedBrands.filter((brand) => brand !== 'Diners Club'),
      collectDeviceData: false,
    },
    graphQL: { url: `${origin}/graphql`, date: '2018-05-08', features: ['tokenize_credit_cards'] },
    threeDSecureEnabled: false,
    paypalEnabled: false,
    venmo: 'off',
  }
}

/** The same by the names of the GraphQL API. */
export function graphqlConfiguration(gateway: Gateway) {
  const { environment, merchantId, assetsUrl, clientApiUrl, ...told } = clientConfiguration(gateway)
  return {
    environment: environment.toUpperCase(),
    merchantId,
    assetsUrl,
    clientApiUrl,
    analyticsUrl: told.analytics.url,
    creditCard: {
      supportedCardBrands: told.creditCards.supportedCardTypes.map(brandCode),
      challenges: told.challenges.map((challenge) => challenge.toUpperCase()),
      threeDSecureEnabled: told.threeDSecureEnabled,
      threeDSecure: null,
    },
    supportedFeatures: told.graphQL.features.map((feature) => feature.toUpperCase()),
  }
}
