import { credentialFor } from './authorization.ts'
import { type Gateway, sdkVersion } from './gateway.ts'
import { fetchJson } from './http.ts'

export function postTo({ authorization, meta, configuration }: Gateway, endpoint: string, data: object) {
  const body = {
    _meta: meta,
    braintreeLibraryVersion: `braintree/web/${sdkVersion}`,
    ...credentialFor(authorization),
    ...data,
  }
  return fetchJson(`${configuration.clientApiUrl}/v1/${endpoint}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
