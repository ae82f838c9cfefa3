import { credentialFor, isGuest } from '../gateway/authorization.ts'
import { toQuery } from '../gateway/configuration.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { fetchJson } from '../gateway/http.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { BraintreeError } from '../platform/errors.ts'

/** If the vault cannot be read, the `known` methods: the customer can still pay. */
export async function savedMethods(
  gateway: Gateway,
  defaultFirst: boolean,
  known: readonly PaymentMethod[] = [],
): Promise<readonly PaymentMethod[]> {
  try {
    const methods = await fetchMethods(gateway, defaultFirst)
    return methods.map((method) => ({ ...method, vaulted: true, fromVault: true }))
  } catch (problem) {
    if (!(problem instanceof BraintreeError)) console.error(problem)
    return known
  }
}

/** Braintree's client API: GET payment_methods; empty for a guest. Each nonce is fresh and good for one use. */
export async function fetchMethods(gateway: Gateway, defaultFirst: boolean): Promise<PaymentMethod[]> {
  const { authorization, meta, configuration } = gateway
  if (isGuest(authorization)) return []
  const query = new URLSearchParams({
    ...credentialFor(authorization),
    ...toQuery(meta),
    defaultFirst: defaultFirst ? '1' : '0',
  })
  const answer = await fetchJson(`${configuration.clientApiUrl}/v1/payment_methods?${query}`)
  const { paymentMethods } = answer as { paymentMethods: PaymentMethod[] }
  return paymentMethods
}
