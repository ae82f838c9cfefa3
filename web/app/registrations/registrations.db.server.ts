import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, max, or, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import type { Day } from '#platform/dates.ts'
import { isUuid } from '#platform/page.server.ts'
import { orders, refunds, registrations } from './registrations.tables.ts'

/** A hold that has run out and that no charge owns. */
export const hasRunOut = and(isNull(registrations.chargeId), lt(registrations.heldUntil, sql`now()`))

/** For how many seconds more a place is held; null where it is not. */
const heldSeconds = sql<
  number | null
>`case when ${registrations.heldUntil} is not null then greatest(0, extract(epoch from ${registrations.heldUntil} - now()))::int end`

const sessionColumns = {
  id: sessions.id,
  eventId: sessions.eventId,
  number: sessions.number,
  startsOn: sessions.startsOn,
  endsOn: sessions.endsOn,
  description: sessions.description,
  places: sessions.places,
  taken: sessions.taken,
  isActive: sql<boolean>`${sessions.isActive} and ${events.isActive}`,
  kind: events.kind,
  eventName: events.name,
  priceCents: events.priceCents,
}

/** Sessions with what their event says of them. */
export function sessionsById(db: Db, ids: number[]) {
  return db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(inArray(sessions.id, ids))
    .orderBy(asc(sessions.id))
}

/** The same, locked in the order of their ids, so that two checkouts never wait for each other in a circle. */
export const lockSessions = (tx: Db, ids: number[]) => sessionsById(tx, ids).for('update', { of: sessions })

/**
 * The wanted players of this account, one row for each place that one of them has in the wanted sessions. In a
 * transaction they are locked, so that nobody deletes a player who is being registered.
 */
export function playersAndPlaces(db: Db, accountId: string, personIds: string[], sessionIds: number[]) {
  return db
    .select({
      personId: people.id,
      firstName: people.firstName,
      isActive: people.isActive,
      registrationId: registrations.id,
      sessionId: registrations.sessionId,
      heldUntil: registrations.heldUntil,
      heldSeconds,
      hasRunOut: sql<boolean>`coalesce(${hasRunOut}, false)`,
      chargeId: registrations.chargeId,
    })
    .from(people)
    .leftJoin(
      registrations,
      and(
        eq(registrations.personId, people.id),
        inArray(registrations.sessionId, sessionIds),
        isNull(registrations.removedAt),
      ),
    )
    .where(and(eq(people.accountId, accountId), inArray(people.id, personIds)))
    .for('key share', { of: people })
}

/** What an order has. */
export function orderLines(db: Db, orderId: string) {
  return db
    .select({
      registrationId: registrations.id,
      kind: events.kind,
      heldSeconds,
    })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(eq(registrations.orderId, orderId))
    .orderBy(asc(registrations.id))
}

/** How many places an account has that are unpaid, in all and by session. */
export async function unpaidPlaces(db: Db, accountId: string) {
  const rows = await db
    .select({ sessionId: registrations.sessionId, count: sql<number>`count(*)::int` })
    .from(registrations)
    .where(and(eq(registrations.accountId, accountId), isPayable))
    .groupBy(registrations.sessionId)
  return new Map(rows.map(({ sessionId, count }) => [sessionId, count]))
}

/** A registration that can be paid: nobody has paid for it, or is paying for it. */
export const isPayable = and(
  isNull(registrations.paidAt),
  isNull(registrations.chargeId),
  isNull(registrations.heldUntil),
  isNull(registrations.removedAt),
)

/** Whether a player has a place, or a live hold, in a session. */
export async function standingIn(db: Db, accountId: string, personId: string, sessionId: number) {
  const [row] = await db
    .select({
      firstName: people.firstName,
      registrationId: registrations.id,
      heldUntil: registrations.heldUntil,
    })
    .from(people)
    .leftJoin(
      registrations,
      and(
        eq(registrations.personId, people.id),
        eq(registrations.sessionId, sessionId),
        isNull(registrations.removedAt),
        isNull(registrations.heldUntil),
      ),
    )
    .where(and(eq(people.accountId, accountId), eq(people.id, personId)))
  return row
}

