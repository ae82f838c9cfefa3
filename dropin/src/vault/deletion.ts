import { bearerFor, isGuest } from '../gateway/authorization.ts'
import { type Gateway, sdkVersion } from '../gateway/gateway.ts'
import { postGraphQL } from '../gateway/graphql.ts'
import { graphQLUrl } from '../gateway/hosts.ts'
import type { Running } from '../model/running.ts'
import { type PaymentMethod, toPayload } from '../payment-methods/payment-method.ts'
import { BraintreeError } from '../platform/errors.ts'
import { waits, withTimeout } from '../platform/waits.ts'

export async function deleteIfAllowed({ gateway, options }: Running, method: PaymentMethod) {
  const guard = typeof options.vaultManager === 'object' ? options.vaultManager.beforeDelete : undefined
  const asking = Promise.resolve(guard?.(toPayload(method)))
  const late = () => new Error('beforeDelete did not answer in time.')
  if ((await withTimeout(waits.beforeDelete, asking, late)) === false) return 'kept'
  await deleteMethod(gateway, method.nonce)
  return 'deleted'
}

/** Braintree's GraphQL DeletePaymentMethodFromSingleUseToken. */
export async function deleteMethod({ authorization, meta, configuration }: Gateway, nonce: string) {
  if (isGuest(authorization)) throw vaultError('DELETE_PAYMENT_METHOD_NONCE_REQUIRES_CLIENT_TOKEN')
  const { platform, source, integration, sessionId } = meta
  const { errors = [] } = await postGraphQL(graphQLUrl(configuration), bearerFor(authorization), {
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
