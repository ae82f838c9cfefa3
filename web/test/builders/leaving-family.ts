import { eq, sql } from 'drizzle-orm'
import { pay } from '#checkout/pay/pay.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { unregister } from '#refunds/unregister.server.ts'
import { refunds } from '#registrations/registrations.tables.ts'
import { readGatewayBooks, settleAt } from '../gateway/gateway-books.ts'
import { aWorld, type Gateway } from '../harness/world.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession, timeZone } from './builders.ts'

/**
 * A family whose children are registered for one session, paid by one card charge or not at all, and a gateway that is
 * well. `settle`: as the night does; `books`: what the gateway has of the charge.
 */
export async function aLeavingFamily(
  db: Db,
  gateway: Gateway,
  { children = 1, isPaid = true, priceCents = 18_000, nonce = 'fake-valid-nonce' } = {},
) {
  await gateway.setFaults()
  await aProgramme(db)
  const world = aWorld(db, gateway.settings)
  const { visitor } = await anAccount(db)
  const event = await anEvent(db, { priceCents })
  const session = await aSession(db, { eventId: event.id, places: 4, startsOn: todayIn(timeZone) })
  const players = await Promise.all(
    Array.from({ length: children }, () => aPlayer(db, { accountId: visitor.accountId })),
  )
  const places = players.map(({ id }) => ({ personId: id, sessionId: session.id, seenCents: priceCents }))
  const method = isPaid ? 'card' : 'later'
  const { lines } = await processCart(world, visitor, { method, places, idempotencyKey: crypto.randomUUID() })
  const registrationIds = lines.map(({ registrationId }) => registrationId)
  const amountCents = priceCents * children
  const paid = {
    nonce,
    amountCents,
    registrationIds,
    idempotencyKey: crypto.randomUUID(),
  }
  const charge = isPaid ? await pay(world, visitor, paid) : undefined
  await db.delete(mails)
  const leave = (child = 0) =>
    unregister(world, visitor, {
      registrationId: registrationIds[child] ?? 0,
      personId: players[child]?.id ?? '',
      kind: 'clinic',
    })
  const takenNow = async () => (await db.select().from(sessions).where(eq(sessions.id, session.id)))[0]?.taken
  const url = gateway.settings.GATEWAY_URL
  const settle = (move?: Parameters<typeof settleAt>[2]) => settleAt(url, charge?.transactionId, move)
  const books = () => readGatewayBooks(url, charge?.id)
  return { world, visitor, session, players, registrationIds, charge, leave, takenNow, settle, books }
}

/** As if nobody worked on any refund. */
export const isDue = (db: Db) => db.update(refunds).set({ leasedUntil: sql`now() - interval '1 second'` })

export const onlyRefund = async (db: Db) => (await db.select().from(refunds))[0]

export const mailSubjects = async (db: Db) =>
  (await db.select({ to: mails.recipient, subject: mails.subject }).from(mails).orderBy(mails.id)).map(
    ({ to, subject }) => `${to}: ${subject}`,
  )
