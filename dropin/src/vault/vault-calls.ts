import { bearerOf, credentialOf, isGuest } from '../gateway/authorization.ts'
import { queryOf } from '../gateway/configuration.ts'
import { type Gateway, sdkVersion } from '../gateway/gateway.ts'
import { askGraphQL } from '../gateway/graphql.ts'
import { fetchJson } from '../gateway/http.ts'
import type { PaymentMethod } from '../methods/payment-method.ts'
import { BraintreeError } from '../platform/errors.ts'

/** The customer's saved methods. A vault that cannot be read counts as empty: the customer can still pay. */
export async function savedMethods(gateway: Gateway, defaultFirst: boolean): Promise<PaymentMethod[]> {
  try {
    const methods = await fetchMethods(gateway, defaultFirst)
    return methods.map((method) => ({ ...method, vaulted: true, fromVault: true }))
  } catch (problem) {
    if (!(problem instanceof BraintreeError)) console.error(problem)
    return []
  }
}

/**
 * Reads the vault (Braintree's client API: GET payment_methods), which is empty for a guest. Each nonce is fresh and good
 * for one use.
 */
export async function fetchMethods(gateway: Gateway, defaultFirst: boolean): Promise<PaymentMethod[]> {
  const { authorization, meta, configuration } = gateway
  if (isGuest(authorization)) return []
  const query = new URLSearchParams({
    ...credentialOf(authorization),
    ...queryOf(meta),
    defaultFirst: defaultFirst ? '1' : '0',
  })
  const answer = await fetchJson(`${configuration.clientApiUrl}/v1/payment_methods?${query}`)
  const { paymentMethods } = answer as { paymentMethods: PaymentMethod[] }
  return paymentMethods
}

/** Deletes a saved method by its nonce (Braintree's GraphQL DeletePaymentMethodFromSingleUseToken). */
export async function deleteMethod({ authorization, meta, configuration }: Gateway, nonce: string) {
  if (isGuest(authorization)) throw vaultError('DELETE_PAYMENT_METHOD_NONCE_REQUIRES_CLIENT_TOKEN')
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
