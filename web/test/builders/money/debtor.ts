import { eq } from 'drizzle-orm'
import { findFamilies } from '#offline-payments/find-families.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { takePlaces } from '#registrations/places.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from '../builders.ts'

/** A family that owes $180.00 and $35.00 for 2027. */
export async function aDebtor(db: Db, name = { firstName: 'Pip', lastName: 'Lobwell' }) {
  await aProgramme(db)
  const account = await anAccount(db)
  const pip = await aPlayer(db, { accountId: account.id, ...name })
  const [order] = await db
    .insert(orders)
    .values({
      accountId: account.id,
      familyId: account.familyId,
      method: 'later',
      idempotencyKey: crypto.randomUUID(),
      totalCents: 21_500,
    })
    .returning()
  const rows = []
  for (const [priceCents, event] of [
    [18_000, 'Green Ball Clinic'],
    [3500, 'Orange Ball Open'],
  ] as const) {
    const { id: eventId } = await anEvent(db, { priceCents, name: event })
    const session = await aSession(db, { eventId, number: 1, startsOn: '2027-06-21', places: 8 })
    const place = {
      accountId: account.id,
      familyId: account.familyId,
      personId: pip.id,
      sessionId: session.id,
      orderId: orNotFound(order).id,
      priceCents,
    }
    const [{ id } = { id: 0 }] = await takePlaces(db, [place])
    rows.push(orNotFound((await db.select().from(registrations).where(eq(registrations.id, id)))[0]))
  }
  const [{ number } = { number: 0 }] = await findFamilies(db, account.email)
  const payment = {
    invoice: `2027-${number}`,
    amountCents: 21_500,
    how: 'check' as const,
    registrationIds: [],
    note: 'check 88',
    actor: 'command:volunteer' as const,
  }
  return { account, pip, rows, payment, invoice: payment.invoice }
}
