import { type AnyColumn, and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import type { Kind } from '#events/kinds.ts'
import { post } from '#ledger/postings.db.server.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { isGatewayRefusing } from '#payments/charges.db.server.ts'
import { isSignedFor } from '#people/accounts/sign-up/releases.db.server.ts'
import { accountToLock } from '#people/people.db.server.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { commitNow, pipelined } from '#platform/database/transactions.server.ts'
import { formatTime } from '#platform/format/clock.ts'
import { type Day, todayIn, toLocal } from '#platform/format/dates.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { isBeyond, refuseBeyond } from '#platform/http/rate-limit.server.ts'
import { measure } from '#platform/jobs/measures.server.ts'
import { orNotFound, Refusal, refuse } from '#platform/refusal.ts'
import { formatOptions, type PaymentOffer } from '#platform/settings/payment-options.ts'
import { familyLimits, readProgramme } from '#platform/settings/programme.db.server.ts'
import { sumPrices } from '#registrations/dues.ts'
import { addPlaces, freeHolds, NoRoom, takeRoom } from '#registrations/places.server.ts'
import {
  hasRunOut,
  lockSessions,
  orderLines,
  sessionSnapshot,
  sessionsById,
} from '#registrations/registrations.db.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import {
  checkPlaces,
  type FreePlace,
  isFree,
  type RequestedPlace,
  readPlayers,
  toSessionIds,
} from './check-cart.server.ts'
import { registeredMail } from './mails.server.ts'

export type CartToProcess = {
  method: 'card' | 'later'
  places: RequestedPlace[]
  /** The same key gives the same answer and does nothing again. */
  idempotencyKey: string
}
export type ProcessedCart = {
  orderId: string
  totalCents: number
  lines: { registrationId: number; kind: Kind }[]
  /** Until the first of them ends; null without holds. */
  heldSeconds: number | null
}

/** A member who registers a family at the desk; without limits of carts or of unpaid places. */
export type AtTheDesk = {
  actor: Actor
  /** The reason for registering before the opening, after closing, or after the first day. */
  words?: string
  /** The last day on which such a reason counts. */
  lastDay?: Day | undefined
}

/**
 * Turns a cart into registrations: holds for card, places for pay later. All or nothing: refuses with the problem of
 * each item.
 */
export async function processCart(
  world: World,
  visitor: Visitor,
  cart: CartToProcess,
  desk?: AtTheDesk,
): Promise<ProcessedCart> {
  const seenCents = sumPrices(cart.places.map((place) => ({ priceCents: place.seenCents })))
  if (!(seenCents > 0 || (cart.method === 'later' && isFree(cart.places)))) refuse('cart-empty')
  if (cart.method === 'card' && (await isGatewayRefusing(world.db))) refuse('cards-refused')
  const ids = toSessionIds(cart.places)
  const by: Actor = desk?.actor ?? `family:${visitor.familyId}`
  const key = `cart:${visitor.accountId}`
  const limit = { tries: world.env.limits.cartsPerHour, minutes: 60 }
  const process = (isLocked: boolean) =>
    world.db.transaction(async (tx) => {
      const [isTooMany, order, programme, ...facts] = await pipelined(
        async () => !desk && isBeyond(tx, key, limit),
        () => addOrder(tx, visitor, cart, seenCents, by),
        () => readProgramme(tx),
        () => (isLocked ? lockSessions : sessionsById)(tx, ids),
        () => readPlayers(tx, visitor, cart.places, cart.method === 'card'),
      )
      if (isTooMany) refuseBeyond(key)
      if (!order) return { ...(await processedBefore(tx, visitor, cart)), isNew: false }
      if (!order.accountId) refuse('signed-out')
      if (!order.hasSigned && !desk) refuse('release-unsigned', isFree(cart.places) ? signFirst : undefined)
      const today = todayIn(programme.timeZone)
      const limits = familyLimits(programme, world.env)
      const judgeBy = ([sessions, players]: typeof facts) =>
        checkPlaces(cart.places, desk?.words ? sessions.map(atAnyTime(desk)) : sessions, players, today)
      const judgeLocked = async () =>
        judgeBy(
          await pipelined(
            () => lockSessions(tx, ids),
            () => readPlayers(tx, visitor, cart.places, cart.method === 'card'),
          ),
        )
      const { places, totalCents, unpaid, free } = await placesToTake(
        tx,
        ids,
        { ...judgeBy(facts), isLocked },
        judgeLocked,
      )
      if (totalCents !== seenCents) refuse('total-changed')
      if (cart.method === 'later' && !desk && isFree(cart.places))
        refuseTooManyFree(free, places, limits, programme.email)
      else if (cart.method === 'later' && !desk)
        refuseTooManyUnpaid(unpaid, places, { limits, paymentOffer: world.env.paymentOffer }, programme.email)
      if (cart.method === 'card') refuseHeldLately(places, limits, programme.timeZone)
      const holdSeconds = cart.method === 'card' ? limits.holdMinutes * 60 : null
      const held = places.flatMap((place) => place.held ?? [])
      if (held.length > 0) await takeOver(tx, held, { orderId: order.id, by, holdSeconds })
      if (desk) await logRegistered(tx, visitor, places, desk)
      const { siteUrl, paymentOffer } = world.env
      const mail =
        holdSeconds === null && visitor.email
          ? registeredMail({ siteUrl, paymentOffer, programme, orderId: order.id, visitor, places })
          : undefined
      const added = places.filter((place) => place.held === undefined)
      const [written, , lines] = await pipelined(
        () => addPlaces(tx, { ...visitor, orderId: order.id, by, holdSeconds }, added.map(newPlace)),
        async () => mail && addMail(tx, mail),
        async () => held.length > 0 && heldLines(tx, order.id),
        // A session that was closed or moved since it was judged has no room either.
        () => takeRoom(tx, added.map(roomToTake)),
        () => commitNow(tx),
      )
      return {
        orderId: order.id,
        totalCents,
        ...(lines || newLines(written, added)),
        isNew: true,
      }
    })
  const { isNew, ...processed } = await process(false)
    .catch((problem) => {
      if (!(problem instanceof NoRoom)) throw problem
      return process(true)
    })
    .catch(async (problem) => {
      // A refused transaction is rolled back, so its try is counted separately.
      if (problem instanceof Refusal && !desk)
        await isBeyond(world.db, key, limit).catch((fault) =>
          world.log.warn({ err: fault }, 'a try was not counted'),
        )
      throw problem
    })
  if (isNew && cart.method === 'later') {
    measure('checkouts', 'later')
    nudgeMail(world)
  }
  return processed
}

