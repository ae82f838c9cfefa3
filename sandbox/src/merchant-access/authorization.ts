import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type Gateway, merchantAccountId } from '../platform/gateway.ts'
import { type FingerprintOptions, readFingerprint } from './fingerprint.ts'

/** Members of every call of a browser, beside its own. */
export const authorizationMembers = {
  _meta: z.unknown().optional(),
  braintree_library_version: z.unknown().optional(),
  authorization_fingerprint: z.unknown().optional(),
  tokenization_key: z.unknown().optional(),
}

/** Callers of the client API. A key and a fingerprint without customer are guests: no vault for them. */
export type Caller =
  | { kind: 'fingerprint'; options: FingerprintOptions }
  | { kind: 'key' }
  | { kind: 'merchant' }

/** The caller behind an authorization fingerprint or a tokenization key; undefined when it is neither. */
export function readCaller(gateway: Gateway, authorization: string | undefined): Caller | undefined {
  if (!authorization) return undefined
  if (isTokenizationKey(gateway, authorization)) return { kind: 'key' }
  const options = readFingerprint(gateway, authorization)
  return options && { kind: 'fingerprint', options }
}

export function customerIdFor(caller: Caller): string | undefined {
  return caller.kind === 'fingerprint' ? caller.options.customer_id : undefined
}

export function merchantAccountIdFor(caller: Caller): string {
  return (caller.kind === 'fingerprint' && caller.options.merchant_account_id) || merchantAccountId
}

/** A client token without customer has none; a key may not ask at all. */
export function vaultCustomerIdFor(caller: Caller): string | undefined {
  if (caller.kind === 'key') throw new Forbidden('A tokenization key cannot read the vault.')
  return customerIdFor(caller)
}

/** Answered 403. */
export class Forbidden extends Error {}

export function isMerchant(gateway: Gateway, header: string | undefined): boolean {
  const { publicKey, privateKey } = gateway.merchant
  const expected = `Basic ${Buffer.from(`${publicKey}:${privateKey}`).toString('base64')}`
  return isSame(header ?? '', expected)
}

/** The first part of a key names the environment, by which SDKs find us; it is no secret. */
function isTokenizationKey(gateway: Gateway, key: string): boolean {
  const secret = (key: string) => key.slice(key.indexOf('_'))
  return isSame(secret(key), secret(gateway.merchant.tokenizationKey))
}

function isSame(received: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(received), digest(expected))
}
