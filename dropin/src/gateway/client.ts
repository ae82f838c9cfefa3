import { BraintreeError } from '../platform/errors.ts'
import { credentialFor, readAuthorization } from './authorization.ts'
import { callGraphQL } from './call-graphql.ts'
import { toQuery } from './configuration.ts'
import {
  type Gateway,
  isOpen,
  leaveGateway,
  openGateway,
  sdkVersion,
  type toClientConfiguration,
} from './gateway.ts'
import { fetchJson } from './http.ts'
import { postTo } from './post.ts'
import { cardEndpoint, tokenizeCard } from './tokenize-card.ts'

export type ClientConfiguration = ReturnType<typeof toClientConfiguration>

/** A client of ours or of Braintree's SDK, or the options to make one. */
export type PartOptions = {
  client?: { getConfiguration: () => ClientConfiguration; getVersion: () => string }
  authorization?: string
  gatewayUrl?: string
}

/** Opens the gateway for a module; `isShared` if it was open already. */
export async function gatewayFor({ client, authorization, gatewayUrl }: PartOptions = {}) {
  if (client) {
    // A client of another version may have another configuration.
    if (client.getVersion() !== sdkVersion)
      throw missingOption('INCOMPATIBLE_VERSIONS', `Client ${sdkVersion}`)
    return { gateway: toGateway(client.getConfiguration()), leave: () => undefined, isShared: true }
  }
  if (!authorization) throw missingOption('INSTANTIATION_OPTION_REQUIRED', 'options.authorization')
  const leave = () => leaveGateway(authorization, 'custom')
  const isShared = isOpen(authorization, 'custom')
  const opening = openGateway(authorization, gatewayUrl, 'custom')
  opening.catch(leave)
  return { gateway: await opening, leave, isShared }
}

function toGateway(client: ClientConfiguration): Gateway {
  const { authorization, analyticsMetadata, gatewayConfiguration } = client
  return {
    authorization: readAuthorization(authorization),
    text: authorization,
    meta: analyticsMetadata,
    configuration: gatewayConfiguration,
  }
}

export type ClientRequest = {
  method?: string
  endpoint?: string
  data?: Record<string, unknown> & { _meta?: object }
  api?: 'clientApi' | 'graphQLApi'
}

export async function sendRequest(gateway: Gateway, request: ClientRequest = {}) {
  const { method, endpoint, data = {}, api = 'clientApi' } = request
  if (!method) throw missingOption('CLIENT_OPTION_REQUIRED', 'options.method')
  if (api === 'graphQLApi') return await callGraphQL(gateway, data)
  if (!endpoint) throw missingOption('CLIENT_OPTION_REQUIRED', 'options.endpoint')
  if (method.toLowerCase() !== 'get') {
    const made = endpoint === cardEndpoint ? await tokenizeCard(gateway, data) : undefined
    return made ?? (await postTo(gateway, endpoint, { ...data, _meta: { ...gateway.meta, ...data._meta } }))
  }
  const { authorization, meta, configuration } = gateway
  const query = { ...toQuery(meta), ...credentialFor(authorization), ...flattenQuery(data) }
  const address = `${configuration.clientApiUrl}/v1/${endpoint}?${new URLSearchParams(query)}`
  return await fetchJson(address).catch((problem) => {
    if (!isDropped(problem)) throw problem
    return fetchJson(address)
  })
}

/** Idempotent requests that the network lost are retried once. */
const isDropped = ({ details = {} }: { details?: { httpStatus?: number; originalError?: unknown } }) =>
  details.originalError instanceof TypeError || details.httpStatus === 408

/** Nested names in brackets: `a[b]`. */
function flattenQuery(data: object, within = ''): Record<string, string> {
  const parts = Object.entries(data).map(([name, value]) => {
    const full = within ? `${within}[${name}]` : name
    return typeof value === 'object' && value !== null ? flattenQuery(value, full) : { [full]: `${value}` }
  })
  return Object.assign({}, ...parts)
}

export function missingOption(code: string, what: string) {
  return new BraintreeError({ code, type: 'MERCHANT', message: `${what} is required.` })
}
