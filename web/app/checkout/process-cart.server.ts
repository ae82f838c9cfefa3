import { type AnyColumn, and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import type { Kind } from '#events/kinds.ts'
import { post } from '#ledger/postings.db.server.ts'
import { addMail, nudgeMail } from '#mail/outbox.server.ts'
import { takesNoCards } from '#payments/charges.db.server.ts'
import { isSignedFor } from '#people/accounts/sign-up/releases.db.server.ts'
import { accountToLock } from '#people/people.db.server.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { commitNow, together } from '#platform/database/transactions.server.ts'
import { timeWords } from '#platform/format/clock.ts'
import { type Day, localOf, todayIn } from '#platform/format/dates.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { isBeyond, refuseBeyond } from '#platform/http/rate-limit.server.ts'
import { measure } from '#platform/jobs/measures.server.ts'
import { found, Refusal, refuse } from '#platform/refusal.ts'
import { optionWords, type PaymentOffer } from '#platform/settings/payment-options.ts'
import { familyLimits, readProgramme } from '#platform/settings/programme.db.server.ts'
import { duesOf } from '#registrations/dues.ts'
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
  type FreePlace,
  isFree,
  judge,
  readPlayers,
  sessionIdsOf,
  type WantedPlace,
} from './check-cart.server.ts'
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

/** Who registers a family that came to the desk, or called: no limit of carts or of unpaid places holds there. */
export type AtTheDesk = {
  actor: Actor
  /** Why it is done before registration opens, after it closed, or after the session began. */
  words?: string
  /** The last day on which somebody can join with such a reason. */
  lastDay?: Day | undefined
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
  if (!(seenCents > 0 || (cart.method === 'later' && isFree(cart.places)))) refuse('cart-empty')
  if (cart.method === 'card' && (await takesNoCards(world.db))) refuse('cards-refused')
  const ids = sessionIdsOf(cart.places)
  const by: Actor = desk?.actor ?? `family:${visitor.familyId}`
  const key = `cart:${visitor.accountId}`
  const limit = { tries: world.env.limits.cartsPerHour, minutes: 60 }
  const process = (isLocked: boolean) =>
    world.db.transaction(async (tx) => {
      const [isTooMany, order, programme, ...facts] = await together(
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
        judge(cart.places, desk?.words ? sessions.map(atAnyTime(desk)) : sessions, players, today)
      const judgeLocked = async () =>
        judgeBy(
          await together(
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
      if (desk) await tellLog(tx, visitor, places, desk)
      const { siteUrl, paymentOffer } = world.env
      const mail =
        holdSeconds === null && visitor.email
          ? registeredMail({ siteUrl, paymentOffer, programme, orderId: order.id, visitor, places })
          : undefined
      const added = places.filter((place) => place.held === undefined)
      const [written, , lines] = await together(
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
      // Nothing stays of what is refused, and so its try is counted by itself.
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

/** Locks the account, in the same statement; undefined where this key has an order. Of an account that is gone it is nobody's. */
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

async function tellLog(
  tx: Db,
  { accountId, familyId }: Visitor,
  places: FreePlace[],
  { actor, words }: AtTheDesk,
) {
  const isOwnFamily = isOwnFamilyOf(actor, accountId)
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
  const { id, totalCents } = found(order)
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

/** The same of places that were just written. */
const newLines = (written: Awaited<ReturnType<typeof addPlaces>>, places: FreePlace[]) => ({
  lines: written
    .toSorted((left, right) => left.id - right.id)
    .map(({ id, sessionId }) => ({
      registrationId: id,
      kind: found(places.find(({ session }) => session.id === sessionId)).session.kind,
    })),
  heldSeconds: leastHeld(written),
})

/**
 * Where places have a number, an account holds one again only when as much time has gone by without it as a hold lasts:
 * nobody keeps places from others without paying.
 */
function refuseHeldLately(places: FreePlace[], { holdMinutes }: Limits, timeZone: string) {
  for (const { held, sinceHeld = -1, session } of places) {
    const waitMinutes = holdMinutes - sinceHeld / 60
    if (held !== undefined || session.places === null || sinceHeld < 0 || waitMinutes <= 0) continue
    // In whole minutes, and not before it is so.
    const again = localOf(new Date(Date.now() + waitMinutes * 60_000 + 59_999), timeZone).time
    refuse(
      'held-lately',
      `A place in ${session.eventName}, Session ${session.number}, was kept for you and not paid for. It can be kept for you again at ${timeWords(again)}. You can register now and pay later.`,
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

/** How many places of each session a family has with these. */
function countPlaces(before: Map<number, number>, places: FreePlace[]): Map<number, number> {
  const counts = new Map(before)
  for (const { sessionId } of places) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1)
  return counts
}

/** Who pays later keeps places from others without paying: only so many, and only so many of one session. */
function refuseTooManyUnpaid(
  before: Map<number, number>,
  places: FreePlace[],
  { limits, paymentOffer }: { limits: Limits; paymentOffer: PaymentOffer },
  email: string,
) {
  const { unpaidPlaces: most, unpaidPlacesPerSession: mostInSession } = limits
  const unpaid = countPlaces(before, places)
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

type Limits = ReturnType<typeof familyLimits>

const signFirst = 'The release is not signed yet. Sign it in your account settings, then register.'

type Judged = ReturnType<typeof judge>

/**
 * The places of a cart that was judged by what stands there, and where that is not as simple as new places, judged again
 * with its sessions locked. Holds that have run out are swept first where a session looks full.
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
      problems: places.map(({ problem }) => problem?.words ?? null),
      codes: places.map(({ problem }) => problem?.code ?? null),
    })
  return {
    places: places.filter((place): place is FreePlace => place.session !== undefined),
    totalCents,
    unpaid,
    free,
  }
}

/** Whoever gives a reason registers before registration opens, after it closed, and after the session began. */
const atAnyTime =
  ({ lastDay }: AtTheDesk) =>
  <Session extends FreePlace['session']>(session: Session) => ({
    ...session,
    opens: null,
    closedWords: null,
    joinableUntil: lastDay,
  })

/** A hold follows the season file; a registration keeps the price that it was made at. */
const now = (fact: AnyColumn | SQL) =>
  sql`(select ${fact} from ${events} join ${sessions} on ${sessions.eventId} = ${events.id}
    where ${sessions.id} = ${registrations.sessionId})`

/** Until its family has checked out, an offer belongs to the order that the site made of it. */
const isFirstCheckoutOfOffer = sql`(${registrations.offerOf} is not null
  and (select made_by from orders where orders.id = ${registrations.orderId}) = 'site')`

type TakingOver = { orderId: string; by: Actor; holdSeconds: number | null }

/**
 * What is held already keeps its first end: nobody holds a place for longer by asking again. But the first checkout of an
 * offer has the minutes of a hold.
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
