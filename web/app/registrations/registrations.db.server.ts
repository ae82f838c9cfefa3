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
import { dueAgainAt, isBilledStill } from '#ledger/postings.db.server.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isOneOf, placeholders, prepared, sizeFor, valuesFor } from '#platform/database/prepared.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { grantedSessions } from '#registrations/fit/age-exceptions.db.server.ts'
import { secondsSinceHeld } from './former-holds.server.ts'
import { refunds, registrations, type SessionSnapshot } from './registrations.tables.ts'

/** A hold that has run out and that no charge owns. */
export const hasRunOut = and(isNull(registrations.chargeId), lt(registrations.heldUntil, sql`now()`))

/** For how many seconds more a place is held; null where it is not. */
export const heldSeconds = sql<
  number | null
>`case when ${registrations.heldUntil} is not null then greatest(0, extract(epoch from ${registrations.heldUntil} - now()))::int end`

/** What the season says of a session, to see later whether it still does. */
export const asItStands = sql<string>`md5((to_jsonb(${sessions}) - array['taken', 'waiting', 'kept', 'kept_since'])::text)`

/** What a hold keeps of its session and event, to see later whether they still say it. */
export const sessionSnapshot = sql<SessionSnapshot>`jsonb_build_object('startsOn', ${sessions.startsOn},
  'endsOn', ${sessions.endsOn}, 'description', ${sessions.description}, 'location', ${events.location})`

/** Both are on; of a hold, they are also as they were when it was made or renewed. */
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
  asItStands,
  isActive: sql<boolean>`${sessions.isActive} and ${events.isActive}`,
  kind: events.kind,
  eventName: events.name,
  priceCents: events.priceCents,
  bring: events.bring,
}

/** Sessions with what their event says of them. */
export const sessionsById = (db: Db, ids: number[]) =>
  ofSessions(db, sizeFor(ids)).execute(valuesFor('id', ids))

/** The same, locked in the order of their ids, so that two checkouts never wait for each other in a circle. */
export const lockSessions = (tx: Db, ids: number[]) =>
  ofLockedSessions(tx, sizeFor(ids)).execute(valuesFor('id', ids))

const ofSessions = prepared((db, size: number) => selectSessions(db, size).prepare(''))
const ofLockedSessions = prepared((tx, size: number) =>
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
 * The wanted players of this account, one row for each place that one of them has in the wanted sessions, and with
 * each what the account has unpaid or free; and, who wants `toHold`, when a former hold ended. In a transaction they are locked, so that nobody deletes a player who is being
 * registered.
 */
export const playersAndPlaces = (
  db: Db,
  accountId: string,
  { personIds, sessionIds, toHold }: { personIds: string[]; sessionIds: number[]; toHold: boolean },
) => ofPlayers(db, toHold).execute({ accountId, personIds, sessionIds })

const ofPlayers = prepared((db, toHold: boolean) =>
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

type Counts = Record<string, number>

/**
 * How many places an account has that are unpaid, and that are free, by session. Not asked for where they are unpaid: on an evening on which
 * thousands are, PostgreSQL would go through all of them by the index of these.
 */
const openPlaces = (accountId: Placeholder) =>
  sql<{ unpaid: Counts | null; free: Counts | null }>`(
    select json_build_object('unpaid', json_object_agg(session_id, unpaid), 'free', json_object_agg(session_id, free))
    from (select session_id, count(*) filter (where ${isUnpaid}) as unpaid, count(*) filter (where ${isFreePlace}) as free
    from ${registrations} where ${eq(registrations.accountId, accountId)} group by session_id) as open)`

const dayOf = (moment: SQL) => sql`(${moment} at time zone (select time_zone from programme))::date`

/**
 * When a place is to be paid: on the first day, or where the desk registered it later or it came to be due again after
 * that, on the day when it did. What is owed for one that was given up is due since it came to be due again.
 */
export const dueOn = sql<Day>`coalesce(
  case when ${registrations.removedAt} is not null then ${dayOf(dueAgainAt(registrations.id))} end,
  greatest(${sessions.startsOn}, ${dayOf(dueAgainAt(registrations.id))}, (select ${dayOf(sql`desk.created_at`)}
    from orders as desk where desk.id = ${registrations.orderId} and desk.made_by not like 'family:%')))`

/** A place that the family has, and is to pay for; with a charge under way it is being paid. */
export const isUnpaid = and(
  gt(registrations.dueCents, 0),
  isNull(registrations.chargeId),
  isNull(registrations.removedAt),
)

const isGoneAndDue = and(gt(registrations.dueCents, 0), isNotNull(registrations.removedAt))

/** A place that was given up and for which the family owes, such as where its check bounced after its money had been returned. */
export const isLeftOwed = and(isGoneAndDue, isBilledStill(registrations.id))
/** The same, and no charge is under way for it. */
export const isBounced = and(isLeftOwed, isNull(registrations.chargeId))

/** All that a family is to pay. */
export const isOwed = or(isUnpaid, isBounced)

/** A place that the family has, and for which nothing is to be paid. */
export const isSettledPlace = and(
  lte(registrations.dueCents, 0),
  isNull(registrations.chargeId),
  isNull(registrations.heldUntil),
  isNull(registrations.removedAt),
)

/** More of its money went back than had come, by the gateway: it is billed to nobody. */
export const isBackTwice = and(isGoneAndDue, not(isBilledStill(registrations.id)))

/** What a charge takes for a place: of a hold its price, else what is due. */
export const costCents = sql<number>`case when ${registrations.heldUntil} is not null then ${registrations.priceCents} else ${registrations.dueCents} end`

/** By which a place stands (`standingOf`). */
export const standingColumns = { dueCents: registrations.dueCents, chargeId: registrations.chargeId }

/** The gateway has yet to make it, or to say so. */
export const isUnderWay = inArray(refunds.state, ['pending', 'unknown', 'queued'])

/** What of a place goes back to its family by the gateway, and has not yet. */
export const underWayCents = sql<number>`coalesce((select sum(amount_cents)::int from refunds
  where registration_id = ${registrations.id} and state in ('pending', 'unknown', 'queued')), 0)`

/** What the programme owes for a place by hand, in cents. */
export const owedBackCents = sql<number>`(-${registrations.dueCents} - ${underWayCents})`
export const isOwedBack = and(lt(registrations.dueCents, 0), sql`${owedBackCents} > 0`)

/** What is open for a place that was given up: what the family owes of it, or is owed by hand. */
export const openCents = sql<number>`case when ${registrations.dueCents} > 0 then ${registrations.dueCents} else ${owedBackCents} end`

/** What of a place has yet to reach its family, by the gateway or by hand. */
export const toComeBackCents = sql<number>`greatest(-${registrations.dueCents}, ${underWayCents})`

const isFreePlace = and(
  eq(registrations.priceCents, 0),
  isNull(registrations.heldUntil),
  isNull(registrations.removedAt),
)

/** A place for which nobody has paid or is paying: the desk gives it up as it stands. */
export const holdsNoMoney = or(isUnpaid, isFreePlace)

/** Whether a player has a place in a session, and whether one can be had. */
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