const entryColumns = {
  id: registrations.id,
  personId: registrations.personId,
  firstName: people.firstName,
  lastName: people.lastName,
  priceCents: registrations.priceCents,
  paidAt: registrations.paidAt,
  paidBy: registrations.paidBy,
  chargeId: registrations.chargeId,
  transactionId: charges.transactionId,
  meansLabel: charges.meansLabel,
  session: {
    id: sessions.id,
    number: sessions.number,
    startsOn: sessions.startsOn,
    endsOn: sessions.endsOn,
    description: sessions.description,
    revision: sessions.revision,
  },
  event: { id: events.id, name: events.name, kind: events.kind, location: events.location },
}
export type RegistrationEntry = Awaited<ReturnType<typeof entriesWhere>>[number]

/** An account's registrations, with player, session, event and payment, earliest session last. Holds are not among them. */
export const registrationEntries = (db: Db, accountId: string, which?: SQL) =>
  entriesWhere(db, and(isOfFamily(accountId), isNull(registrations.heldUntil), which))

/** The same for a year, with the places whose payment the bank has yet to confirm. */
export const historyEntries = (db: Db, accountId: string, year: number) =>
  entriesWhere(
    db,
    and(
      isOfFamily(accountId),
      or(isNull(registrations.heldUntil), isNotNull(registrations.chargeId)),
      startsIn(year),
    ),
  )

/** What an order got, with the places whose payment the bank has yet to confirm. */
export const orderEntries = (db: Db, accountId: string, orderId: string) =>
  entriesWhere(
    db,
    and(
      isOfFamily(accountId),
      or(isNull(registrations.heldUntil), isNotNull(registrations.chargeId)),
      eq(registrations.orderId, orderId),
    ),
  )

const isOfFamily = (accountId: string) =>
  and(eq(registrations.accountId, accountId), isNull(registrations.removedAt))

/** The first day of the account's latest session; null without any. */
export async function lastSessionDay(db: Db, accountId: string): Promise<Day | null> {
  const [row] = await db
    .select({ day: max(sessions.startsOn) })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .where(and(isOfFamily(accountId), isNull(registrations.heldUntil)))
  return row?.day ?? null
}

/** What a charge paid, given up since or not. */
export const entriesPaidBy = (db: Db, chargeId: string) =>
  entriesWhere(db, and(eq(registrations.chargeId, chargeId), isNull(registrations.heldUntil)))

function entriesWhere(db: Db, where?: SQL) {
  return db
    .select(entryColumns)
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .leftJoin(charges, and(eq(charges.id, registrations.chargeId), eq(charges.state, 'accepted')))
    .where(where)
    .orderBy(desc(sessions.startsOn), asc(people.firstName), asc(registrations.id))
}

export const startsIn = (year: number) =>
  and(gte(sessions.startsOn, `${year}-01-01`), lt(sessions.startsOn, `${year + 1}-01-01`))
export const startsFrom = (day: Day) => gte(sessions.startsOn, day)
export const isUnpaid = isNull(registrations.paidAt)
export const ofRegistration = (id: number) => eq(registrations.id, id)

/** An order of this account, by its own id or by the transaction that paid it. */
export async function orderOf(db: Db, accountId: string, id: string) {
  const [order] = await db
    .select({
      id: orders.id,
      number: orders.number,
      method: orders.method,
      totalCents: orders.totalCents,
      chargeState: charges.state,
      transactionId: charges.transactionId,
      means: charges.means,
      meansLabel: charges.meansLabel,
    })
    .from(orders)
    .leftJoin(charges, eq(charges.orderId, orders.id))
    .where(
      and(
        eq(orders.accountId, accountId),
        or(eq(charges.transactionId, id), isUuid(id) ? eq(orders.id, id) : undefined),
      ),
    )
    .orderBy(sql`${charges.state} = 'accepted' desc nulls last`, desc(charges.createdAt))
    .limit(1)
  return order
}

/** What was given back, or will be, of a charge. */
export const refundsOf = (db: Db, chargeId: string) =>
  db
    .select({
      registrationId: refunds.registrationId,
      amountCents: refunds.amountCents,
      state: refunds.state,
      transactionId: refunds.transactionId,
    })
    .from(refunds)
    .where(
      and(eq(refunds.chargeId, chargeId), inArray(refunds.state, ['done', 'queued', 'owed', 'returned'])),
    )
    .orderBy(asc(refunds.createdAt))