/**
 * Locks the account in the same statement; undefined if this key has an order. Without an account the order belongs to
 * nobody.
 */
async function addOrder(
  tx: Db,
  { accountId, familyId }: Visitor,
  { method, idempotencyKey }: CartToProcess,
  totalCents: number,
  madeBy: Actor,
) {
  const row = { accountId, familyId, madeBy, method, idempotencyKey, totalCents }
  const [order] = await addingOrder(tx).execute(row)
  return order
}

const addingOrder = prepared((tx) => {
  const accountId = sql.placeholder('accountId')
  return tx
    .insert(orders)
    .values({
      accountId: sql`(${accountToLock(tx, accountId, 'no key update')})`,
      familyId: sql.placeholder('familyId'),
      madeBy: sql.placeholder('madeBy'),
      method: sql.placeholder('method'),
      idempotencyKey: sql.placeholder('idempotencyKey'),
      totalCents: sql.placeholder('totalCents'),
    })
    .onConflictDoNothing()
    .returning({ id: orders.id, accountId: orders.accountId, hasSigned: isSignedFor(accountId) })
    .prepare('')
})

async function logRegistered(
  tx: Db,
  { accountId, familyId }: Visitor,
  places: FreePlace[],
  { actor, words }: AtTheDesk,
) {
  const isOwnFamily = isActorsAccount(actor, accountId)
  for (const { personId, sessionId } of places)
    await addChange(tx, {
      actor,
      words,
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
  const { id, totalCents } = orNotFound(order)
  return { orderId: id, totalCents, ...(await heldLines(tx, id)) }
}

const heldLines = (tx: Db, orderId: string): Promise<Pick<ProcessedCart, 'lines' | 'heldSeconds'>> =>
  orderLines(tx, orderId).then((rows) => ({
    lines: rows.map(({ registrationId, kind }) => ({ registrationId, kind })),
    heldSeconds: leastHeld(rows),
  }))

function leastHeld(places: { heldSeconds: number | null }[]): number | null {
  const held = places.flatMap(({ heldSeconds }) => heldSeconds ?? [])
  return held.length > 0 ? Math.min(...held) : null
}

const newLines = (written: Awaited<ReturnType<typeof addPlaces>>, places: FreePlace[]) => ({
  lines: written
    .toSorted((left, right) => left.id - right.id)
    .map(({ id, sessionId }) => ({
      registrationId: id,
      kind: orNotFound(places.find(({ session }) => session.id === sessionId)).session.kind,
    })),
  heldSeconds: leastHeld(written),
})

/**
 * Where places are limited, an account may hold one again only after the length of a hold: nobody blocks places without
 * paying.
 */
function refuseHeldLately(places: FreePlace[], { holdMinutes }: Limits, timeZone: string) {
  for (const { held, sinceHeld = -1, session } of places) {
    const waitMinutes = holdMinutes - sinceHeld / 60
    if (held !== undefined || session.places === null || sinceHeld < 0 || waitMinutes <= 0) continue
    // Rounded up to whole minutes.
    const again = toLocal(new Date(Date.now() + waitMinutes * 60_000 + 59_999), timeZone).time
    refuse(
      'held-lately',
      `A place in ${session.eventName}, Session ${session.number}, was kept for you and not paid for. It can be kept for you again at ${formatTime(again)}. You can register now and pay later.`,
    )
  }
}

function refuseTooManyFree(
  free: Map<number, number>,
  places: FreePlace[],
  { unpaidPlacesPerSession: most }: Limits,
  email: string,
) {
  if (places.some(({ sessionId }) => (countPlaces(free, places).get(sessionId) ?? 0) > most))
    refuse(
      'too-many-free',
      `A family can have ${most} free ${most === 1 ? 'place' : 'places'} in one session. Write to ${email} if you need more.`,
    )
}

/** Including these. */
function countPlaces(before: Map<number, number>, places: FreePlace[]): Map<number, number> {
  const counts = new Map(before)
  for (const { sessionId } of places) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1)
  return counts
}

/** Pay later holds places without payment: limited in all, and in one session. */
function refuseTooManyUnpaid(
  before: Map<number, number>,
  places: FreePlace[],
  { limits, paymentOffer }: { limits: Limits; paymentOffer: PaymentOffer },
  email: string,
) {
  const { unpaidPlaces: most, unpaidPlacesPerSession: mostInSession } = limits
  const unpaid = countPlaces(before, places)
  const counts = [...unpaid.values()]
  const askFor = `Pay by ${formatOptions(paymentOffer.options)}, or write to ${email} if you need more.`
  if (places.some(({ sessionId }) => (unpaid.get(sessionId) ?? 0) > mostInSession))
    refuse(
      'card-only',
      `A family can pay later for ${mostInSession} ${mostInSession === 1 ? 'place' : 'places'} of one session. ${askFor}`,
    )
  if (counts.reduce((sum, count) => sum + count, 0) > most)
    refuse('card-only', `A family can have ${most} unpaid ${most === 1 ? 'place' : 'places'}. ${askFor}`)
}

type Limits = ReturnType<typeof familyLimits>

const signFirst = 'The release is not signed yet. Sign it in your account settings, then register.'

type Judged = ReturnType<typeof checkPlaces>

/**
 * The places to register. Anything but new places is judged again with the sessions locked; holds that have run out are
 * swept first where a session looks full.
 */
async function placesToTake(
  tx: Db,
  ids: number[],
  first: Judged & { isLocked: boolean },
  judgeLocked: () => Promise<Judged>,
) {
  let judged: Judged = first
  const isSimple = judged.places.every(({ problem, held, hasRunOut }) => !problem && !held && !hasRunOut)
  if (!isSimple && !first.isLocked) judged = await judgeLocked()
  const mayBeFreed = judged.places.some(({ problem, hasRunOut }) => problem?.code === 'full' || hasRunOut)
  if (mayBeFreed && (await freeHolds(tx, and(hasRunOut, inArray(registrations.sessionId, ids)))) > 0)
    judged = await judgeLocked()
  const { places, totalCents, unpaid, free } = judged
  if (places.some(({ problem }) => problem))
    refuse('cart-changed', undefined, {
      problems: places.map(({ problem }) => problem?.message ?? null),
      codes: places.map(({ problem }) => problem?.code ?? null),
    })
  return {
    places: places.filter((place): place is FreePlace => place.session !== undefined),
    totalCents,
    unpaid,
    free,
  }
}

/** With a reason the desk registers before the opening, after closing, and after the first day. */
const atAnyTime =
  ({ lastDay }: AtTheDesk) =>
  <Session extends FreePlace['session']>(session: Session) => ({
    ...session,
    opens: null,
    closedWords: null,
    joinableUntil: lastDay,
  })

/** A hold follows the season file; a registration keeps its price. */
const now = (fact: AnyColumn | SQL) =>
  sql`(select ${fact} from ${events} join ${sessions} on ${sessions.eventId} = ${events.id}
    where ${sessions.id} = ${registrations.sessionId})`

/** Until its family checks out, an offer belongs to the site's order. */
const isFirstCheckoutOfOffer = sql`(${registrations.offerOf} is not null
  and (select made_by from orders where orders.id = ${registrations.orderId}) = 'site')`

type TakingOver = { orderId: string; by: Actor; holdSeconds: number | null }

/**
 * Takes existing holds into the order. A hold keeps its first end, so that nobody extends it by asking again; only the
 * first checkout of an offer gets the minutes of a hold.
 */
async function takeOver(tx: Db, held: number[], { orderId, by, holdSeconds }: TakingOver) {
  const renewed = { orderId, priceCents: now(events.priceCents), heldFor: now(sessionSnapshot) }
  const isHeld = inArray(registrations.id, held)
  const { heldUntil } = registrations
  if (holdSeconds !== null)
    return tx
      .update(registrations)
      .set({
        ...renewed,
        heldUntil: sql`case when ${isFirstCheckoutOfOffer} then
          greatest(${heldUntil}, now() + make_interval(secs => ${holdSeconds})) else ${heldUntil} end`,
      })
      .where(isHeld)
  const registered = await tx
    .update(registrations)
    .set({ ...renewed, heldUntil: null })
    .where(isHeld)
    .returning({ registrationId: registrations.id, cents: registrations.priceCents })
  const prices = registered.filter(({ cents }) => cents > 0)
  return post(
    tx,
    by,
    prices.map((place) => ({ ...place, kind: 'price' as const })),
  )
}

const newPlace = ({ personId, sessionId, session: { priceCents } }: FreePlace) => ({
  personId,
  sessionId,
  priceCents,
})
const roomToTake = ({ sessionId, session }: FreePlace) => ({ sessionId, judged: session.asItStands })
