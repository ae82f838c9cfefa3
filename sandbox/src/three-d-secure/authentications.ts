import { and, eq } from 'drizzle-orm'
import { threeDSecureInfo } from '../payment-instruments/authentication-proofs.ts'
import type { ThreeDSecure } from '../payment-instruments/three-d-secure.ts'
import type { Gateway } from '../platform/gateway.ts'
import { threeDSecureAuthentications as authentications } from './authentications.tables.ts'

export type Authentication = typeof authentications.$inferSelect

/** A sale may name it (`three_d_secure_authentication_id`). */
export async function authenticationById(gateway: Gateway, id: string): Promise<Authentication | undefined> {
  const [row] = await gateway.db.select().from(authentications).where(isAuthentication(gateway, id))
  return row
}

export function isAuthentication(gateway: Gateway, id: string) {
  return and(eq(authentications.merchantId, gateway.merchant.id), eq(authentications.id, id))
}

/** Braintree's ThreeDSecureInfo. */
export function toThreeDSecure({
  id,
  status,
  brand,
  amountCents,
  merchantAccountId,
}: Authentication): ThreeDSecure {
  return { ...threeDSecureInfo(id, status, brand), amountCents, merchantAccountId }
}

/** Identifies the authentication for the bank's page. */
export function pareqFor(id: string): string {
  return Buffer.from(JSON.stringify({ authentication: id })).toString('base64')
}
