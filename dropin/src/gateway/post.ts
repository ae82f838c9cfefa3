import { credentialOf } from './authorization.ts'
import { type Gateway, sdkVersion } from './gateway.ts'
import { fetchJson } from './http.ts'

/** Who asks, below what the call itself says of that. */
export const withMeta = (meta: object, data: { _meta?: object }) => ({ ...meta, ...data._meta })

/** Posts to the gateway's client API, with all that names who asks. */
export function postTo(
  { authorization, meta, configuration }: Gateway,
  endpoint: string,
  data: { _meta?: object },
) {
  const body = {
    braintreeLibraryVersion: `braintree/web/${sdkVersion}`,
    ...credentialOf(authorization),
    ...data,
    _meta: withMeta(meta, data),
  }
  return fetchJson(`${configuration.clientApiUrl}/v1/${endpoint}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
