import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { openingColumns } from '#events/events.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { dueAgainAt, isStillBilled } from '#ledger/postings.db.server.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isOneOf, placeholders, prepared, sizeFor, valuesFor } from '#platform/database/prepared.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { grantedSessions } from '#registrations/fit/age-exceptions.db.server.ts'
import { secondsSinceHeld } from './former-holds.server.ts'
import { refunds, registrations, type SessionSnapshot } from './registrations.tables.ts'

export const hasRunOut = and(isNull(registrations.chargeId), lt(registrations.heldUntil, sql`now()`))

export const heldSeconds = sql<
  number | null
>`case when ${registrations.heldUntil} is not null then greatest(0, extract(epoch from ${registrations.heldUntil} - now()))::int end`

/** Changes with every edit of the session, not with its counts. */
export const sessionVersion = sql<string>`md5((to_jsonb(${sessions}) - array['taken', 'waiting', 'kept', 'kept_since'])::text)`

/** Compared later to detect that the session changed. */
export const sessionSnapshot = sql<SessionSnapshot>`jsonb_build_object('startsOn', ${sessions.startsOn},
  'endsOn', ${sessions.endsOn}, 'description', ${sessions.description}, 'location', ${events.location})`

/** Session and event are active; of a hold, also unchanged since it was made or renewed. */
export const isAsHeld = sql<boolean>`(${sessions.isActive} and ${events.isActive}
  and coalesce(${registrations.heldFor} = ${sessionSnapshot}, true))`

const sessionColumns = {
  id: sessions.id,
  eventId: sessions.eventId,
  number: sessions.number,
  startsOn: sessions.startsOn,
  endsOn: sessions.endsOn,
  description: sessions.description,
  places: sessions.places,
  taken: sessions.taken,
  kept: sessions.kept,
  agesFrom: sessions.agesFrom,
  agesTo: sessions.agesTo,
  agesOn: sessions.agesOn,
  ...openingColumns,
  asItStands: sessionVersion,
  isActive: sql<boolean>`${sessions.isActive} and ${events.isActive}`,
  kind: events.kind,
  eventName: events.name,
  priceCents: events.priceCents,
  bring: events.bring,
}

export const sessionsById = (db: Db, ids: number[]) =>
  sessionsQuery(db, sizeFor(ids)).execute(valuesFor('id', ids))

/** Locks by id, so that two checkouts never deadlock. */
export const lockSessions = (tx: Db, ids: number[]) =>
  lockedSessionsQuery(tx, sizeFor(ids)).execute(valuesFor('id', ids))

const sessionsQuery = prepared((db, size: number) => selectSessions(db, size).prepare(''))
const lockedSessionsQuery = prepared((tx, size: number) =>
  selectSessions(tx, size).for('no key update', { of: sessions }).prepare(''),
)
const selectSessions = (db: Db, size: number) =>
  db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(inArray(sessions.id, placeholders('id', size)))
    .orderBy(asc(sessions.id))

/**
 * The account's players with their places in these sessions, its unpaid or free places, and for `toHold` the ends of
 * former holds. Players are locked, so that none is deleted while being registered.
 */
export const playersAndPlaces = (
  db: Db,
  accountId: string,
  { personIds, sessionIds, toHold }: { personIds: string[]; sessionIds: number[]; toHold: boolean },
) => playersQuery(db, toHold).execute({ accountId, personIds, sessionIds })

const playersQuery = prepared((db, toHold: boolean) =>
  db
    .select({
      personId: people.id,
      firstName: people.firstName,
      isActive: people.isActive,
      birthday: people.birthday,
      grantedSessions,
      registrationId: registrations.id,
      sessionId: registrations.sessionId,
      heldUntil: registrations.heldUntil,
      heldSeconds,
      hasRunOut: sql<boolean>`coalesce(${hasRunOut}, false)`,
      chargeId: registrations.chargeId,
      places: openPlaces(sql.placeholder('accountId')),
      sinceHeld: toHold
        ? secondsSinceHeld(sql.placeholder('accountId'), sql.placeholder('sessionIds'))
        : sql<null>`null`,
    })
    .from(people)
    .leftJoin(
      registrations,
      and(
        eq(registrations.personId, people.id),
        isOneOf(registrations.sessionId, 'sessionIds'),
        isNull(registrations.removedAt),
      ),
    )
    .where(and(eq(people.accountId, sql.placeholder('accountId')), isOneOf(people.id, 'personIds')))
    .for('key share', { of: people })
    .prepare(''),
)

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

type Counts = Record<string, number>

/**
 * An account's unpaid and free places by session. Unpaid ones are not a condition of the query: with thousands of them
 * PostgreSQL would scan their whole index.
 */
