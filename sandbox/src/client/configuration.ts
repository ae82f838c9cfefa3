import { venmoAccessToken, venmoMerchantId } from '../approvals/venmo-profile.ts'
import { writeFingerprint } from '../callers/fingerprint.ts'
import { brandCode } from '../instruments/cards.ts'
import { currency, type Gateway, idElsewhere, merchantAccountId } from '../platform/gateway.ts'
import { type Offers, offersOf } from '../platform/offers.ts'
import { cardinalJwt } from '../three-d-secure/cardinal.ts'

/** What browsers must know, as the client API tells it (Braintree's client configuration). Absent: not offered. */
export function clientConfiguration(gateway: Gateway) {
  const { merchant } = gateway
  const { origin } = gateway.settings
  const offers = offersOf(merchant)
  const graphQL = { url: `${origin}/graphql`, date: '2018-05-08', features: ['tokenize_credit_cards'] }
  const analyticsUrl = offers.analytics_url ?? `${origin}/analytics/${merchant.id}`
  const { three_d_secure: authentication } = offers
  return {
    environment: 'sandbox',
    merchantId: merchant.id,
    merchantAccountId,
    clientApiUrl: `${origin}/merchants/${merchant.id}/client_api`,
    assetsUrl: origin,
    authUrl: origin,
    analytics: analyticsUrl === false ? undefined : { url: analyticsUrl },
    challenges: offers.challenges,
    creditCards: {
      supportedCardTypes: offers.card_brands,
      collectDeviceData: offers.collect_device_data,
    },
    graphQL: offers.graphql_cards ? graphQL : undefined,
    threeDSecureEnabled: authentication.enabled,
    threeDSecure:
      authentication.enabled && authentication.jwt
        ? { cardinalAuthenticationJWT: cardinalJwt(gateway) }
        : undefined,
    paypalEnabled: offers.paypal.enabled,
    paypal: payPal(gateway, offers),
    venmo: 'off',
    payWithVenmo: venmo(gateway, offers),
    applePayWeb: applePay(gateway, offers),
    androidPay: googlePay(gateway, offers),
    kount: offers.kount.enabled ? { kountMerchantId: offers.kount.merchant_id } : undefined,
    unionPay: offers.union_pay.enabled ? { enabled: true, merchantAccountId } : undefined,
  }
}

function payPal(gateway: Gateway, { paypal: offer }: Offers) {
  if (!offer.enabled) return undefined
  return {
    displayName: offer.display_name ?? gateway.merchant.id,
    clientId: `paypal-${idElsewhere(gateway, 'paypal')}`,
    assetsUrl: gateway.settings.origin,
    environment: offer.environment,
    environmentNoNetwork: offer.environment_no_network,
    unvettedMerchant: offer.unvetted_merchant,
    braintreeClientId: `braintree-${idElsewhere(gateway, 'paypal')}`,
    billingAgreementsEnabled: offer.billing_agreements,
    merchantAccountId,
    currencyIsoCode: currency,
    payeeEmail: null,
  }
}

function venmo(gateway: Gateway, { venmo: offer }: Offers) {
  if (!offer.enabled) return undefined
  return {
    merchantId: venmoMerchantId(gateway),
    accessToken: venmoAccessToken(gateway),
    environment: offer.environment,
    enrichedCustomerDataEnabled: offer.enriched_customer_data,
  }
}

function applePay(gateway: Gateway, { apple_pay: offer }: Offers) {
  if (!offer.enabled) return undefined
  return {
    countryCode: 'US',
    currencyCode: currency,
    merchantIdentifier: appleMerchantOf(gateway),
    supportedNetworks: offer.networks,
    merchantCapabilities: ['supports3DS'],
  }
}

function googlePay(gateway: Gateway, { google_pay: offer }: Offers) {
  if (!offer.enabled) return undefined
  return {
    enabled: true,
    displayName: gateway.merchant.id,
    environment: 'sandbox',
    googleAuthorizationFingerprint: writeFingerprint(gateway, {}),
    paypalClientId: offer.paypal ? `paypal-${idElsewhere(gateway, 'google')}` : null,
    supportedNetworks: offer.networks,
  }
}

/** The merchant as Apple knows it. */
export function appleMerchantOf(gateway: Gateway): string {
  return `merchant.sandbox.${idElsewhere(gateway, 'apple')}`
}

/** The same by the names of the GraphQL API, where null is what is not offered. */
export function graphqlConfiguration(gateway: Gateway) {
  const told = clientConfiguration(gateway)
  const { payWithVenmo, androidPay, applePayWeb, paypal, kount, unionPay } = told
  return {
    environment: told.environment.toUpperCase(),
    merchantId: told.merchantId,
    assetsUrl: told.assetsUrl,
    clientApiUrl: told.clientApiUrl,
    analyticsUrl: told.analytics?.url,
    creditCard: {
      supportedCardBrands: told.creditCards.supportedCardTypes.map(brandCode),
      challenges: told.challenges.map((challenge) => challenge.toUpperCase()),
      threeDSecureEnabled: told.threeDSecureEnabled,
      threeDSecure: told.threeDSecure,
    },
    applePayWeb: applePayWeb && {
      ...applePayWeb,
      supportedCardBrands: applePayWeb.supportedNetworks.map((network) => networkBrands[network]),
    },
    googlePay: androidPay && {
      ...androidPay,
      environment: androidPay.environment.toUpperCase(),
      googleAuthorization: androidPay.googleAuthorizationFingerprint,
      supportedCardBrands: androidPay.supportedNetworks.map((network) => networkBrands[network]),
    },
    paypal: paypal && {
      ...paypal,
      environment: paypal.environment.toUpperCase(),
      currencyCode: paypal.currencyIsoCode,
    },
    venmo: payWithVenmo && { ...payWithVenmo, environment: payWithVenmo.environment.toUpperCase() },
    kount: kount && { merchantId: kount.kountMerchantId },
    unionPay: unionPay && { merchantAccountId: unionPay.merchantAccountId },
    supportedFeatures: (told.graphQL?.features ?? []).map((feature) => feature.toUpperCase()),
  }
}

const networkBrands = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMERICAN_EXPRESS',
  discover: 'DISCOVER',
}
