import { and, asc, eq, inArray, isNotNull, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { type NewPosting, post, posting, selectCosts } from '#ledger/postings.db.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { type Actor, familyActor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { placeholders, prepared, sizeFor, valuesFor } from '#platform/database/prepared.server.ts'
import { isForeignKeyViolation, isNoRoom } from '#platform/database/transactions.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { formerEnd, formerKey } from './former-holds.server.ts'
import {
  heldSeconds,
  holdsNoMoney,
  lockSessions,
  sessionSnapshot,
  sessionVersion,
} from './registrations.db.server.ts'
import { orders, registrations, type removalReasons } from './registrations.tables.ts'

type NewRegistration = typeof registrations.$inferInsert
type TakenPlace = { id: number; sessionId: number; personId: string; familyId: string | null }
export type Removal = { removedBy: Actor; removedWhy: (typeof removalReasons)[number] }

export const byFamily = (familyId: string | null): Removal => ({
  removedBy: familyActor(familyId),
  removedWhy: 'family',
})

/** The last place was taken by somebody else, or the session changed or is gone. */
export class NoRoom extends Error {}

type PaidWith = { paidWith?: { id: number; at: Date } | undefined }

/** Inserts registrations or holds and takes their room. `paidWith`: the recorded payment that paid them at once. */
export async function takePlaces(tx: Db, rows: (NewRegistration & PaidWith)[]): Promise<TakenPlace[]> {
  if (rows.length === 0) return []
  const places = await tx
    .insert(registrations)
    .values(rows.map(({ paidWith: _, ...row }) => row))
    .returning(takenPlace)
  await post(
    tx,
    'site',
    places.flatMap(({ id }, at) => postingsFor(id, orNotFound(rows[at]))),
  )
  await takeRoom(tx, places)
  return places
}

function postingsFor(
  registrationId: number,
  { priceCents, createdAt: at, heldUntil, paidWith }: NewRegistration & PaidWith,
): NewPosting[] {
  if (heldUntil || priceCents === 0) return []
  const price = { registrationId, kind: 'price' as const, cents: priceCents, at }
  if (!paidWith) return [price]
  const { id: recordedId, at: paidAt } = paidWith
  return [price, { ...price, kind: 'paid' as const, cents: -priceCents, recordedId, at: paidAt }]
}

type OrderInput = {
  accountId: string
  familyId: string
  orderId: string
  by: Actor
  holdSeconds: number | null
}
type NewPlace = { personId: string; sessionId: number; priceCents: number }

/**
 * Inserts the rows of an order; their room is taken by the last statement of the transaction (`takeRoom`), to keep the
 * lock on the sessions short. The foreign key protects their sessions; fails where one was just deleted.
 */
export async function addPlaces(tx: Db, order: OrderInput, places: NewPlace[]) {
  if (places.length === 0) return []
  const bySession = places.toSorted((left, right) => left.sessionId - right.sessionId)
  const parameters = bySession.flatMap(({ personId, sessionId, priceCents }, at) => [
    [`person ${at}`, personId],
    [`session ${at}`, sessionId],
    [`price ${at}`, priceCents],
  ])
  try {
    const adding = order.holdSeconds === null ? addingPlaces : addingHolds
    return await adding(tx, places.length).execute({ ...order, ...Object.fromEntries(parameters) })
  } catch (problem) {
    if (isForeignKeyViolation(problem)) throw new NoRoom()
    throw problem
  }
}

const addingPlaces = prepared((tx, size: number) => {
  const dueCents = (priceCents: Placeholder) => ({ dueCents: priceCents })
  const added = tx.$with('added').as(insertPlaces(tx, size, (_, priceCents) => dueCents(priceCents)))
  const prices = sql`select 'price', family_id, id, price_cents, null::uuid, null::int, null::uuid
    from added where price_cents > 0 order by id`
  const posted = tx.$with('posted', {}).as(posting(sql`${sql.placeholder('by')}::text`, prices))
  const { id, sessionId, personId, familyId } = added
  return tx
    .with(added, posted)
    .select({ id, sessionId, personId, familyId, heldSeconds: sql<null>`null` })
    .from(added)
    .prepare('')
})

const addingHolds = prepared((tx, size: number) => insertPlaces(tx, size, holdValues).prepare(''))

type RowValues = (sessionId: Placeholder, priceCents: Placeholder) => Record<string, SQL | Placeholder>

const insertPlaces = (tx: Db, size: number, more: RowValues) =>
  tx
    .insert(registrations)
    .values(
      Array.from({ length: size }, (_, at) => {
        const sessionId = sql.placeholder(`session ${at}`)
        const priceCents = sql.placeholder(`price ${at}`)
        return {
          accountId: sql.placeholder('accountId'),
          familyId: sql.placeholder('familyId'),
          orderId: sql.placeholder('orderId'),
          personId: sql.placeholder(`person ${at}`),
          sessionId,
          priceCents,
          ...more(sessionId, priceCents),
        }
      }),
    )
    .returning({ ...takenPlace, priceCents: registrations.priceCents, heldSeconds })

const holdValues = (sessionId: Placeholder) => ({
  heldUntil: sql`least(now() + make_interval(secs => ${sql.placeholder('holdSeconds')}),
    ${formerEnd(sql.placeholder('accountId'), sessionId)})`,
  heldFor: snapshotFor(sessionId),
})

const snapshotFor = (sessionId: Placeholder | number) =>
  sql`(select ${sessionSnapshot} from ${sessions} join ${events} on ${events.id} = ${sessions.eventId}
    where ${sessions.id} = ${sessionId})`

/** `judged`: the fingerprint of the session (`asItStands`) at the time the place was granted. */
type RoomToTake = { sessionId: number; judged?: string }

/**
 * In a checkout the last statement before the commit, since it locks sessions that a crowd may wait for. Fails in the
 * database where there is no room, so that the commit can be pipelined behind it.
 */
export async function takeRoom(tx: Db, places: RoomToTake[]): Promise<void> {
  if (places.length === 0) return
  try {
    await changeTaken(tx, places, 1)
  } catch (problem) {
    if (isNoRoom(problem)) throw new NoRoom()
    throw problem
  }
}

/**
 * Deletes holds and marks registrations as removed; returns the rows. The caller leaves out holds whose charge is open.
 */
export async function freePlaces(tx: Db, filter: SQL | undefined, removal: Removal): Promise<TakenPlace[]> {
  const ids = await lockPlaces(tx, and(isNull(registrations.removedAt), filter))
  if (ids.length === 0) return []
  const isLocked = inArray(registrations.id, ids)
  const ended = await endHolds(tx, isLocked)
  const removed = await giveUp(tx, ids, removal)
  const freed = [...ended, ...removed]
  if (freed.length > 0) await changeTaken(tx, freed, -1)
  return freed
}

/** Posts the reversal of the places' cost. */
function giveUp(tx: Db, ids: number[], removal: Removal): Promise<TakenPlace[]> {
  const cost = tx.$with('cost', {}).as(selectCosts(ids))
  const removed = tx.$with('removed').as(
    tx
      .update(registrations)
      .set({
        removedAt: sql`now()`,
        ...removal,
        dueCents: sql`${registrations.dueCents} - coalesce((select cents from cost where registration_id = ${registrations.id}), 0)`,
      })
      .where(inArray(registrations.id, ids))
      .returning(takenPlace),
  )
  const givenUp = sql`select 'given up', removed.family_id, removed.id, -cost.cents, null::uuid, null::int, null::uuid
    from removed join cost on cost.registration_id = removed.id where cost.cents <> 0 order by removed.id`
  const posted = tx.$with('posted', {}).as(posting(sql`${removal.removedBy}`, givenUp))
  const { id, sessionId, personId, familyId } = removed
  return tx.with(cost, removed, posted).select({ id, sessionId, personId, familyId }).from(removed)
}

/**
 * Deletes holds. For sessions with a limit the end of each is stored as a former hold, except for offers, which the
 * family did not ask for.
 */
function endHolds(tx: Db, filter: SQL): Promise<TakenPlace[]> {
  const { accountId, heldUntil, offerOf } = registrations
  const deleted = tx.delete(registrations).where(and(filter, isNotNull(heldUntil)))
  const ended = tx.$with('ended').as(deleted.returning({ ...takenPlace, accountId, heldUntil, offerOf }))
  const remembered = tx.$with('remembered', {}).as(sql`
    insert into tries (key, window_start)
    select ${formerKey(sql`ended.account_id`, sql`ended.session_id`)}, max(ended.held_until) from ended
    join sessions on sessions.id = ended.session_id
    where ended.account_id is not null and ended.offer_of is null and sessions.places is not null group by 1
    on conflict do nothing`)
  const { id, sessionId, personId, familyId } = ended
  return tx.with(ended, remembered).select({ id, sessionId, personId, familyId }).from(ended)
}

export const freeHolds = async (tx: Db, filter: SQL | undefined) =>
  (await freePlaces(tx, and(isNotNull(registrations.heldUntil), filter), byFamily(null))).length

/** Gives up an account's unpaid and free places, or those that match. */
export async function releaseUnpaid(
  tx: Db,
  accountId: string,
  filter: SQL | undefined,
  removal: Removal,
): Promise<TakenPlace[]> {
  if (!(await lockAccount(tx, accountId))) refuse('not-found')
  return freePlaces(tx, and(eq(registrations.accountId, accountId), holdsNoMoney, filter), removal)
}

/** Locks sessions, then registrations, each by id, against deadlocks; returns the ids found. */
export async function lockPlaces(tx: Db, filter: SQL | undefined): Promise<number[]> {
  const at = await tx.selectDistinct({ id: registrations.sessionId }).from(registrations).where(filter)
  if (at.length === 0) return []
  const sessionIds = at.map(({ id }) => id)
  await lockSessions(tx, sessionIds)
  return lockRegistrations(tx, and(filter, inArray(registrations.sessionId, sessionIds)))
}

/** For changes that do not concern sessions. Locks by id; returns the ids found. */
export async function lockRegistrations(tx: Db, filter: SQL | undefined): Promise<number[]> {
  const { id } = registrations
  const rows = await tx.select({ id }).from(registrations).where(filter).orderBy(asc(id)).for('update')
  return rows.map((row) => row.id)
}

const takenPlace = {
  id: registrations.id,
  sessionId: registrations.sessionId,
  personId: registrations.personId,
  familyId: registrations.familyId,
}

/** Fails with `isNoRoom` where a session has no room, or changed since it was judged. */
async function changeTaken(tx: Db, places: RoomToTake[], by: 1 | -1): Promise<void> {
  const values = toChanges(places, by)
  await taking(tx, sizeFor(values.ids)).execute(values)
}

/**
 * Keeps `sessions.taken` equal to the number of rows in `registrations`, locking sessions by id. Freed places are kept
 * for the waiting list.
 */
const taking = prepared((tx, size: number) => {
  const { id, taken, kept, keptSince, waiting, places: all } = sessions
  const [ids, changes, judgements] = ['ids', 'changes', 'judgements'].map((name) => sql.placeholder(name))
  const input = sql`unnest(${ids}::int[], ${changes}::int[], ${judgements}::text[]) as given(id, change, judged)`
  const isOurs = inArray(id, placeholders('id', size))
  const locked = tx
    .$with('locked')
    .as(tx.select({ id }).from(sessions).where(isOurs).orderBy(asc(id)).for('no key update'))
  const next = sql`${taken} + given.change`
  const changed = tx.$with('changed').as(
    tx
      .update(sessions)
      .set({
        taken: next,
        kept: sql`case when given.change < 0 then least(${kept} - given.change, ${waiting}) else ${kept} end`,
        keptSince: sql`case when given.change < 0 and ${kept} = 0 and ${waiting} > 0 then now() else ${keptSince} end`,
      })
      .from(locked)
      .innerJoin(input, eq(locked.id, sql`given.id`))
      .where(
        and(
          eq(id, locked.id),
          or(sql`given.change < 0`, isNull(all), sql`${next} + ${kept} <= ${all}`),
          or(sql`given.judged is null`, sql`given.judged = ${sessionVersion}`),
        ),
      )
      .returning({ id }),
  )
  const isAll = sql`(select count(*) from ${changed}) = cardinality(${ids}::int[])`
  return tx
    .with(locked, changed)
    .select({ isDone: sql`case when ${isAll} then true else raise_no_room() end` })
    .from(sql`(select) as once`)
    .prepare('')
})

type Offer = { entryId: number; accountId: string; familyId: string; sessionId: number; until: Date }

/**
 * Holds places for a family in line, first out of the kept ones. Session and account are locked. The order is the
 * site's until the family checks out.
 */
export async function offerPlaces(
  tx: Db,
  { entryId, accountId, familyId, sessionId, until }: Offer,
  personIds: string[],
): Promise<void> {
  const by = { accountId, familyId, madeBy: 'site' as const, method: 'card' as const }
  const [order] = await tx
    .insert(orders)
    .values({ ...by, idempotencyKey: `offer:${entryId}`, totalCents: 0 })
    .returning({ id: orders.id })
  const { taken, waiting, kept, keptSince, places } = sessions
  const size = personIds.length
  const remaining = sql`least(greatest(0, ${kept} - ${size}), ${waiting} - ${size})`
  const isRoom = or(isNull(places), sql`${taken} + ${size} <= ${places}`)
  const [session] = await tx
    .update(sessions)
    .set({
      taken: sql`${taken} + ${size}`,
      waiting: sql`${waiting} - ${size}`,
      kept: remaining,
      keptSince: sql`case when ${remaining} > 0 then ${keptSince} end`,
    })
    .where(and(eq(sessions.id, sessionId), isRoom))
    .returning({ id: sessions.id })
  if (!session) throw new NoRoom()
  await tx.insert(registrations).values(
    personIds.map((personId) => ({
      ...{ accountId, familyId, personId, sessionId, orderId: orNotFound(order).id, offerOf: entryId },
      priceCents: sql`(select ${events.priceCents} from ${events} join ${sessions} on ${sessions.eventId} = ${events.id}
        where ${sessions.id} = ${sessionId})`,
      heldUntil: until,
      heldFor: snapshotFor(sessionId),
    })),
  )
}

/** The kept places of a session after a change of its number of places. */
export function keptWith(places: number | null): Record<'kept' | 'keptSince', SQL> {
  const { kept, keptSince, waiting, taken, places: before } = sessions
  if (places === null) return { kept: sql`0`, keptSince: sql`null` }
  const room = sql`greatest(0, ${places}::int - ${taken})`
  const raised = sql`case when ${places}::int > ${before} then ${kept} + ${places}::int - ${before}
    when ${before} is null then ${room} else ${kept} end`
  const next = sql`least(${waiting}, ${room}, ${raised})`
  return { kept: next, keptSince: sql`case when ${next} > 0 then coalesce(${keptSince}, now()) end` }
}

function toChanges(places: RoomToTake[], by: 1 | -1) {
  const ids = [...new Set(places.map(({ sessionId }) => sessionId))]
  const grouped = ids.map((id) => places.filter(({ sessionId }) => sessionId === id))
  const changes = grouped.map(({ length }) => by * length)
  const judgements = grouped.map(([place]) => place?.judged ?? null)
  return { ...valuesFor('id', ids), ids, changes, judgements }
}
