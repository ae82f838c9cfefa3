import braintree from 'braintree'
import type { Merchant } from './clients.ts'

type Place = { port: number; origin: string }
export type MerchantKeys = {
  id: string
  public_key: string
  private_key: string
  tokenization_key: string
  settle_after_seconds: number
  webhook_url: string | null
}

/** A call of the sandbox's own controls. */
export async function control(
  { origin }: Pick<Place, 'origin'>,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(`${origin}/control${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** Faults of the default merchant; an empty list ends them. */
export const setFaults = (place: Pick<Place, 'origin'>, ...faults: object[]) =>
  control(place, 'PUT', '/faults', { faults })

export async function newMerchant(place: Place, request: { id: string; settle_after_seconds?: number }) {
  const { body } = await control(place, 'POST', '/merchants', request)
  const keys: MerchantKeys = body
  return { keys, sdk: sdkClient(place, keys) }
}

/** The official SDK with a merchant's keys. */
export function sdkClient(
  { port }: Pick<Place, 'port'>,
  keys: Pick<MerchantKeys, 'id' | 'public_key' | 'private_key'>,
) {
  const [host, at] = ['127.0.0.1', String(port)]
  return new braintree.BraintreeGateway({
    environment: new braintree.Environment(host, at, `http://${host}:${at}`, false, host, at),
    merchantId: keys.id,
    publicKey: keys.public_key,
    privateKey: keys.private_key,
  })
}

/** Changes the SDK's settings that its types do not name: milliseconds of patience, version of the API. */
export function configure(sdk: Merchant, change: { timeout?: number; apiVersion?: string }): Merchant {
  Object.assign(sdk.config, change)
  return sdk
}
