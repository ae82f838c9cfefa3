import {
  type AnyColumn,
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  countUnsigned,
  isClosedThoughPaid,
  isDisputed,
  isOverdue,
} from '#desk/families/family-states.server.ts'
import { isAlmostFull, needsCoach, placesGone } from '#desk/sessions/sessions.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { mostTries } from '#mail/outbox.server.ts'
import { isMeetingCoachedBy } from '#meetings/coaches.db.server.ts'
import { meetingGuests, meetings } from '#meetings/meetings.tables.ts'
import { unansweredDisputes } from '#payments/disputes.db.server.ts'
import { familyNow, writtenFor } from '#people/families.db.server.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, type Day } from '#platform/format/dates.ts'
import { ageExceptions } from '#registrations/fit/age-exceptions.tables.ts'
import { isBounced, isOwedBack, openCents } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { memberRoles, members } from '#team/team.tables.ts'

const isOn = and(eq(events.isActive, true), eq(sessions.isActive, true))

type Sum = { many: number; cents: number }
const none: Sum = { many: 0, cents: 0 }
const nothing = { owed: none, bounced: none, disputed: none, disputedGifts: none }
const sumColumns = (many: SQL, cents: SQL | AnyColumn, filter: SQL | undefined = sql`true`) =>
  sql<Sum>`json_build_object('many', ${many} filter (where ${filter}), 'cents', coalesce(sum(${cents}) filter (where ${filter}), 0))`
const familyCount = sql`count(distinct ${familyNow})`

const sumDisputed = (many: SQL, filter: SQL) =>
  sql<Sum>`(select ${sumColumns(many, sql`charges.amount_cents`)} from charges
    left join families as written_for on written_for.id = charges.family_id where ${isDisputed} and ${filter})`

const counted = (column: SQL) => sql<number>`count(distinct ${column})::int`

