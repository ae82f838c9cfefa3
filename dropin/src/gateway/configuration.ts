import { cardTypeOf } from '#agreed/brands.ts'
import { belongsToBraintree } from '#agreed/domains.ts'
import { BraintreeError } from '../platform/errors.ts'
import { type Authorization, bearerOf, credentialOf } from './authorization.ts'
import { askGraphQL, graphQLFailure } from './graphql.ts'
import { fetchJson } from './http.ts'

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

/** Every foreign address, by the environment that a tokenization key names. */
const hosts: Record<string, { api: string; graphQL: string }> = {
  production: {
    api: 'https://api.braintreegateway.com:443',
    graphQL: 'https://payments.braintree-api.com/graphql',
  },
  sandbox: {
    api: 'https://api.sandbox.braintreegateway.com:443',
    graphQL: 'https://payments.sandbox.braintree-api.com/graphql',
  },
}

/** Gateways that answer GraphQL of this date or older can be asked for the configuration by it. */
const graphQLVersion = '2018-05-10'

/**
 * Loads the configuration: over GraphQL where the authorization allows it, else (or when GraphQL fails)
 * over REST. Addresses in it must belong to Braintree or to the host that the authorization names.
 */
export async function loadConfiguration(authorization: Authorization, meta: Meta, gatewayUrl?: string) {
  const { configUrl, graphQLUrl } = addresses(authorization, gatewayUrl)
  const configuration =
    (graphQLUrl && (await overGraphQL(graphQLUrl, authorization, meta))) ||
    ((await overRest(configUrl, authorization, meta)) as Configuration)
  checkDomains(configuration, new URL(configUrl).origin)
  return configuration
}

function addresses(authorization: Authorization, gatewayUrl: string | undefined) {
  if (authorization.kind === 'client-token') {
    const { configUrl, graphQL } = authorization
    return { configUrl, graphQLUrl: graphQL && graphQL.date <= graphQLVersion ? graphQL.url : undefined }
  }
  const { environment, merchantId } = authorization
  const own = environment === 'development' && gatewayUrl
  const host = own ? { api: own, graphQL: `${own}/graphql` } : hosts[environment]
  if (!host) throw invalidDomain('authorization')
  const configUrl = `${host.api}/merchants/${merchantId}/client_api/v1/configuration`
  return { configUrl, graphQLUrl: host.graphQL }
}

function overRest(configUrl: string, authorization: Authorization, meta: Meta) {
  const query = new URLSearchParams({ ...credentialOf(authorization), ...queryOf(meta), configVersion: '3' })
  return fetchJson(`${configUrl}?${query}`)
}

/** The description of the caller that every REST query carries. */
export function queryOf(meta: Meta): Record<string, string> {
  const described = Object.entries(meta).map(([name, value]) => [`_meta[${name}]`, value])
  return { ...Object.fromEntries(described), braintreeLibraryVersion: `braintree/web/${meta.sdkVersion}` }
}

/** Undefined when GraphQL cannot be reached or breaks inside: REST is asked then. */
async function overGraphQL(
  url: string,
  authorization: Authorization,
  { source, integration, sessionId }: Meta,
) {
  const body = {
    clientSdkMetadata: { source, integration, sessionId },
    query,
    operationName: 'ClientConfiguration',
  }
  try {
    const { data, errors = [] } = await askGraphQL(url, bearerOf(authorization), body)
    if (errors.length > 0) throw graphQLFailure(errors)
    return translate((data as { clientConfiguration: Answer }).clientConfiguration, url)
  } catch (problem) {
    if (problem instanceof BraintreeError && problem.code === 'CLIENT_GATEWAY_NETWORK') return undefined
    throw problem
  }
}

const query = `query ClientConfiguration {
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

type Answer = {
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

/** GraphQL's answer in the shape of the REST configuration. */
function translate(answer: Answer, url: string): Configuration {
  const { analyticsUrl, environment, creditCard, paypal, kount, supportedFeatures, ...others } = answer
  const { venmo, applePayWeb, googlePay, ...same } = others
  const brands = creditCard?.supportedCardBrands ?? []
  return {
    ...same,
    environment: environment.toLowerCase(),
    analytics: { url: analyticsUrl },
    challenges: (creditCard?.challenges ?? []).map((challenge) => challenge.toLowerCase()),
    creditCards: {
      supportedCardTypes: brands.flatMap((brand) => cardTypeOf(brand) ?? formerBrands[brand] ?? []),
    },
    threeDSecureEnabled: creditCard?.threeDSecureEnabled === true,
    ...(creditCard?.threeDSecure && { threeDSecure: creditCard.threeDSecure }),
    graphQL: { url, features: supportedFeatures.map((feature) => feature.toLowerCase()) },
    paypalEnabled: paypal !== null,
    ...(paypal && { paypal }),
    ...(applePayWeb && { applePayWeb: { ...applePayWeb, supportedNetworks: networksOf(applePayWeb) } }),
    ...(googlePay && { androidPay: googlePayOf(googlePay) }),
    ...(venmo && { payWithVenmo: { ...venmo, environment: venmo.environment.toLowerCase() } }),
    ...(kount && { kount: { kountMerchantId: kount.merchantId } }),
  }
}

function googlePayOf({ googleAuthorization, ...told }: NonNullable<Answer['googlePay']>) {
  return {
    ...told,
    googleAuthorizationFingerprint: googleAuthorization,
    supportedNetworks: networksOf(told),
  }
}

/** Brands as the networks of wallets are called. */
function networksOf({ supportedCardBrands }: Brands) {
  const others: Record<string, string> = { AMERICAN_EXPRESS: 'amex', INTERNATIONAL_MAESTRO: 'maestro' }
  return supportedCardBrands.map((brand) => others[brand] ?? brand.toLowerCase())
}

/** Cards that no number is of any more; some gateways still list them. */
const formerBrands: Record<string, string> = { UK_MAESTRO: 'UK Maestro', SOLO: 'Solo' }

function checkDomains({ assetsUrl, clientApiUrl, graphQL }: Configuration, ownOrigin: string) {
  const used = Object.entries({ assetsUrl, clientApiUrl, 'graphQL.url': graphQL?.url ?? clientApiUrl })
  for (const [name, url] of used) if (!isTrusted(url, ownOrigin)) throw invalidDomain(name)
}

/** On a domain of Braintree's, or at the gateway that the authorization names. */
export function isTrusted(url: string, ownOrigin: string) {
  return new URL(url).origin === ownOrigin || belongsToBraintree(url)
}

function invalidDomain(property: string) {
  return new BraintreeError({
    code: 'CLIENT_GATEWAY_CONFIGURATION_INVALID_DOMAIN',
    type: 'MERCHANT',
    message: `\`${property}\` property is on an invalid domain.`,
  })
}
