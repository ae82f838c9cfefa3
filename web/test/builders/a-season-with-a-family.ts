import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { orders } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent, aPlace, aPlayer, aProgramme, aSession } from './builders.ts'

/** A clinic with a session of four meetings, for which one family is registered. */
export async function aSeasonWithAFamily(db: Db) {
  await aProgramme(db, { seasonBase: '2027-01-01' })
  const event = await anEvent(db, { name: 'Green Ball', key: 'green', priceCents: 18_000 })
  const facts = {
    eventId: event.id,
    number: 1,
    startsOn: '2027-06-28',
    endsOn: '2027-07-01',
    places: 8,
    taken: 1,
  }
  const session = await aSession(db, {
    ...facts,
    meets: { days: [1, 2, 3, 4], starts: '09:00', ends: '11:30' },
  })
  const { id: accountId, email } = await anAccount(db)
  const player = await aPlayer(db, { accountId, firstName: 'Pip' })
  const [order] = await db
    .insert(orders)
    .values({ accountId, method: 'later', idempotencyKey: crypto.randomUUID(), totalCents: 18_000 })
    .returning()
  const place = {
    accountId,
    personId: player.id,
    sessionId: session.id,
    orderId: orNotFound(order).id,
    priceCents: 18_000,
  }
  await aPlace(db, place)
  return { session, event, email, player }
}
