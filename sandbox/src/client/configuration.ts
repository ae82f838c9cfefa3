import { createHash } from 'node:crypto'
import { writeFingerprint } from '../callers/fingerprint.ts'
import { acceptedBrands, brandCode } from '../instruments/cards.ts'
import { currency, type Gateway, merchantAccountId } from '../platform/gateway.ts'
import { cardinalJwt } from '../three-d-secure/cardinal.ts'

/** What browsers must know, as the client API tells it (Braintree's client configuration). Absent: not offered. */
export function clientConfiguration(gateway: Gateway) {
  const { merchant } = gateway
  const { origin } = gateway.settings
  return {
    environment: 'sandbox',
    merchantId: merchant.id,
    merchantAccountId,
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
    threeDSecureEnabled: true,
    threeDSecure: { cardinalAuthenticationJWT: cardinalJwt(gateway) },
    ...accounts(gateway),
    ...wallets(gateway),
  }
}

/** PayPal and Venmo. */
function accounts(gateway: Gateway) {
  return {
    paypalEnabled: true,
    paypal: {
      displayName: gateway.merchant.id,
      clientId: `paypal-${made(gateway, 'paypal')}`,
      assetsUrl: gateway.settings.origin,
      environment: 'offline',
      environmentNoNetwork: false,
      unvettedMerchant: false,
      braintreeClientId: `braintree-${made(gateway, 'paypal')}`,
      billingAgreementsEnabled: true,
      merchantAccountId,
      currencyIsoCode: currency,
      payeeEmail: null,
    },
    venmo: 'off',
    payWithVenmo: {
      merchantId: venmoMerchantId(gateway),
      accessToken: `access_token$sandbox$${gateway.merchant.id}$${made(gateway, 'venmo')}`,
      environment: 'sandbox',
      enrichedCustomerDataEnabled: true,
    },
  }
}

/** Apple Pay and Google Pay. */
function wallets(gateway: Gateway) {
  const displayName = gateway.merchant.id
  return {
    applePayWeb: {
      countryCode: 'US',
      currencyCode: currency,
      merchantIdentifier: `merchant.sandbox.${made(gateway, 'apple')}`,
      supportedNetworks: walletNetworks,
      merchantCapabilities: ['supports3DS'],
    },
    androidPay: {
      enabled: true,
      displayName,
      environment: 'sandbox',
      googleAuthorizationFingerprint: writeFingerprint(gateway, {}),
      paypalClientId: null,
      supportedNetworks: walletNetworks,
    },
  }
}

const walletNetworks = ['visa', 'mastercard', 'amex', 'discover']
const walletBrands = ['VISA', 'MASTERCARD', 'AMERICAN_EXPRESS', 'DISCOVER']

/** The profile under which the merchant takes Venmo. */
export function venmoMerchantId(gateway: Gateway): string {
  return `venmo_${made(gateway, 'venmo')}`
}

/** An id of this merchant elsewhere, the same every time. */
function made(gateway: Gateway, where: string): string {
  return createHash('sha256').update(`${where}:${gateway.merchant.id}`).digest('hex').slice(0, 16)
}

/** The same by the names of the GraphQL API. */
export function graphqlConfiguration(gateway: Gateway) {
  const told = clientConfiguration(gateway)
  const { payWithVenmo, androidPay, applePayWeb, paypal } = told
  return {
    environment: told.environment.toUpperCase(),
    merchantId: told.merchantId,
    assetsUrl: told.assetsUrl,
    clientApiUrl: told.clientApiUrl,
    analyticsUrl: told.analytics.url,
    creditCard: {
      supportedCardBrands: told.creditCards.supportedCardTypes.map(brandCode),
      challenges: told.challenges.map((challenge) => challenge.toUpperCase()),
      threeDSecureEnabled: told.threeDSecureEnabled,
      threeDSecure: told.threeDSecure,
    },
    applePayWeb: { ...applePayWeb, supportedCardBrands: walletBrands },
    googlePay: {
      ...androidPay,
      environment: androidPay.environment.toUpperCase(),
      googleAuthorization: androidPay.googleAuthorizationFingerprint,
      supportedCardBrands: walletBrands,
    },
    paypal: {
      ...paypal,
      environment: paypal.environment.toUpperCase(),
      currencyCode: paypal.currencyIsoCode,
    },
    venmo: { ...payWithVenmo, environment: payWithVenmo.environment.toUpperCase() },
    supportedFeatures: told.graphQL.features.map((feature) => feature.toUpperCase()),
  }
}
