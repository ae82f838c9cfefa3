import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { events, type Kind, sessions } from '#events/events.tables.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { type Day, todayIn } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { duesOf } from '#registrations/dues.ts'
import { freeHolds, takePlaces } from '#registrations/places.server.ts'
import { hasRunOut, lockSessions, orderLines } from '#registrations/registrations.db.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { type FreePlace, judge, readPlayers, sessionIdsOf, type WantedPlace } from './check-cart.server.ts'
import { registeredMail } from './mails.server.ts'

export type CartToProcess = {
  method: 'card' | 'later'
  places: WantedPlace[]
  /** One for each attempt of a visitor: the same key again gives the same answer and does nothing. */
  idempotencyKey: string
}
export type ProcessedCart = {
  orderId: string
  totalCents: number
  lines: { registrationId: number; kind: Kind }[]
}

/**
 * Turns a cart into registrations: for card, holds with an end; for pay later, places at once. All or nothing:
 * when one place cannot be had, it refuses with the problem of each item.
 */
export async function processCart(
  world: World,
  visitor: Visitor,
  cart: CartToProcess,
): Promise<ProcessedCart> {
  const seenCents = duesOf(cart.places.map((place) => ({ priceCents: place.seenCents })))
  if (seenCents <= 0) refuse('cart-empty')
  const programme = await readProgramme(world.db)
  const today = todayIn(programme.timeZone)
  const processed = await world.db.transaction(async (tx) => {
    if (!(await lockAccount(tx, visitor.accountId))) refuse('signed-out')
    const order = await addOrder(tx, visitor, cart, seenCents)
    if (!order) return processedBefore(tx, visitor, cart)
    const { places, totalCents } = await placesToTake(tx, visitor, cart.places, today)
    if (totalCents !== seenCents) refuse('total-changed')
    const heldUntil =
      cart.method === 'card' ? sql`now() + make_interval(secs => ${world.env.holdMinutes * 60})` : null
    const lines = await writeRegistrations(tx, visitor, order.id, places, heldUntil)
    if (!heldUntil)
      await addMail(tx, registeredMail({ siteUrl: world.env.siteUrl, programme, visitor, places }))
    return { orderId: order.id, totalCents, lines }
  })
  if (cart.method === 'later') nudgeMail(world)
  return processed
}

async function addOrder(
  tx: Db,
  { accountId }: Visitor,
  { method, idempotencyKey }: CartToProcess,
  totalCents: number,
) {
  const row = { accountId, method, idempotencyKey, totalCents }
  const [order] = await tx.insert(orders).values(row).onConflictDoNothing().returning({ id: orders.id })
  return order
}

async function processedBefore(tx: Db, visitor: Visitor, cart: CartToProcess): Promise<ProcessedCart> {
  const isSame = and(eq(orders.accountId, visitor.accountId), eq(orders.idempotencyKey, cart.idempotencyKey))
  const [order] = await tx.select({ id: orders.id, totalCents: orders.totalCents }).from(orders).where(isSame)
  const { id, totalCents } = found(order)
  return { orderId: id, totalCents, lines: await orderLines(tx, id) }
}

/** Locks the sessions and judges the cart; holds that have run out are swept first where a session looks full. */
async function placesToTake(tx: Db, visitor: Visitor, wanted: WantedPlace[], today: Day) {
  const ids = sessionIdsOf(wanted)
  const read = async () =>
    judge(wanted, await lockSessions(tx, ids), await readPlayers(tx, visitor, wanted), today)
  let judged = await read()
  const isShort = judged.places.some(({ problem }) => problem?.code === 'full')
  if (isShort && (await freeHolds(tx, and(hasRunOut, inArray(registrations.sessionId, ids)))) > 0)
    judged = await read()
  const { places, totalCents } = judged
  if (places.some(({ problem }) => problem))
    refuse('cart-changed', undefined, {
      problems: places.map(({ problem }) => problem?.words ?? null),
      codes: places.map(({ problem }) => problem?.code ?? null),
    })
  return { places: places.filter((place): place is FreePlace => place.session !== undefined), totalCents }
}

/** A hold follows the season file; a registration keeps the price that it was made at. */
const priceNow = sql`(select ${events.priceCents} from ${events} join ${sessions} on ${sessions.eventId} = ${events.id}
  where ${sessions.id} = ${registrations.sessionId})`

async function writeRegistrations(
  tx: Db,
  visitor: Visitor,
  orderId: string,
  places: FreePlace[],
  heldUntil: SQL | null,
) {
  const held = places.filter((place) => place.held !== undefined)
  const fresh = places.filter((place) => place.held === undefined)
  const lines: ProcessedCart['lines'] = held.map(({ held: id, session }) => ({
    registrationId: Number(id),
    kind: session.kind,
  }))
  if (held.length > 0) {
    const ids = lines.map(({ registrationId }) => registrationId)
    await tx
      .update(registrations)
      .set({ orderId, heldUntil, priceCents: priceNow })
      .where(inArray(registrations.id, ids))
  }
  const rows = fresh.map(({ personId, sessionId, session }) => ({
    accountId: visitor.accountId,
    orderId,
    personId,
    sessionId,
    heldUntil,
    priceCents: session.priceCents,
  }))
  const added = await takePlaces(tx, rows)
  return lines.concat(
    fresh.map(({ session }, index) => ({ registrationId: found(added[index]).id, kind: session.kind })),
  )
}
