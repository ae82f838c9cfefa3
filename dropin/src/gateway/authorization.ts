import { BraintreeError } from '../platform/errors.ts'

export type Authorization =
  | { kind: 'tokenization-key'; key: string; environment: string; merchantId: string }
  | { kind: 'client-token'; fingerprint: string; configUrl: string; graphQL?: { url: string; date: string } }

/** Reads a tokenization key or a client token (base64 JSON). */
export function readAuthorization(text: string): Authorization {
  const key = /^([a-z\d]+)_[a-z\d]+_([a-z\d_]+)$/i.exec(text)
  if (key) return { kind: 'tokenization-key', key: text, environment: `${key[1]}`, merchantId: `${key[2]}` }
  try {
    const { authorizationFingerprint, configUrl, graphQL } = JSON.parse(atob(text))
    if (typeof authorizationFingerprint === 'string' && typeof configUrl === 'string') {
      return { kind: 'client-token', fingerprint: authorizationFingerprint, configUrl, graphQL }
    }
  } catch (problem) {
    throw invalidAuthorization(problem)
  }
  throw invalidAuthorization('authorizationFingerprint or configUrl is missing')
}

function invalidAuthorization(reason: unknown) {
  return new BraintreeError({
    code: 'CLIENT_INVALID_AUTHORIZATION',
    type: 'MERCHANT',
    message: 'The authorization is no tokenization key and no client token.',
    details: { originalError: reason },
  })
}

/** Guests have no customer: no vault is read, written or deleted from. */
export function isGuest(authorization: Authorization) {
  return authorization.kind === 'tokenization-key' || !authorization.fingerprint.includes('customer_id=')
}

export function bearerFor(authorization: Authorization) {
  return authorization.kind === 'tokenization-key' ? authorization.key : authorization.fingerprint
}

export function credentialFor(authorization: Authorization): Record<string, string> {
  return authorization.kind === 'tokenization-key'
    ? { tokenizationKey: authorization.key }
    : { authorizationFingerprint: authorization.fingerprint }
}
