import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { dueOn } from './registrations.db.server.ts'
import { registrations } from './registrations.tables.ts'

/** Registrations as mails and volunteers name them: who plays, in which session of what, for how much. */
export const namedPlaces = (db: Db, which: SQL | undefined) =>
  db
    .select({
      id: registrations.id,
      accountId: registrations.accountId,
      firstName: people.firstName,
      player: sql<string>`${people.firstName} || ' ' || ${people.lastName}`,
      event: events.name,
      bring: events.bring,
      number: sessions.number,
      startsOn: sessions.startsOn,
      dueOn,
      priceCents: registrations.priceCents,
      offlinePaymentId: registrations.offlinePaymentId,
      chargeId: registrations.chargeId,
      removedAt: registrations.removedAt,
      createdAt: registrations.createdAt,
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(which)
    .orderBy(asc(registrations.id))
