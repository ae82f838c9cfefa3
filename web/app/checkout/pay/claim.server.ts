import { and, asc, eq, gt, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { sessionText, splitLines } from '#events/events.ts'
import { toStanding } from '#ledger/balance.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sumCents } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { refuse } from '#platform/refusal.ts'
import { readFreeCredit } from '#registrations/credit/free-credit.server.ts'
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
 * Makes the charge the owner of the registrations. Its locks exclude a concurrent publish, so that nobody is charged
 * for a session closed or moved before the charge.
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
  // The charge is inserted already, and counts as using the credit.
  if ((await readFreeCredit(tx, visitor)) < 0) refuse('credit-changed')
  await divideCredit(tx, charge)
}

/** Credit pays the first places by id; the charge pays the rest of each. */
const divideCredit = (tx: Db, { id, creditCents }: Charge) =>
  tx.execute(sql`update registrations set charge_cents = divided.cents
    from (select id, greatest(0, least(charge_cents, sum(charge_cents) over (order by id) - ${creditCents}))::int as cents
      from registrations where charge_id = ${id}) as divided
    where registrations.id = divided.id`)

/** Locks places that can be paid now: owed ones and holds. */
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
  if (mine.some(({ heldUntil, ...place }) => !heldUntil && toStanding(place) === 'paid'))
    refuse('being-paid', 'This is paid already: nothing was charged now.')
  const isOwned = mine.some((place) => place.chargeId !== null || place.heldUntil === null)
  const changed = mine.filter(({ heldUntil, chargeId, isAsHeld }) => heldUntil && !chargeId && !isAsHeld)
  if (changed.length > 0) refuse('session-moved', movedMessage(changed))
  refuse(mine.length === ids.length && isOwned ? 'being-paid' : 'hold-ended')
}

const isOpenOffer = and(isNotNull(registrations.offerOf), sessions.isActive, events.isActive)

type MovedPlace = {
  event: string
  number: number
  before: SessionSnapshot | null
  now: SessionSnapshot
  isOffer: boolean
  isOn: boolean
}

function movedMessage(places: MovedPlace[]): string {
  const sentences = new Set(places.map(describeChange))
  const offerCount = places.filter(({ isOffer, isOn }) => isOffer && isOn).length
  const placeClause =
    offerCount === 0
      ? ', and your place there is free again'
      : offerCount === places.length
        ? ', and your place is still kept'
        : ''
  return `${[...sentences].join(' ')} Nothing was charged${placeClause}. Please look at your cart and check out again.`
}

function describeChange({ event, number, before, now, isOn }: MovedPlace): string {
  if (!isOn) return `${event}, Session ${number} is no longer offered.`
  const place = splitLines(now.location).join(', ')
  return [
    `${event} has changed. It is now “${sessionText({ ...now, number })}”.`,
    ...(before?.location === now.location ? [] : [`The place is now “${place}”.`]),
  ].join(' ')
}

/** Releases holds that the claim refused since their session changed. An offer stays while its session is offered. */
export async function freeMovedHolds(db: Db, { accountId }: Visitor, ids: number[]): Promise<void> {
  const isUnchanged = db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(eq(sessions.id, registrations.sessionId), or(isAsHeld, isOpenOffer)))
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const { chargeId } = registrations
    const isOurs = and(inArray(registrations.id, ids), eq(registrations.accountId, accountId))
    await freeHolds(tx, and(isOurs, isNull(chargeId), notExists(isUnchanged)))
  })
}
