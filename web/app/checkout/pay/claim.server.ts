import { and, asc, eq, gt, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { linesOf, sessionText } from '#events/events.ts'
import { standingOf } from '#ledger/balance.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sumCents } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { refuse } from '#platform/refusal.ts'
import { freeCreditOf } from '#registrations/credit/credit.server.ts'
import { freeHolds } from '#registrations/places.server.ts'
import {
  costCents,
  isAsHeld,
  isOwed,
  sessionSnapshot,
  standingColumns,
} from '#registrations/registrations.db.server.ts'
import { registrations, type SessionSnapshot } from '#registrations/registrations.tables.ts'

/**
 * Makes the charge the owner of the registrations. A publish waits for it, or it for the publish and then sees what that
 * wrote: nobody is charged for a session that was closed or moved before the charge.
 */
export async function claim(tx: Db, visitor: Visitor, ids: number[], charge: Charge): Promise<void> {
  const locked = lockPayable(tx, visitor, ids)
  const owned = await tx
    .with(locked)
    .update(registrations)
    .set({ chargeId: charge.id, chargeCents: costCents })
    .from(locked)
    .where(eq(registrations.id, locked.id))
    .returning({ cents: sql<number>`${registrations.chargeCents}` })
  if (ids.length === 0 || owned.length !== ids.length) await refuseClaim(tx, visitor, ids)
  const { amountCents, creditCents } = charge
  if (sumCents(owned.map(({ cents }) => cents)) !== amountCents + creditCents) refuse('total-changed')
  if (creditCents === 0) return
  // The charge is there, and counts as using it.
  if ((await freeCreditOf(tx, visitor)) < 0) refuse('credit-changed')
  await divide(tx, charge)
}

/** The credit is for the first places by their ids; the charge pays what is left of each. */
const divide = (tx: Db, { id, creditCents }: Charge) =>
  tx.execute(sql`update registrations set charge_cents = divided.cents
    from (select id, greatest(0, least(charge_cents, sum(charge_cents) over (order by id) - ${creditCents}))::int as cents
      from registrations where charge_id = ${id}) as divided
    where registrations.id = divided.id`)

/** Locks what the visitor can pay for now: what is owed, and what is held. */
export function lockPayable(tx: Db, visitor: Visitor, ids: number[]) {
  const free = tx
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(
      and(
        inArray(registrations.id, ids),
        eq(registrations.accountId, visitor.accountId),
        or(
          isOwed,
          and(
            isNull(registrations.chargeId),
            isNull(registrations.removedAt),
            gt(registrations.heldUntil, sql`now()`),
            sql`coalesce(${sessions.opensAt} <= now(), true)`,
            isAsHeld,
          ),
        ),
      ),
    )
    .orderBy(asc(sessions.id), asc(registrations.id))
    .getSQL()
  return tx
    .$with('locked', { id: registrations.id })
    .as(sql`${free} for key share of sessions for share of events for update of registrations`)
}

export async function refuseClaim(tx: Db, visitor: Visitor, ids: number[]): Promise<never> {
  const mine = await tx
    .select({
      ...standingColumns,
      heldUntil: registrations.heldUntil,
      removedAt: registrations.removedAt,
      isAsHeld,
      before: registrations.heldFor,
      now: sessionSnapshot,
      event: events.name,
      number: sessions.number,
      isOffer: sql<boolean>`${registrations.offerOf} is not null`,
      isOn: sql<boolean>`${sessions.isActive} and ${events.isActive}`,
    })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(inArray(registrations.id, ids), eq(registrations.accountId, visitor.accountId)))
    .orderBy(asc(registrations.id))
  if (mine.some(({ removedAt, chargeId }) => removedAt && !chargeId)) refuse('places-given-up')
  if (mine.some(({ heldUntil, ...place }) => !heldUntil && standingOf(place) === 'paid'))
    refuse('being-paid', 'This is paid already: nothing was charged now.')
  const isOwned = mine.some((place) => place.chargeId !== null || place.heldUntil === null)
  const changed = mine.filter(({ heldUntil, chargeId, isAsHeld }) => heldUntil && !chargeId && !isAsHeld)
  if (changed.length > 0) refuse('session-moved', movedWords(changed))
  refuse(mine.length === ids.length && isOwned ? 'being-paid' : 'hold-ended')
}

const isOfferStill = and(isNotNull(registrations.offerOf), sessions.isActive, events.isActive)

type MovedPlace = {
  event: string
  number: number
  before: SessionSnapshot | null
  now: SessionSnapshot
  isOffer: boolean
  isOn: boolean
}

function movedWords(places: MovedPlace[]): string {
  const words = new Set(places.map(wordsOf))
  const kept = places.filter(({ isOffer, isOn }) => isOffer && isOn).length
  const placeWords =
    kept === 0
      ? ', and your place there is free again'
      : kept === places.length
        ? ', and your place is still kept'
        : ''
  return `${[...words].join(' ')} Nothing was charged${placeWords}. Please look at your cart and check out again.`
}

function wordsOf({ event, number, before, now, isOn }: MovedPlace): string {
  if (!isOn) return `${event}, Session ${number} is no longer offered.`
  const place = linesOf(now.location).join(', ')
  return [
    `${event} has changed. It is now “${sessionText({ ...now, number })}”.`,
    ...(before?.location === now.location ? [] : [`The place is now “${place}”.`]),
  ].join(' ')
}

/**
 * What the claim has refused is the family's no longer: it chooses again by what the season says now. An offer stays as
 * long as its session is offered.
 */
export async function freeMovedHolds(db: Db, { accountId }: Visitor, ids: number[]): Promise<void> {
  const isStill = db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(eq(sessions.id, registrations.sessionId), or(isAsHeld, isOfferStill)))
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const { chargeId } = registrations
    const isOurs = and(inArray(registrations.id, ids), eq(registrations.accountId, accountId))
    await freeHolds(tx, and(isOurs, isNull(chargeId), notExists(isStill)))
  })
}