/** Counts for Today, with the earliest day where there is one. */
export async function readWaiting(db: Db, today: Day) {
  const [mail] = await db
    .select({ many: sql<number>`count(*)::int` })
    .from(mails)
    .where(and(isNull(mails.sentAt), gte(mails.tries, mostTries)))
  const [overdue] = await db
    .select({
      many: counted(familyNow),
      first: sql<Day | null>`min(${sessions.startsOn})`,
    })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .leftJoin(writtenFor, eq(writtenFor.id, registrations.familyId))
    .where(isOverdue(today))
  const [money = nothing] = await db
    .select({
      owed: sumColumns(familyCount, openCents, isOwedBack),
      bounced: sumColumns(familyCount, openCents, isBounced),
      disputed: sumDisputed(familyCount, sql`charges.family_id is not null`),
      // Gifts without an account have no family.
      disputedGifts: sumDisputed(sql`count(*)`, sql`charges.family_id is null`),
    })
    .from(registrations)
    .leftJoin(writtenFor, eq(writtenFor.id, registrations.familyId))
    .where(or(isOwedBack, isBounced))
  const [uncoached] = await db
    .select({
      many: sql<number>`count(*)::int`,
      first: sql<Day | null>`min(greatest(${sessions.startsOn}, ${today}::date))`,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(needsCoach(today))
  const [runOut] = await db
    .select({
      many: sql<number>`count(*)::int`,
      first: sql<Day | null>`min(least(${members.backgroundCheckUntil}, ${members.safetyTrainingUntil}))`,
    })
    .from(members)
    .where(
      and(
        sql`exists (select 1 from ${memberRoles} where ${memberRoles.accountId} = ${members.accountId}
          and (${memberRoles.lastDay} is null or ${memberRoles.lastDay} >= ${today}))`,
        or(
          lte(members.backgroundCheckUntil, addDays(today, 30)),
          lte(members.safetyTrainingUntil, addDays(today, 30)),
        ),
      ),
    )
  const [unsigned] = await countUnsigned(db, today)
  const [exceptions] = await db
    .select({ many: sql<number>`count(*)::int`, first: sql<Day | null>`min(${sessions.startsOn})` })
    .from(ageExceptions)
    .innerJoin(sessions, eq(sessions.id, ageExceptions.sessionId))
    .where(eq(ageExceptions.state, 'asked'))
  return { mail, overdue, ...money, unsigned, exceptions, uncoached, runOut }
}

/** A cancelled meeting replaced on the same day is not listed. */
const isReplaced = sql`exists (select from meetings as other where other.session_id = ${meetings.sessionId}
  and other.day = ${meetings.day} and other.state = 'planned')`

/** Cancelled ones included: all, or those coached by this account. */
export const listMeetings = (db: Db, day: Day, accountId: string, scope: 'all' | 'own') =>
  db
    .select({
      id: meetings.id,
      starts: meetings.starts,
      eventKey: events.key,
      event: events.name,
      number: sessions.number,
      court: sql<string | null>`coalesce(${meetings.court}, ${sessions.court})`,
      players: sql<number>`(select count(*)::int from ${registrations} where ${registrations.sessionId} = ${sessions.id}
        and ${registrations.removedAt} is null and ${registrations.heldUntil} is null)`,
      guests: sql<number>`(select count(*)::int from ${meetingGuests}
        where ${meetingGuests.meetingId} = ${meetings.id} and ${meetingGuests.takenOffAt} is null)`,
      isOwn: isMeetingCoachedBy(accountId),
      isCancelled: sql<boolean>`${meetings.state} = 'cancelled'`,
      why: meetings.why,
    })
    .from(meetings)
    .innerJoin(sessions, eq(sessions.id, meetings.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(
      and(
        eq(meetings.day, day),
        or(eq(meetings.state, 'planned'), not(isReplaced)),
        scope === 'own' ? isMeetingCoachedBy(accountId) : undefined,
      ),
    )
    .orderBy(asc(meetings.starts), asc(meetings.id))
    .limit(100)

export async function nextOpening(db: Db) {
  const [opening] = await db
    .select({
      at: sessions.opensAt,
      sessions: sql<number>`count(*)::int`,
      places: sql<number>`coalesce(sum(${sessions.places}), 0)::int`,
      seconds: sql<number>`extract(epoch from ${sessions.opensAt} - now())::int`,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(isOn, gt(sessions.opensAt, sql`now()`)))
    .groupBy(sessions.opensAt)
    .orderBy(asc(sessions.opensAt))
    .limit(1)
  return opening
}

/** Future sessions with bookings and few places left or none. */
export const almostFull = (db: Db, today: Day) =>
  db
    .select({
      id: sessions.id,
      eventKey: events.key,
      event: events.name,
      number: sessions.number,
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      taken: placesGone,
      places: sql<number>`${sessions.places}`,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(isOn, gte(sessions.startsOn, today), isAlmostFull))
    .orderBy(asc(sessions.startsOn), asc(sessions.id))
    .limit(8)

/** Paid places of called-off sessions, until given up. */
export const paidAndClosed = (db: Db) =>
  db
    .select({
      id: registrations.id,
      family: families.number,
      firstName: people.firstName,
      lastName: people.lastName,
      eventKey: events.key,
      event: events.name,
      number: sessions.number,
      cents: registrations.priceCents,
    })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .innerJoin(people, eq(people.id, registrations.personId))
    .leftJoin(writtenFor, eq(writtenFor.id, registrations.familyId))
    .innerJoin(families, eq(families.id, familyNow))
    .where(isClosedThoughPaid)
    .orderBy(asc(sessions.startsOn), asc(registrations.id))
    .limit(100)

/** Earliest deadline first. Disputes of gifts without an account are mailed instead. */
export async function disputesToReplyTo(db: Db) {
  const waiting = await unansweredDisputes(db)
  const ids = waiting.flatMap(({ familyId }) => familyId ?? [])
  if (ids.length === 0) return []
  const now = alias(families, 'family_now')
  const known = await db
    .select({
      id: writtenFor.id,
      number: now.number,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
    })
    .from(writtenFor)
    .innerJoin(now, eq(now.id, familyNow))
    .leftJoin(accounts, eq(accounts.familyId, now.id))
    .where(inArray(writtenFor.id, ids))
  return waiting.flatMap(({ id, amountCents, replyBy, familyId }) => {
    const family = known.find((other) => other.id === familyId)
    if (!family) return []
    const { number, firstName, lastName } = family
    // A deleted family has a number but no page.
    return [{ id, amountCents, replyBy, number, name: firstName && `${firstName} ${lastName}` }]
  })
}
