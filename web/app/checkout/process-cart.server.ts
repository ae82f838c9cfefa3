import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { events, type Kind, sessions } from '#events/events.tables.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { takesNoCards } from '#payments/charges.db.server.ts'
import { isSignedFor } from '#people/accounts/releases.db.server.ts'
import { accountToLock } from '#people/people.db.server.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import type { Visitor } from '#platform/api.server.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { type Day, todayIn } from '#platform/dates.ts'
import { measure } from '#platform/measures.server.ts'
import { optionWords } from '#platform/payment-options.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { duesOf } from '#registrations/dues.ts'
import { addPlaces, freeHolds, NoRoom, takeRoomAtEnd } from '#registrations/places.server.ts'
import { hasRunOut, lockSessions, orderLines, sessionsById } from '#registrations/registrations.db.server.ts'
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
  /** How long all of it is still held; null where nothing is. */
  heldSeconds: number | null
}

/** Who registers a family that came to the desk, or called: no limit of unpaid places holds there. */
export type AtTheDesk = {
  actor: Actor
  /** Why it is done before registration opens, or after it closed. */
  words?: string
}

/**
 * Turns a cart into registrations: for card, holds with an end; for pay later, places at once. All or nothing:
 * when one place cannot be had, it refuses with the problem of each item.
 */
export async function processCart(
  world: World,
  visitor: Visitor,
  cart: CartToProcess,
  desk?: AtTheDesk,
): Promise<ProcessedCart> {
  const seenCents = duesOf(cart.places.map((place) => ({ priceCents: place.seenCents })))
  if (seenCents <= 0) refuse('cart-empty')
  if (cart.method === 'card' && (await takesNoCards(world.db))) refuse('cards-refused')
  const programme = await readProgramme(world.db)
  const today = todayIn(programme.timeZone)
  const process = (isLockedFirst: boolean) =>
    world.db.transaction(async (tx) => {
      const order = await addOrder(tx, visitor, cart, seenCents, desk)
      if (!order) return { ...(await processedBefore(tx, visitor, cart)), isNew: false }
      if (!order.accountId) refuse('signed-out')
      if (!order.hasSigned && !desk) refuse('release-unsigned')
      const { places, totalCents, unpaid } = await placesToTake(tx, visitor, cart.places, today, {
        isLockedFirst,
        desk,
      })
      if (totalCents !== seenCents) refuse('total-changed')
      if (cart.method === 'later' && !desk) refuseBeyond(unpaid, places, world.env, programme.email)
      const holdSeconds = world.env.holdMinutes * 60
      const heldUntil = cart.method === 'card' ? sql`now() + make_interval(secs => ${holdSeconds})` : null
      const added = await writeRegistrations(tx, visitor, order.id, places, heldUntil)
      if (desk) await tellLog(tx, visitor, places, desk)
      if (!heldUntil && visitor.email) {
        const { siteUrl, paymentOffer } = world.env
        await addMail(
          tx,
          registeredMail({ siteUrl, paymentOffer, programme, orderId: order.id, visitor, places }),
        )
      }
      const isAllNew = added.length === places.length
      const lines = isAllNew ? newLines(added, heldUntil && holdSeconds) : await heldLines(tx, order.id)
      // A session that was closed or moved since it was judged has no room either.
      await takeRoomAtEnd(tx, added)
      return { orderId: order.id, totalCents, ...lines, isNew: true }
    })
  const { isNew, ...processed } = await process(false).catch((problem) => {
    if (!(problem instanceof NoRoom)) throw problem
    return process(true)
  })
  if (isNew && cart.method === 'later') {
    measure('checkouts', 'later')
    nudgeMail(world)
  }
  return processed
}

/** Locks the account, in the same statement; undefined where this key has an order. Of an account that is gone it is nobody's. */
async function addOrder(
  tx: Db,
  { accountId, familyId }: Visitor,
  { method, idempotencyKey }: CartToProcess,
  totalCents: number,
  desk: AtTheDesk | undefined,
) {
  const madeBy: Actor = desk?.actor ?? `family:${familyId}`
  const row = { familyId, madeBy, method, idempotencyKey, totalCents }
  const [order] = await tx
    .insert(orders)
    .values({ ...row, accountId: sql`(${accountToLock(tx, accountId, 'no key update')})` })
    .onConflictDoNothing()
    .returning({ id: orders.id, accountId: orders.accountId, hasSigned: isSignedFor(accountId) })
  return order
}

async function tellLog(tx: Db, { accountId, familyId }: Visitor, places: FreePlace[], desk: AtTheDesk) {
  const isOwnFamily = isOwnFamilyOf(desk.actor, accountId)
  for (const { personId, sessionId } of places)
    await addChange(tx, {
      ...desk,
      what: 'registered at the desk',
      familyId,
      personId,
      sessionId,
      isOwnFamily,
    })
}

async function processedBefore(tx: Db, visitor: Visitor, cart: CartToProcess): Promise<ProcessedCart> {
  const isSame = and(eq(orders.accountId, visitor.accountId), eq(orders.idempotencyKey, cart.idempotencyKey))
  const [order] = await tx.select({ id: orders.id, totalCents: orders.totalCents }).from(orders).where(isSame)
  const { id, totalCents } = found(order)
  return { orderId: id, totalCents, ...(await heldLines(tx, id)) }
}

