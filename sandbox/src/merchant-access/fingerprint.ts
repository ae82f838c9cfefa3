import { createPrivateKey, createPublicKey, randomUUID, sign, verify } from 'node:crypto'
import { z } from 'zod'
import type { Gateway } from '../platform/gateway.ts'

const Claims = z.object({
  exp: z.number(),
  sub: z.string(),
  options: z.object({
    customer_id: z.string().optional(),
    merchant_account_id: z.string().optional(),
    make_default: z.boolean().optional(),
    verify_card: z.boolean().optional(),
    fail_on_duplicate_payment_method: z.boolean().optional(),
    fail_on_duplicate_payment_method_for_customer: z.boolean().optional(),
  }),
})
export type FingerprintOptions = z.infer<typeof Claims>['options']

const dayInSeconds = 24 * 60 * 60

/**
 * The authorization fingerprint of a client token: a JWT signed with ES256, valid for a day,
 * followed by `?customer_id=` when a customer was named (browser SDKs look for that text).
 */
export function writeFingerprint(
  gateway: Gateway,
  options: FingerprintOptions,
  domains: string[] = [],
): string {
  const { merchant } = gateway
  const claims = {
    exp: Math.floor(Date.now() / 1000) + dayInSeconds,
    jti: randomUUID(),
    sub: merchant.id,
    iss: gateway.settings.origin,
    merchant: { public_id: merchant.id, verify_card_by_default: false },
    rights: ['manage_vault'],
    scope: ['Braintree:Vault'],
    options,
    ...(domains.length ? { domains } : {}),
  }
  const suffix = options.customer_id ? `?customer_id=${options.customer_id}` : ''
  return `${signJwt(gateway, claims)}${suffix}`
}

export function signJwt(gateway: Gateway, claims: object): string {
  const content = `${header()}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), signingKey(gateway)).toString('base64url')}`
}

/** The options of a fingerprint of this merchant; undefined when it is forged, changed or expired. */
export function readFingerprint(gateway: Gateway, fingerprint: string): FingerprintOptions | undefined {
  const [jwt = '', suffix = ''] = fingerprint.split('?')
  const [head, body, signature] = jwt.split('.')
  if (!head || !body || !signature) return undefined
  const key = { ...signingKey(gateway), key: createPublicKey(signingKey(gateway).key) }
  if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
    return undefined
  const claims = Claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  const isOurs = claims.sub === gateway.merchant.id && claims.exp * 1000 > Date.now()
  const named = new URLSearchParams(suffix).get('customer_id') ?? undefined
  return isOurs && named === claims.options.customer_id ? claims.options : undefined
}

function signingKey(gateway: Gateway) {
  return { key: createPrivateKey(gateway.secrets.signingKey), dsaEncoding: 'ieee-p1363' as const }
}

/** Its length is a multiple of four, so that the whole fingerprint, decoded at once, still shows its claims. */
function header(): string {
  const fields = { typ: 'JWT', alg: 'ES256', kid: 'courtside' }
  const missing = (3 - (JSON.stringify(fields).length % 3)) % 3
  return encode({ ...fields, kid: fields.kid.padEnd(fields.kid.length + missing, '-') })
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
