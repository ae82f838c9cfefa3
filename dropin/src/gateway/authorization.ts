import { BraintreeError } from '../platform/errors.ts'

export type Authorization =
  | { kind: 'tokenization-key'; key: string; environment: string; merchantId: string }
  | ClientToken

type ClientToken = {
  kind: 'client-token'
  fingerprint: string
  configUrl: string
  graphQL?: { url: string; date: string }
  /** What it tells of the configuration. */
  assetsUrl?: unknown
  challenges?: unknown
}

/** Reads a tokenization key or a client token (base64 JSON). */
export function readAuthorization(text: string): Authorization {
  const key = /^([a-z\d]+)_[a-z\d]+_([a-z\d_]+)$/i.exec(text)
  if (key) return { kind: 'tokenization-key', key: text, environment: `${key[1]}`, merchantId: `${key[2]}` }
  try {
    const { authorizationFingerprint: fingerprint, configUrl, ...told } = JSON.parse(atob(text))
    if (typeof fingerprint === 'string' && typeof configUrl === 'string') {
      const { graphQL, assetsUrl, challenges } = told
      return { kind: 'client-token', fingerprint, configUrl, graphQL, assetsUrl, challenges }
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
    message: 'The authorization is neither a tokenization key nor a client token.',
    details: { originalError: reason },
  })
}

/** A guest has no customer: nothing is fetched from the vault, saved to it or deleted from it. */
export function isGuest(authorization: Authorization) {
  return authorization.kind === 'tokenization-key' || !authorization.fingerprint.includes('customer_id=')
}

/** The bearer of GraphQL calls. */
export function bearerOf(authorization: Authorization) {
  return authorization.kind === 'tokenization-key' ? authorization.key : authorization.fingerprint
}

/** The authorization as REST calls and analytics carry it. */
export function credentialOf(authorization: Authorization): Record<string, string> {
  return authorization.kind === 'tokenization-key'
    ? { tokenizationKey: authorization.key }
    : { authorizationFingerprint: authorization.fingerprint }
}
