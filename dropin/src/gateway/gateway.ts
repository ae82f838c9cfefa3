import { uuid } from '#agreed/uuid.ts'
import type { PaymentMethod } from '../methods/payment-method.ts'
import { BraintreeError } from '../platform/errors.ts'
import { type Authorization, bearerOf, credentialOf, isGuest, readAuthorization } from './authorization.ts'
import { type Configuration, loadConfiguration, type Meta, queryOf } from './configuration.ts'
import { askGraphQL } from './graphql.ts'
import { fetchJson } from './http.ts'

export const VERSION = '1.42.0'
const sdkVersion = '3.99.0'

/** The gateway as this authorization sees it. */
export type Gateway = {
  authorization: Authorization
  text: string
  meta: Meta
  configuration: Configuration
}

const known = new Map<string, Promise<Gateway>>()

/** Opens the gateway for an authorization; the same authorization is asked for its configuration once. */
export function openGateway(text: string, gatewayUrl?: string): Promise<Gateway> {
  const opened = known.get(text) ?? open(text, gatewayUrl)
  known.set(text, opened)
  opened.catch(() => known.delete(text))
  return opened
}

async function open(text: string, gatewayUrl?: string): Promise<Gateway> {
  const authorization = readAuthorization(text)
  const meta = {
    merchantAppId: window.location.host,
    platform: 'web',
    sdkVersion,
    source: 'client',
    integration: 'dropin2',
    integrationType: 'dropin2',
    sessionId: uuid(),
    dropinVersion: VERSION,
  }
  return {
    authorization,
    text,
    meta,
    configuration: await loadConfiguration(authorization, meta, gatewayUrl),
  }
}

/** What the frames need to speak to the gateway (Braintree's `client.getConfiguration()`). */
export function clientOf({ authorization, text, meta, configuration }: Gateway) {
  const byToken = authorization.kind === 'client-token'
  return {
    authorization: text,
    authorizationType: byToken ? 'CLIENT_TOKEN' : 'TOKENIZATION_KEY',
    authorizationFingerprint: byToken ? authorization.fingerprint : undefined,
    analyticsMetadata: meta,
    gatewayConfiguration: configuration,
  }
}

/**
 * The customer's saved methods (Braintree's client API: GET payment_methods), none for a guest. Each nonce
 * is fresh and good for one use. A vault that cannot be read counts as empty: the customer can still pay.
 */
export async function savedMethods(gateway: Gateway, defaultFirst: boolean): Promise<PaymentMethod[]> {
  const { authorization, meta, configuration } = gateway
  if (isGuest(authorization)) return []
  const query = new URLSearchParams({
    ...credentialOf(authorization),
    ...queryOf(meta),
    defaultFirst: defaultFirst ? '1' : '0',
  })
  try {
    const answer = await fetchJson(`${configuration.clientApiUrl}/v1/payment_methods?${query}`)
    const { paymentMethods } = answer as { paymentMethods: PaymentMethod[] }
    return paymentMethods.map((method) => ({ ...method, vaulted: true }))
  } catch (problem) {
    if (problem instanceof BraintreeError) return []
    throw problem
  }
}

/** Deletes a saved method by its nonce (Braintree's GraphQL DeletePaymentMethodFromSingleUseToken). */
export async function deleteMethod({ authorization, meta, configuration }: Gateway, nonce: string) {
  if (authorization.kind === 'tokenization-key')
    throw vaultError('DELETE_PAYMENT_METHOD_NONCE_REQUIRES_CLIENT_TOKEN')
  const { platform, source, integration, sessionId } = meta
  const { errors = [] } = await askGraphQL(configuration.graphQL?.url ?? '', bearerOf(authorization), {
    clientSdkMetadata: { platform, source, integration, sessionId, version: sdkVersion },
    query: `mutation DeletePaymentMethodFromSingleUseToken($input: DeletePaymentMethodFromSingleUseTokenInput!) {
      deletePaymentMethodFromSingleUseToken(input: $input) { clientMutationId }
    }`,
    variables: { input: { singleUseTokenId: nonce } },
    operationName: 'DeletePaymentMethodFromSingleUseToken',
  })
  const [first] = errors
  if (first?.extensions?.errorClass === 'NOT_FOUND')
    throw vaultError('PAYMENT_METHOD_NONCE_NOT_FOUND', errors)
  if (first) throw vaultError('DELETE_PAYMENT_METHOD_UNKNOWN_ERROR', errors)
}

function vaultError(reason: string, originalError?: unknown) {
  const type = reason.endsWith('UNKNOWN_ERROR') ? 'UNKNOWN' : 'MERCHANT'
  const message = 'The saved payment method was not deleted.'
  return new BraintreeError({ code: `VAULT_MANAGER_${reason}`, type, message, details: { originalError } })
}

/** Tells the gateway's analytics what happened (`web.dropin.<kind>`); nobody waits for it. */
export function report({ authorization, meta, configuration }: Gateway, kind: string) {
  const body = JSON.stringify({
    analytics: [{ kind: `web.dropin.${kind}`, timestamp: Math.floor(Date.now() / 1000) }],
    _meta: meta,
    braintreeLibraryVersion: sdkVersion,
    ...credentialOf(authorization),
  })
  const headers = { 'Content-Type': 'application/json' }
  const signal = AbortSignal.timeout(2000)
  fetch(configuration.analytics.url, { method: 'POST', headers, body, signal, keepalive: true }).catch(
    () => undefined, // analytics never disturb a payment
  )
}
