import { type Caller, isMerchant, readCaller } from '../merchant-access/authorization.ts'
import type { Gateway } from '../platform/gateway.ts'
import { developerError } from './graphql-errors.ts'

export type CallContext = { caller: Caller | undefined }

/** A browser with a client token or a key as Bearer, or the merchant's keys. */
export function readCall(gateway: Gateway, request: Request): CallContext {
  const header = request.headers.get('authorization') ?? undefined
  if (isMerchant(gateway, header)) return { caller: { kind: 'merchant' } }
  return { caller: readCaller(gateway, header?.replace(/^Bearer /, '')) }
}

export function admit({ caller }: CallContext): Caller {
  if (caller) return caller
  throw developerError('AUTHENTICATION', 'Authentication credentials are invalid.')
}
