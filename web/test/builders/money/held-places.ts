import { eq } from 'drizzle-orm'
import { processCart } from '#checkout/process-cart.server.ts'
import { sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { aWorld } from '../../harness/world.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from '../builders.ts'

/** A family with places in one session, held for a card or to be paid later, and what it would send to pay for them. */
export async function heldPlaces(
  db: Db,
  settings: Record<string, string>,
  { priceCents = 18_000, method = 'card' as 'card' | 'later', children = 1 } = {},
) {
  await aProgramme(db)
  const world = aWorld(db, settings)
  const { visitor, email } = await anAccount(db)
  const event = await anEvent(db, { priceCents })
  const session = await aSession(db, { eventId: event.id, places: 4 })
  const players = []
  for (let child = 0; child < children; child += 1)
    players.push(
      await aPlayer(db, { accountId: visitor.accountId, firstName: child ? `Pip${child}` : 'Pip' }),
    )
  const { lines } = await processCart(world, visitor, {
    method,
    places: players.map(({ id }) => ({ personId: id, sessionId: session.id, seenCents: priceCents })),
    idempotencyKey: crypto.randomUUID(),
  })
  const payment = {
    nonce: 'fake-valid-nonce',
    amountCents: priceCents * children,
    registrationIds: lines.map(({ registrationId }) => registrationId),
    idempotencyKey: crypto.randomUUID(),
  }
  const takenNow = async () => (await db.select().from(sessions).where(eq(sessions.id, session.id)))[0]?.taken
  return { world, visitor, email, event, session, players, payment, takenNow }
}