const openPlaces = (accountId: Placeholder) =>
  sql<{ unpaid: Counts | null; free: Counts | null }>`(
    select json_build_object('unpaid', json_object_agg(session_id, unpaid), 'free', json_object_agg(session_id, free))
    from (select session_id, count(*) filter (where ${isUnpaid}) as unpaid, count(*) filter (where ${isFreePlace}) as free
    from ${registrations} where ${eq(registrations.accountId, accountId)} group by session_id) as open)`

const programmeDay = (moment: SQL) => sql`(${moment} at time zone (select time_zone from programme))::date`

/**
 * The first day; or the later day on which the desk registered it or it fell due again. For a given-up place, the day
 * on which it fell due again.
 */
export const dueOn = sql<Day>`coalesce(
  case when ${registrations.removedAt} is not null then ${programmeDay(dueAgainAt(registrations.id))} end,
  greatest(${sessions.startsOn}, ${programmeDay(dueAgainAt(registrations.id))}, (select ${programmeDay(sql`desk.created_at`)}
    from orders as desk where desk.id = ${registrations.orderId} and desk.made_by not like 'family:%')))`

/** Without those being paid. */
export const isUnpaid = and(
  gt(registrations.dueCents, 0),
  isNull(registrations.chargeId),
  isNull(registrations.removedAt),
)

const isGoneAndDue = and(gt(registrations.dueCents, 0), isNotNull(registrations.removedAt))

/** Given up, yet owed for, as when a check bounced after its money was returned. */
export const isRemovedAndOwed = and(isGoneAndDue, isStillBilled(registrations.id))
/** Not while a charge is under way for it. */
export const isBounced = and(isRemovedAndOwed, isNull(registrations.chargeId))

/** All that a family is to pay. */
export const isOwed = or(isUnpaid, isBounced)

export const isSettledPlace = and(
  lte(registrations.dueCents, 0),
  isNull(registrations.chargeId),
  isNull(registrations.heldUntil),
  isNull(registrations.removedAt),
)

/** More was refunded than paid, by the gateway: it is billed to nobody. */
export const isOverRefunded = and(isGoneAndDue, not(isStillBilled(registrations.id)))

/** The price of a hold, else the due. */
export const costCents = sql<number>`case when ${registrations.heldUntil} is not null then ${registrations.priceCents} else ${registrations.dueCents} end`

export const standingColumns = { dueCents: registrations.dueCents, chargeId: registrations.chargeId }

/** Not yet made or confirmed by the gateway. */
export const isUnderWay = inArray(refunds.state, ['pending', 'unknown', 'queued'])

/** Refunds by the gateway that are not done yet. */
export const underWayCents = sql<number>`coalesce((select sum(amount_cents)::int from refunds
  where registration_id = ${registrations.id} and state in ('pending', 'unknown', 'queued')), 0)`

export const owedBackCents = sql<number>`(-${registrations.dueCents} - ${underWayCents})`
export const isOwedBack = and(lt(registrations.dueCents, 0), sql`${owedBackCents} > 0`)

/** Of a given-up place: what the family owes, or is owed by hand. */
export const openCents = sql<number>`case when ${registrations.dueCents} > 0 then ${registrations.dueCents} else ${owedBackCents} end`

/** Not yet returned, by the gateway or by hand. */
export const pendingReturnCents = sql<number>`greatest(-${registrations.dueCents}, ${underWayCents})`

const isFreePlace = and(
  eq(registrations.priceCents, 0),
  isNull(registrations.heldUntil),
  isNull(registrations.removedAt),
)

/** Nobody has paid or is paying: the desk may give it up as it stands. */
export const holdsNoMoney = or(isUnpaid, isFreePlace)

export async function standingIn(db: Db, accountId: string, personId: string, sessionId: number) {
  const [row] = await db
    .select({
      firstName: people.firstName,
      birthday: people.birthday,
      skillLevel: people.skillLevel,
      grantedSessions,
      registrationId: registrations.id,
      isHeld: sql<boolean>`exists (select 1 from registrations as held where held.person_id = ${people.id}
        and held.session_id = ${sessions.id} and held.removed_at is null
        and (held.held_until > now() or held.charge_id is not null))`,
      sessionId: sessions.id,
      startsOn: sessions.startsOn,
      agesFrom: sessions.agesFrom,
      agesTo: sessions.agesTo,
      agesOn: sessions.agesOn,
      levels: sessions.levels,
      ...openingColumns,
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
    .leftJoin(sessions, eq(sessions.id, sessionId))
    .where(and(eq(people.accountId, accountId), eq(people.id, personId)))
  return row
}