async function heldLines(tx: Db, orderId: string): Promise<Pick<ProcessedCart, 'lines' | 'heldSeconds'>> {
  const rows = await orderLines(tx, orderId)
  const held = rows.flatMap(({ heldSeconds }) => heldSeconds ?? [])
  const lines = rows.map(({ registrationId, kind }) => ({ registrationId, kind }))
  return { lines, heldSeconds: held.length > 0 ? Math.min(...held) : null }
}

/** The same of places that were just written, all of them for so long. */
const newLines = (added: { id: number; kind: Kind }[], heldSeconds: number | null) => ({
  lines: added
    .toSorted((left, right) => left.id - right.id)
    .map(({ id, kind }) => ({ registrationId: id, kind })),
  heldSeconds,
})

/** Who pays later keeps places from others without paying: only so many, and only so many of one session. */
function refuseBeyond(
  unpaid: Map<number, number>,
  places: FreePlace[],
  { limits, paymentOffer }: World['env'],
  email: string,
) {
  const { unpaidPlaces: most, unpaidPlacesPerSession: mostInSession } = limits
  for (const { sessionId } of places) unpaid.set(sessionId, (unpaid.get(sessionId) ?? 0) + 1)
  const counts = [...unpaid.values()]
  const askFor = `Pay by ${optionWords(paymentOffer.options)}, or write to ${email} if you need more.`
  if (places.some(({ sessionId }) => (unpaid.get(sessionId) ?? 0) > mostInSession))
    refuse(
      'card-only',
      `A family can pay later for ${mostInSession} ${mostInSession === 1 ? 'place' : 'places'} of one session. ${askFor}`,
    )
  if (counts.reduce((sum, count) => sum + count, 0) > most)
    refuse('card-only', `A family can have ${most} unpaid ${most === 1 ? 'place' : 'places'}. ${askFor}`)
}

/**
 * Judges the cart by what stands there, and where that is not as simple as new places, with its sessions locked. Holds
 * that have run out are swept first where a session looks full.
 */
async function placesToTake(
  tx: Db,
  visitor: Visitor,
  wantedPlaces: WantedPlace[],
  today: Day,
  { isLockedFirst, desk }: { isLockedFirst: boolean; desk: AtTheDesk | undefined },
) {
  const ids = sessionIdsOf(wantedPlaces)
  const read = async (isLocked: boolean) => {
    const sessions = isLocked ? await lockSessions(tx, ids) : await sessionsById(tx, ids)
    const offered = desk?.words ? sessions.map(atAnyTime) : sessions
    return judge(wantedPlaces, offered, await readPlayers(tx, visitor, wantedPlaces), today)
  }
  let judged = await read(isLockedFirst)
  const isSimple = judged.places.every(({ problem, held, hasRunOut }) => !problem && !held && !hasRunOut)
  if (!isSimple && !isLockedFirst) judged = await read(true)
  const mayBeFreed = judged.places.some(({ problem, hasRunOut }) => problem?.code === 'full' || hasRunOut)
  if (mayBeFreed && (await freeHolds(tx, and(hasRunOut, inArray(registrations.sessionId, ids)))) > 0)
    judged = await read(true)
  const { places, totalCents, unpaid } = judged
  if (places.some(({ problem }) => problem))
    refuse('cart-changed', undefined, {
      problems: places.map(({ problem }) => problem?.words ?? null),
      codes: places.map(({ problem }) => problem?.code ?? null),
    })
  return {
    places: places.filter((place): place is FreePlace => place.session !== undefined),
    totalCents,
    unpaid,
  }
}

/** Whoever gives a reason registers before registration opens, and after it closed. */
const atAnyTime = <Session extends FreePlace['session']>(session: Session) => ({
  ...session,
  opens: null,
  closedWords: null,
})

/** A hold follows the season file; a registration keeps the price that it was made at. */
const priceNow = sql`(select ${events.priceCents} from ${events} join ${sessions} on ${sessions.eventId} = ${events.id}
  where ${sessions.id} = ${registrations.sessionId})`

/** What is held already keeps its first end: nobody holds a place for longer by asking again. Answers what is new. */
async function writeRegistrations(
  tx: Db,
  visitor: Visitor,
  orderId: string,
  places: FreePlace[],
  heldUntil: SQL | null,
) {
  const held = places.flatMap((place) => place.held ?? [])
  if (held.length > 0)
    await tx
      .update(registrations)
      .set({ orderId, priceCents: priceNow, ...(heldUntil === null && { heldUntil }) })
      .where(inArray(registrations.id, held))
  const added = places.filter((place) => place.held === undefined)
  const rows = added.map(({ personId, sessionId, session: { priceCents } }) => ({
    ...{ accountId: visitor.accountId, familyId: visitor.familyId, orderId, personId, sessionId },
    ...{ heldUntil, priceCents },
  }))
  const written = await addPlaces(tx, rows)
  return written.map(({ id, sessionId }) => {
    const { kind, asItStands } = found(added.find(({ session }) => session.id === sessionId)).session
    return { id, kind, sessionId, judged: asItStands }
  })
}
