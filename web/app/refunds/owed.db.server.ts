import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { isBounced, isOwedBack, openCents } from '#registrations/registrations.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'

const named = {
  accountId: registrations.accountId,
  firstName: people.firstName,
  event: events.name,
  number: sessions.number,
}

/** What is open between the programme and these families for places that were given up, outside the card gateway. */
export const openBetween = (db: Db, accountIds: string[]) =>
  openPlaces(db, inArray(registrations.accountId, accountIds))

/**
 * `owed` goes to the family; `bounced` comes back from it, because the check bounced after its money had been returned.
 * `id` is the place's.
 */
export const openPlaces = (db: Db, which: SQL | undefined) =>
  db
    .select({
      id: registrations.id,
      ...named,
      state: sql<'owed' | 'bounced'>`case when ${isBounced} then 'bounced' else 'owed' end`,
      amountCents: openCents,
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(which, or(isOwedBack, isBounced)))
    .orderBy(asc(registrations.removedAt), asc(registrations.id))

/** It came in again for what a bounced check had left owed. */
const isRepaid = sql`exists (select from postings where refund_id = ${refunds.id} and kind = 'paid')`

/** What goes back to a family or went, and what came in again for it. What a bounced check left owed is not among it. */
export const givenBackTo = (db: Db, accountId: string) =>
  db
    .select({
      ...named,
      id: refunds.id,
      state: sql<Back>`case when ${refunds.chargeId} is not null then ${refunds.state}
        when ${isRepaid} then 'repaid' else 'returned' end`,
      amountCents: refunds.amountCents,
      endedAt:
        sql<Date | null>`coalesce((select max(at) from postings where refund_id = ${refunds.id} and kind = 'paid'),
        ${refunds.endedAt})`.mapWith(refunds.endedAt),
    })
    .from(refunds)
    .innerJoin(registrations, eq(registrations.id, refunds.registrationId))
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(
      and(
        eq(refunds.accountId, accountId),
        sql`${refunds.state} <> 'failed'`,
        sql`not (${refunds.chargeId} is null and ${isBounced})`,
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id))

type Back = 'pending' | 'unknown' | 'queued' | 'done' | 'returned' | 'repaid'
