import { eq } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import type { Kind } from '#events/kinds.ts'
import type { Db } from '#platform/database/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { apiClient } from '../harness/api-client.ts'
import { aWorld } from '../harness/world.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from './builders.ts'

/** A signed-in family with a player, and a session that it can put into its cart. `registration`: the player's registration. */
export async function aBuyingFamily(
  db: Db,
  settings: Record<string, string>,
  kind: Kind = 'clinic',
  account: 'parent' | 'player' = 'parent',
  price = 95.5,
) {
  await aProgramme(db)
  const { id, myself } = await anAccount(db, { kind: account })
  const pip = myself ?? (await aPlayer(db, { accountId: id, firstName: 'Pip' }))
  const event = await anEvent(db, { kind, priceCents: price * 100 })
  const session = await aSession(db, { eventId: event.id, places: 4 })
  const item = {
    event: { id: event.id, price, type: kind },
    player: { id: pip.id },
    eventSession: { id: session.id },
  }
  const call = await apiClient(aWorld(db, settings), { id })
  const taken = async () => (await db.select().from(sessions).where(eq(sessions.id, session.id)))[0]?.taken
  const registration = async () =>
    (await db.select().from(registrations).where(eq(registrations.personId, pip.id)))[0]
  return { id, pip, event, session, item, call, taken, registration }
}
type Family = Awaited<ReturnType<typeof aBuyingFamily>>

/** Checks a cart of one item out by card and answers what the two calls answered. */
export async function pays({ call, item }: Family) {
  const processed = await call('/process-all-cart-items', { cart: [item], payment: 'card' })
  const request = processed.answer.transaction_request
  const card = { payment_method_nonce: 'fake-valid-nonce', device_data: '{"correlation_id":"7f3c"}' }
  return { request, paid: await call('/post-transaction', { ...request, ...card }) }
}
