import type { Gateway } from '../gateway/gateway.ts'
import { type ThreeDSecureCode, threeDSecureError } from './failures.ts'

/** The provider's JWT of the merchant. Throws if 3-D Secure is impossible; the last of several reasons. */
export function providerToken(
  { authorization, configuration }: Gateway,
  protocol: string,
  track: (kind: string) => void,
) {
  const jwt = configuration.threeDSecure?.cardinalAuthenticationJWT
  if (!jwt) {
    track('initialization.failed.missing-cardinalAuthenticationJWT')
    throw threeDSecureError('THREEDS_NOT_ENABLED_FOR_V2')
  }
  const isInsecure = configuration.environment === 'production' && protocol !== 'https:'
  const reasons: [ThreeDSecureCode, boolean][] = [
    ['THREEDS_HTTPS_REQUIRED', isInsecure],
    ['THREEDS_CAN_NOT_USE_TOKENIZATION_KEY', authorization.kind === 'tokenization-key'],
    ['THREEDS_NOT_ENABLED', !configuration.threeDSecureEnabled],
  ]
  for (const [code, isSo] of reasons) if (isSo) throw threeDSecureError(code)
  return jwt
}
