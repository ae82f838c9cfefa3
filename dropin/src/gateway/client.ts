import { credentialOf } from './authorization.ts'
import { clientOf, type Gateway, sdkVersion } from './gateway.ts'
import { fetchJson } from './http.ts'

/** The gateway as the parts of the SDK share it (Braintree's `client`). */
export type Client = {
  getConfiguration: () => ReturnType<typeof clientOf>
  request: (call: { endpoint: string; method: 'post'; data: object }) => Promise<unknown>
}

export function clientOn(gateway: Gateway): Client {
  const { authorization, meta, configuration } = gateway
  const common = {
    _meta: meta,
    braintreeLibraryVersion: `braintree/web/${sdkVersion}`,
    ...credentialOf(authorization),
  }
  return {
    getConfiguration: () => clientOf(gateway),
    request: ({ endpoint, data }) =>
      fetchJson(`${configuration.clientApiUrl}/v1/${endpoint}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...common, ...data }),
      }),
  }
}
