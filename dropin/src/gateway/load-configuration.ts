import { BraintreeError } from '../platform/errors.ts'
import { type Authorization, bearerFor, credentialFor } from './authorization.ts'
import { type Configuration, isTrusted, type Meta, toQuery } from './configuration.ts'
import { type ConfigurationAnswer, query, translate } from './configuration-answer.ts'
import { graphQLFailure, postGraphQL } from './graphql.ts'
import { hosts } from './hosts.ts'
import { fetchJson } from './http.ts'

/** The newest GraphQL version whose configuration query is known here. */
const graphQLVersion = '2018-05-10'

/**
 * Loads the configuration by GraphQL where the authorization allows it, else or on failure by REST. Its addresses must
 * belong to Braintree or to the host that the authorization names.
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
  const developmentUrl = environment === 'development' && gatewayUrl
  const host = developmentUrl
    ? { api: developmentUrl, graphQL: `${developmentUrl}/graphql` }
    : hosts[environment]
  if (!host) throw invalidDomain('authorization')
  const configUrl = `${host.api}/merchants/${merchantId}/client_api/v1/configuration`
  return { configUrl, graphQLUrl: host.graphQL }
}

function overRest(configUrl: string, authorization: Authorization, meta: Meta) {
  const query = new URLSearchParams({ ...credentialFor(authorization), ...toQuery(meta), configVersion: '3' })
  return fetchJson(`${configUrl}?${query}`)
}

/** Undefined when unreachable or failing: fall back to REST. */
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
    const { data, errors = [] } = await postGraphQL(url, bearerFor(authorization), body)
    if (errors.length > 0) throw graphQLFailure(errors)
    return translate((data as { clientConfiguration: ConfigurationAnswer }).clientConfiguration, url)
  } catch (problem) {
    if (problem instanceof BraintreeError && problem.code === 'CLIENT_GATEWAY_NETWORK') return undefined
    throw problem
  }
}

function checkDomains({ assetsUrl, clientApiUrl, graphQL }: Configuration, gatewayOrigin: string) {
  const used = Object.entries({ assetsUrl, clientApiUrl, 'graphQL.url': graphQL?.url ?? clientApiUrl })
  for (const [name, url] of used) if (!isTrusted(url, gatewayOrigin)) throw invalidDomain(name)
}

function invalidDomain(property: string) {
  return new BraintreeError({
    code: 'CLIENT_GATEWAY_CONFIGURATION_INVALID_DOMAIN',
    type: 'MERCHANT',
    message: `\`${property}\` property is on an invalid domain.`,
  })
}
