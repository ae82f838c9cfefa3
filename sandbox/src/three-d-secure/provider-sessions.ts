import { and, eq } from 'drizzle-orm'
import type { Gateway } from '../platform/gateway.ts'
import { providerSessions } from './authentications.tables.ts'

export async function isProviderSession(gateway: Gateway, id: string): Promise<boolean> {
  return (await providerSession(gateway, id)) !== undefined
}

export async function providerSession({ db, merchant }: Gateway, id: string) {
  const isMeant = and(eq(providerSessions.id, id), eq(providerSessions.merchantId, merchant.id))
  const [session] = await db.select().from(providerSessions).where(isMeant)
  return session
}
