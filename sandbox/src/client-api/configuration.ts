import { writeFingerprint } from '../merchant-access/fingerprint.ts'
import { brandCode } from '../payment-instruments/cards.ts'
import { currency, externalId, type Gateway, merchantAccountId } from '../platform/gateway.ts'
import { type Offers, parseOffers } from '../platform/offers.ts'
import { cardinalJwt } from '../three-d-secure/cardinal.ts'
import { venmoAccessToken, venmoMerchantId } from '../wallet-approvals/venmo-profile.ts'

/** Braintree's client configuration. Absent members are not offered. */
export function clientConfiguration(gateway: Gateway) {
  const { merchant } = gateway
  const { origin } = gateway.settings
  const offers = parseOffers(merchant)
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
    clientId: `paypal-${externalId(gateway, 'paypal')}`,
    assetsUrl: gateway.settings.origin,
    environment: offer.environment,
    environmentNoNetwork: offer.environment_no_network,
    unvettedMerchant: offer.unvetted_merchant,
    braintreeClientId: `braintree-${externalId(gateway, 'paypal')}`,
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
    merchantIdentifier: appleMerchantId(gateway),
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
    paypalClientId: offer.paypal ? `paypal-${externalId(gateway, 'google')}` : null,
    supportedNetworks: offer.networks,
  }
}

/** Apple's identifier of the merchant. */
export function appleMerchantId(gateway: Gateway): string {
  return `merchant.sandbox.${externalId(gateway, 'apple')}`
}

/** Under the names of the GraphQL API, null for what is not offered. */
export function graphqlConfiguration(gateway: Gateway) {
  const configuration = clientConfiguration(gateway)
  const { payWithVenmo, androidPay, applePayWeb, paypal, kount, unionPay } = configuration
  return {
    environment: configuration.environment.toUpperCase(),
    merchantId: configuration.merchantId,
    assetsUrl: configuration.assetsUrl,
    clientApiUrl: configuration.clientApiUrl,
    analyticsUrl: configuration.analytics?.url,
    creditCard: {
      supportedCardBrands: configuration.creditCards.supportedCardTypes.map(brandCode),
      challenges: configuration.challenges.map((challenge) => challenge.toUpperCase()),
      threeDSecureEnabled: configuration.threeDSecureEnabled,
      threeDSecure: configuration.threeDSecure,
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
    supportedFeatures: (configuration.graphQL?.features ?? []).map((feature) => feature.toUpperCase()),
  }
}

const networkBrands = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMERICAN_EXPRESS',
  discover: 'DISCOVER',
}
